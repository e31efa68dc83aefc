// `npm run ts bench/pages-beside.ts -- <folder of a site built by Starlight> <address of a docs host> [<rounds> [<path>…]]`: what a
// reader with a slow telephone waits for and downloads, on pages of the same documentation. Both are opened in turns, each time in a
// new profile of Chromium. The docs host reads the sources of the site (`CONTENT_DIR`).
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { launchChromium } from '../test/support/chromium.ts'
import { sumOf, viewPage, type PageView } from './pages/view-page.ts'
import { serveStaticSite } from './pages/static-site.ts'
import { median } from './timing.ts'

const ROUNDS = 5
const VIEWPORT = { width: 412, height: 823 }
const USAGE =
  'usage: npm run ts bench/pages-beside.ts -- <folder of a built site> <address of a docs host> [<rounds> [<path>…]]'

const [folder, ours, rounds = String(ROUNDS), ...chosen] = process.argv.slice(2)
if (folder === undefined || ours === undefined) throw new Error(USAGE)
const paths = chosen.length > 0 ? chosen : englishPaths(folder)
const site = await serveStaticSite(folder)
const browser = await launchChromium()

interface Pair {
  readonly path: string
  readonly ours: PageView[]
  readonly theirs: PageView[]
}

interface Measure {
  readonly name: string
  readonly digits: number
  /** What stands for all rounds: a busy machine only ever makes times longer. */
  readonly from: (values: readonly number[]) => number
  readonly of: (view: PageView) => number
}

const quickest = (values: readonly number[]): number => Math.min(...values)
const kilobytes =
  (kinds: readonly string[]) =>
  ({ bytes }: PageView): number =>
    kinds.reduce((sum, kind) => sum + (bytes[kind] ?? 0), 0) / 1000
const MEASURES: readonly Measure[] = [
  { name: 'first paint, ms', digits: 0, from: quickest, of: ({ firstPaintMs }) => firstPaintMs },
  { name: 'largest paint, ms', digits: 0, from: quickest, of: ({ largestPaintMs }) => largestPaintMs },
  { name: 'layout shift', digits: 3, from: median, of: ({ layoutShift }) => layoutShift },
  { name: 'blocked, ms', digits: 0, from: quickest, of: ({ blockedMs }) => blockedMs },
  { name: 'requests', digits: 0, from: median, of: ({ requests }) => requests },
  { name: 'HTML, kB', digits: 1, from: median, of: kilobytes(['Document']) },
  { name: 'styles, kB', digits: 1, from: median, of: kilobytes(['Stylesheet']) },
  { name: 'scripts, kB', digits: 1, from: median, of: kilobytes(['Script']) },
  { name: 'images, kB', digits: 1, from: median, of: kilobytes(['Image']) },
  { name: 'all, kB', digits: 1, from: median, of: ({ bytes }) => sumOf(bytes) / 1000 },
  {
    name: 'with search, without images, kB',
    digits: 1,
    from: median,
    of: ({ bytesWithSearch }) => bytesWithSearch / 1000,
  },
  { name: 'search to results, ms', digits: 0, from: quickest, of: ({ searchMs }) => searchMs },
]

const pairs: Pair[] = []
for (const path of paths) {
  const pair: Pair = { path, ours: [], theirs: [] }
  for (let round = 0; round < Number(rounds); round++) {
    pair.theirs.push(await viewPage(browser, `${site.origin}/${path}${path === '' ? '' : '/'}`, searchTheirs, VIEWPORT))
    pair.ours.push(await viewPage(browser, `${ours}/en${path === '' ? '' : '/'}${path}`, searchOurs, VIEWPORT))
  }
  pairs.push(pair)
  const cells = MEASURES.map((measure) => `${cell(pair.ours, measure)} / ${cell(pair.theirs, measure)}`)
  console.log(`| \`/${path}\` | ${cells.join(' | ')} |`)
}
await browser.close()
site.close()

console.log(
  '\n| Measure | Ours, median of pages | Theirs | Ours, worst page | Theirs | Pages where ours is worse |\n| --- | --- | --- | --- | --- | --- |',
)
for (const measure of MEASURES) {
  const medians = (side: 'ours' | 'theirs'): number[] => pairs.map((pair) => measure.from(pair[side].map(measure.of)))
  const [mine, other] = [medians('ours'), medians('theirs')]
  const show = (value: number): string => value.toFixed(measure.digits)
  const worse = mine.filter((value, at) => show(value) !== show(other[at] ?? 0) && value > (other[at] ?? 0)).length
  const values = [median(mine), median(other), Math.max(...mine), Math.max(...other)].map(show)
  console.log(`| ${[measure.name, ...values, `${worse} of ${pairs.length}`].join(' | ')} |`)
}

function cell(views: readonly PageView[], { digits, from, of }: Measure): string {
  return from(views.map(of)).toFixed(digits)
}

/** Paths of the English pages, which stand outside of the folders of other languages. */
function englishPaths(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)index\.html$/.test(file) && !/^(?:ko|zh-cn)\//.test(file))
    .map((file) => file.replace(/\/?index\.html$/, ''))
    .filter((path) => path !== 'ko' && path !== 'zh-cn')
    .toSorted()
}

async function searchTheirs(page: Page, words: string): Promise<void> {
  await page.locator('site-search button').first().click()
  await page.locator('site-search input').fill(words)
  await page.locator('site-search .pagefind-ui__result-link').first().waitFor()
}

async function searchOurs(page: Page, words: string): Promise<void> {
  await page.locator('.search input[name=q]').fill(words)
  await page.locator('.search [role=option]').first().waitFor()
}
