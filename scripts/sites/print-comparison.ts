import type { Share, SiteComparison, PageComparison } from './compare-sites.ts'
import { differingRuns } from './common-words.ts'
import type { Loss } from './lost-words.ts'

/** What is not counted as a difference, for whoever reads the figures. */
export const NOT_COUNTED = [
  'Pages that the generator fills with English where no translation is, and pages in languages that Signpost does not serve.',
  'Pages that the reader of built sites leaves out: lists of tags, search, 404, redirects.',
  'A title that one side takes from the front matter and the other from the first heading of the same page.',
  'Headings of the levels 1, 5 and 6, and those without an id on the built page.',
  'Links that lead nowhere on the built site. A link to a missing translation may lead to the English page.',
  'The place of footnotes, which the HTML of both sides has at the end.',
  'Code and parts of texts that scripts/sites.json sets aside with a reason. Each run says how many.',
  'Punctuation, and what of a page is neither text nor heading.',
]

/** What a reader of sources must reach, in the order of the columns. */
const BARS = { addresses: 1, titles: 0.99, ids: 0.99, median: 0.98, tenth: 0.9, links: 0.99, images: 1 }

const LISTED = 10
/** Lines with lost words that each run shows. */
const LOST_SHOWN = 10
const SHOWN_RUNS = 8
const SHOWN_WORDS = 14

/** One row of the table of sites, with an asterisk at what misses its bar. */
export function rowOf(name: string, kind: string, comparison: SiteComparison): string {
  const { addresses, ids, images, links, medianWords, tenthWords, titles } = comparison
  const cells = [
    name,
    kind,
    String(addresses.whole),
    shareOf(addresses, BARS.addresses),
    shareOf(titles, BARS.titles),
    shareOf(ids, BARS.ids),
    percent(medianWords, BARS.median),
    percent(tenthWords, BARS.tenth),
    shareOf(links, BARS.links),
    shareOf(images, BARS.images),
  ]
  return `| ${cells.join(' | ')} |`
}

export const TABLE_HEAD = [
  '| site | reader | pages | addresses % | titles % | ids % | words, median % | words, tenth % | links % | images % |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
]

/** Lists what differs in the whole, and the `worst` pages with the words that differ. */
export function detailsOf(comparison: SiteComparison, worst: number): string[] {
  const { faults, filled, onlyBuilt, onlySource, pages } = comparison
  const lines = [
    ...listed('only in the sources', onlySource),
    ...listed('only in the built site', onlyBuilt),
    ...listed('filled with English by the generator', filled),
    `faults: ${[...faults].map(([code, times]) => `${code} ${times}`).join(', ') || 'none'}`,
  ]
  if (worst === 0) return lines
  const titles = pages.filter(({ isTitleEqual }) => !isTitleEqual)
  for (const { built, source } of titles.slice(0, worst))
    lines.push(`title of ${built.key}: built ${JSON.stringify(built.title)}, sources ${JSON.stringify(source.title)}`)
  lines.push(...mostOf(pages, worst, 'ids', ({ missingIds }) => missingIds))
  lines.push(...mostOf(pages, worst, 'links', ({ missingLinks }) => missingLinks))
  lines.push(...mostOf(pages, worst, 'images', missingImages))
  for (const page of [...pages].sort((a, b) => a.words - b.words).slice(0, worst)) {
    if (page.words < 1) lines.push('', ...wordsThatDiffer(page))
  }
  return lines
}

/** What of the words of the sources stands neither on a page nor in a fault, with the places. */
export function lossLines({ excused, lost, told, words }: Loss, worst: number): string[] {
  const count = lost.reduce((sum, line) => sum + line.words.length, 0)
  const reasons = [...excused].map(([why, times]) => `, ${times} left out by the generator (${why})`)
  const most = lost.toSorted((a, b) => b.words.length - a.words.length).slice(0, Math.max(worst, LOST_SHOWN))
  return [
    `lost words: ${count} of ${words} in the sources; ${told} more where a fault says so${reasons.join('')}`,
    ...most.map(({ file, line, words: of }) => `  ${file}:${line}: ${of.slice(0, SHOWN_WORDS).join(' ')}`),
    ...(lost.length > most.length ? [`  and ${lost.length - most.length} more lines`] : []),
  ]
}

function wordsThatDiffer({ built, source, words }: PageComparison): string[] {
  const lines = [
    `words of ${built.key}: ${percent(words)} % (built ${built.words.length}, sources ${source.words.length})`,
  ]
  const runs = differingRuns(built.words, source.words)
  if (runs === null) return [...lines, '  too long to show']
  const longest = new Set([...runs].sort((a, b) => b.words.length - a.words.length).slice(0, SHOWN_RUNS))
  for (const run of runs) {
    if (!longest.has(run)) continue
    const { before, kind, words: differing } = run
    const more = differing.length > SHOWN_WORDS ? ` … (${differing.length} words)` : ''
    lines.push(`  ${kind} after "${before.join(' ')}": ${differing.slice(0, SHOWN_WORDS).join(' ')}${more}`)
  }
  if (runs.length > SHOWN_RUNS) lines.push(`  and ${runs.length - SHOWN_RUNS} more`)
  return lines
}

/** The pages that lack the most of something, with the first of it. */
function mostOf(
  pages: readonly PageComparison[],
  worst: number,
  what: string,
  missing: (page: PageComparison) => readonly string[],
): string[] {
  return pages
    .map((page) => ({ key: page.built.key, missing: missing(page) }))
    .filter((page) => page.missing.length > 0)
    .sort((a, b) => b.missing.length - a.missing.length)
    .slice(0, worst)
    .map((page) => `${what} missing on ${page.key}: ${page.missing.length}, ${page.missing.slice(0, 6).join(' ')}`)
}

function missingImages({ built, source }: PageComparison): string[] {
  return source.images.length < built.images.length
    ? [`built ${built.images.join(' ')}, sources ${source.images.join(' ')}`]
    : []
}

function listed(what: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  const more = keys.length > LISTED ? ` … (${keys.length})` : ''
  return [`${what}: ${keys.slice(0, LISTED).join(' ')}${more}`]
}

/** A share in percent; a dash: there is nothing to compare. */
function shareOf({ part, whole }: Share, bar: number): string {
  return whole === 0 ? '–' : percent(part / whole, bar)
}

function percent(value: number, bar = 0): string {
  const text = (Math.floor(value * 10_000) / 100).toFixed(2)
  return value < bar ? `${text}*` : text
}
