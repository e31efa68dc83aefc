import { parseArgs } from 'node:util'
import { visitLinks } from '../src/docs/links/page-labels.ts'
import type { ContentPage } from '../src/docs/content.ts'
import { plainText } from '../src/docs/model/plain-text.ts'
import { pageUrl } from '../src/docs/paths.ts'
import { readContent } from '../src/docs/read-content.ts'
import { buildWithExtracts } from '../src/engine/build/extracts.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import { openIndex, pathOf, type SearchIndex } from '../src/engine/index/open.ts'
import { chooseSections } from '../src/engine/query/choose-sections.ts'
import { markGroups } from '../src/engine/query/matcher.ts'
import { matchPage, numberOf } from '../src/engine/query/page-matches.ts'
import { createPlan } from '../src/engine/query/plan.ts'
import { inOneBuffer } from '../src/generation/keep-in-memory.ts'
import type { Locale } from '../src/shared/locale.ts'
import { normaliseQuery } from '../src/shared/normalise-query.ts'

const USAGE = `usage: npm run ts bench/section-quality.ts -- --tree <content> [--failures 50]

Judges the sections of a page by links with fragments: the query is the text of a link, and the right section is where it leads, with
the page given. Prints for each locale how often the first section, and one of the three, is right, and the mean reciprocal rank.`

interface Judged {
  readonly path: string
  readonly anchor: string
  readonly text: string
}

/** Links of a locale that lead to headings, each text once for each heading. */
function judgedLinks(pages: readonly ContentPage[], locale: Locale): Judged[] {
  const byUrl = new Map(pages.map((page) => [pageUrl('', locale, page.path), page]))
  const judged = new Map<string, Judged>()
  for (const page of pages) {
    visitLinks(page, (target, content) => {
      const [address = '', fragment = ''] = target.split('#')
      const to = byUrl.get(address)
      const anchor = decodeURIComponent(fragment)
      const text = plainText(content)
      if (to === undefined || anchor === '' || to.sections.every((section) => section.anchor !== anchor)) return
      const query = normaliseQuery(text)
      if (Array.from(query).length < 2) return
      judged.set(`${to.path}#${anchor} ${query.toLowerCase()}`, { path: to.path, anchor, text: query })
    })
  }
  return [...judged.values()]
}

/** Anchors of the sections that are shown of a page, best first. */
function anchorsFor(index: SearchIndex, page: number, query: string): string[] {
  const plan = createPlan(index, query)
  const extract = index.extracts!.page(page)
  const names = Buffer.from(extract.names)
  return chooseSections(plan, matchPage(index, plan, markGroups(index, plan), page, extract)).map(({ section }) => {
    const start = numberOf(extract, section, 'nameStart')
    return JSON.parse(`"${names.toString('utf8', start, names.indexOf('\n', start))}"`) as string
  })
}

const { values } = parseArgs({ options: { tree: { type: 'string' }, failures: { type: 'string', default: '0' } } })
if (values.tree === undefined) {
  console.error(USAGE)
  process.exit(1)
}
const { locales } = await readContent(values.tree)
for (const [locale, { pages }] of locales) {
  const documents = pages.map((page): SearchDocument => ({ ...page, description: page.description ?? '' }))
  const { extracts, index: buffer } = buildWithExtracts(documents, { locale, siteUrl: '' })
  const index = openIndex(buffer, inOneBuffer(extracts()))
  const numbers = new Map(Array.from({ length: index.pageCount }, (_, page) => [pathOf(index, page), page]))
  const judged = judgedLinks(pages, locale)
  let failures = Number(values.failures)
  let [first, three, reciprocal] = [0, 0, 0]
  for (const { anchor, path, text } of judged) {
    const found = anchorsFor(index, numbers.get(path)!, text)
    const rank = found.indexOf(anchor) + 1
    if (rank === 1) first++
    if (rank > 0) three++
    if (rank > 0) reciprocal += 1 / rank
    if (rank !== 1 && failures-- > 0)
      console.log(`  ${text} → ${path}#${anchor}, found ${found.map((each) => `#${each}`).join(' ')}`)
  }
  const share = (count: number): string => (count / judged.length).toFixed(3)
  console.log(
    `${locale}: ${judged.length} links, first ${share(first)}, of three ${share(three)}, MRR ${share(reciprocal)}`,
  )
}
