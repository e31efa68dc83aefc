// `npm run ts scripts/page-faults.ts -- <address of a docs host> [<number of pages>]`: opens pages in Chromium, spread over the
// documentation, in each language, in light and dark, wide and narrow, and prints what axe-core finds and what is wider than the
// window. It ends with status 1 if there is anything.
import type { Page } from 'playwright-core'
import { overflow, violations } from '../test/browser/browser-fixture.ts'
import { launchChromium } from '../test/support/chromium.ts'

const PAGES = 30
const USAGE = 'usage: npm run ts scripts/page-faults.ts -- <address of a docs host> [<number of pages>]'
const WIDTHS_PX = [1440, 375]
/** Characters of an element that are printed. */
const FAULT_CHARS = 200

const [address, wanted = String(PAGES)] = process.argv.slice(2)
if (address === undefined) throw new Error(USAGE)
const paths = await choosePaths(address, Number(wanted))
const browser = await launchChromium()
const page = await browser.newPage({ reducedMotion: 'reduce' })
let checks = 0
let faults = 0
for (const path of paths) {
  for (const locale of ['en', 'zh', 'ko']) {
    const here = path.replace(/^\/en\b/, `/${locale}`).replace('locale=en', `locale=${locale}`)
    await page.goto(address + here)
    for (const width of WIDTHS_PX)
      for (const colorScheme of ['light', 'dark'] as const) await check(here, width, colorScheme)
  }
}
await browser.close()
console.log(`${checks} states of ${paths.length * 3} pages: ${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1

async function check(path: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  const found = await faultsOf(page)
  for (const fault of found) console.log(`${path} ${width} ${colorScheme}: ${fault}`)
  checks += 1
  faults += found.length
}

async function faultsOf(shown: Page): Promise<string[]> {
  const wider = await overflow(shown)
  const broken = (await violations(shown)).map((fault) => fault.slice(0, FAULT_CHARS))
  return [...broken, ...(wider > 0 ? [`${wider} px wider than the window`] : [])]
}

/** English pages at even distances in the order of the site map, with a search and an address without a page. */
async function choosePaths(host: string, count: number): Promise<string[]> {
  const map = await (await fetch(`${host}/en/sitemap.xml`)).text()
  const english = [...map.matchAll(/<loc>[^<]*?(\/en(?:\/[^<]*)?)<\/loc>/g)].map(([, path]) => path as string)
  const others = ['/search?q=install&locale=en', '/en/no/such-page']
  const taken = Math.min(english.length, count - others.length)
  const chosen = Array.from({ length: taken }, (_, at) => english[Math.floor((at * english.length) / taken)] as string)
  return [...chosen, ...others]
}
