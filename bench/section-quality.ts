import { parseArgs } from 'node:util'
import type { ContentPage } from '../src/docs/content.ts'
import { labelPages, visitLinks } from '../src/docs/links/page-labels.ts'
import { plainText } from '../src/docs/model/plain-text.ts'
import { pageUrl } from '../src/docs/paths.ts'
import { readContent } from '../src/docs/read-content.ts'
import { buildWithExtracts } from '../src/engine/build/extracts.ts'
import { growableInt32 } from '../src/engine/build/growable.ts'
import { createSectionLabels } from '../src/engine/build/section-labels.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import type { PageExtract } from '../src/engine/index/extracts.ts'
import { openIndex, pathOf, type SearchIndex } from '../src/engine/index/open.ts'
import { chooseSections } from '../src/engine/query/choose-sections.ts'
import { markGroups } from '../src/engine/query/matcher.ts'
import { matchPage, numberOf, parentOf } from '../src/engine/query/page-matches.ts'
import { createPlan } from '../src/engine/query/plan.ts'
import { normaliseTitle } from '../src/engine/text/normalise-title.ts'
import { inOneBuffer } from '../src/generation/keep-in-memory.ts'
import type { Locale } from '../src/shared/locale.ts'
import { normaliseQuery } from '../src/shared/normalise-query.ts'

const USAGE = `usage: npm run ts bench/section-quality.ts -- --tree <content> [--failures 50]

Judges the sections of a page by links with fragments: the query is the text of a link, and the right section is where it leads, with
the page given. The text is no label of any section of that page. Prints for each locale how often the first section, and one of the
three, is right, the mean reciprocal rank, and the same for the links that can be answered: of the section or of the headings above it
they have a word, and their text is neither the title of the page nor the heading of another section, nor does it lead to two
sections. Links to whole pages tell how often the top of the page comes first.`

interface Judged {
  readonly page: ContentPage
  /** '' for the whole page. */
  readonly anchor: string
  readonly text: string
}

/** Links of a locale, each text once for each place to which it leads. */
function judgedLinks(pages: readonly ContentPage[], locale: Locale): Judged[] {
  const byUrl = new Map(pages.map((page) => [pageUrl('', locale, page.path), page]))
  const judged = new Map<string, Judged>()
  for (const from of pages) {
    visitLinks(from, (target, content) => {
      const [address = '', fragment = ''] = target.split('#')
      const page = byUrl.get(address)
      const anchor = decodeURIComponent(fragment)
      const query = normaliseQuery(plainText(content))
      if (page === undefined || Array.from(query).length < 2 || (anchor === '' && page === from)) return
      if (anchor !== '' && page.sections.every((section) => section.anchor !== anchor)) return
      judged.set(`${page.path}#${anchor} ${query.toLowerCase()}`, { page, anchor, text: query })
    })
  }
  return [...judged.values()]
}

function anchorOf(extract: PageExtract, section: number): string {
  const names = Buffer.from(extract.names)
  const start = numberOf(extract, section, 'nameStart')
  return JSON.parse(`"${names.toString('utf8', start, names.indexOf('\n', start))}"`) as string
}

/** The labels of a page without a text. */
function labelsWithout(
  index: SearchIndex,
  extract: PageExtract,
  sectionTexts: ReadonlyMap<string, readonly string[]>,
  asked: string,
): Uint32Array {
  const addLabels = createSectionLabels(index)
  const labels = growableInt32()
  for (let section = 0; section < extract.sectionCount; section++) {
    const anchor = anchorOf(extract, section)
    const texts = (sectionTexts.get(anchor) ?? []).filter((text) => normaliseTitle(text) !== normaliseTitle(asked))
    const [from, to] = [numberOf(extract, section, 'headingEntry'), numberOf(extract, section, 'textEntry')]
    addLabels({ section, anchor, texts, heading: extract.entries.subarray(from, to) }, labels)
  }
  return Uint32Array.from(labels.data.subarray(0, labels.length))
}

const { values } = parseArgs({ options: { tree: { type: 'string' }, failures: { type: 'string', default: '0' } } })
if (values.tree === undefined) {
  console.error(USAGE)
  process.exit(1)
}
const content = await readContent(values.tree)
for (const [locale, { pages }] of content.locales) {
  const labels = labelPages(content, locale)
  const documents = pages.map((page): SearchDocument => ({ ...page, description: page.description ?? '' }))
  const { extracts, index: buffer } = buildWithExtracts(documents, { locale })
  const index = openIndex(buffer, inOneBuffer(extracts()))
  const numbers = new Map(Array.from({ length: index.pageCount }, (_, page) => [pathOf(index, page), page]))
  const judged = judgedLinks(pages, locale)
  const places = new Map<string, number>()
  for (const { anchor, page, text } of judged) {
    const key = `${page.path} ${text.toLowerCase()}`
    if (anchor !== '') places.set(key, (places.get(key) ?? 0) + 1)
  }

  /** Rank of the right section among the three, 0 for none, and whether the link can be answered. */
  const judge = ({ anchor, page, text }: Judged): { rank: number; found: string[]; isFair: boolean } => {
    const number = numbers.get(page.path)!
    const plan = createPlan(index, text)
    const whole = index.extracts!.page(number)
    const extract = { ...whole, labels: labelsWithout(index, whole, labels.get(page.path)!.sectionTexts, text) }
    const matches = matchPage(index, plan, markGroups(index, plan), number, extract)
    const found = chooseSections(plan, matches).map(({ section }) => anchorOf(extract, section))
    const name = normaliseTitle(text)
    const named = page.sections.filter(({ heading }) => normaliseTitle(heading) === name)
    let at = page.sections.findIndex((section) => section.anchor === anchor)
    let hasWord = false
    for (let below = Infinity; at >= 0 && at < below; below = at, at = parentOf(extract, at)) {
      const matched = matches.sections.find(({ section }) => section === at)
      const isRight = below === Infinity
      if (matched !== undefined && (isRight || matched.text > matched.from)) hasWord = true
    }
    const isFair =
      hasWord &&
      normaliseTitle(page.title) !== name &&
      places.get(`${page.path} ${text.toLowerCase()}`) === 1 &&
      (named.length === 0 || named.some((section) => section.anchor === anchor))
    return { rank: found.indexOf(anchor) + 1, found, isFair }
  }

  let failures = Number(values.failures)
  const all: number[] = []
  const fair: number[] = []
  for (const link of judged.filter(({ anchor }) => anchor !== '')) {
    const { found, isFair, rank } = judge(link)
    all.push(rank)
    if (isFair) fair.push(rank)
    if (rank === 1 || failures-- <= 0) continue
    const shown = found.map((each) => `#${each}`).join(' ')
    console.log(`  ${isFair ? '' : '(no answer) '}${link.text} → ${link.page.path}#${link.anchor}, found ${shown}`)
  }
  const tops = judged.filter(({ anchor }) => anchor === '').map((link) => judge(link).rank)
  console.log(`${locale}: ${figuresOf(all)}; can be answered: ${figuresOf(fair)}; whole pages: ${figuresOf(tops)}`)
}

function figuresOf(ranks: readonly number[]): string {
  const share = (worth: (rank: number) => number): string => {
    return (ranks.reduce((sum, rank) => sum + worth(rank), 0) / ranks.length).toFixed(3)
  }
  const first = share((rank) => (rank === 1 ? 1 : 0))
  const three = share((rank) => (rank > 0 ? 1 : 0))
  return `${ranks.length} links, first ${first}, of three ${three}, MRR ${share((rank) => (rank === 0 ? 0 : 1 / rank))}`
}
