import { textEnd } from '../index/display.ts'
import type { SearchIndex } from '../index/open.ts'

/** The sections of an index. Their numbers hold for this index alone. */
interface SectionTable {
  readonly names: readonly string[]
  /** Number of each page's section. */
  readonly ofPage: Uint32Array
}

/** What a query counts by section. */
export interface SectionTally {
  readonly ofPage: Uint32Array
  /** Number of the section whose pages are results, or EVERY_SECTION. One that no page has is a number beyond the names. */
  readonly wanted: number
  /** Number of matches in each section, whichever is wanted. The kernel adds to it. */
  readonly counts: Uint32Array
}

/** Matches of one section. */
export interface SectionCount {
  readonly section: string
  readonly count: number
}

/** Place of the section among the texts of a page's display. */
const SECTION_TEXT = 2
export const EVERY_SECTION = 0xffff_ffff
/** Number of sections that an answer counts; those with fewer matches are left out. */
export const FACET_LIMIT = 50

const tables = new WeakMap<SearchIndex, SectionTable>()

/**
 * Starts the counts of a query.
 *
 * @param wanted Name of the section whose pages are results; undefined: those of all sections.
 */
export function createSectionTally(index: SearchIndex, wanted: string | undefined): SectionTally {
  const { names, ofPage } = tableOf(index)
  const at = wanted === undefined ? EVERY_SECTION : names.indexOf(wanted)
  return { ofPage, wanted: at < 0 ? names.length : at, counts: new Uint32Array(names.length) }
}

/** Whether any page matches, in whatever section. */
export function hasMatches({ counts }: SectionTally): boolean {
  return counts.some((count) => count > 0)
}

/** Lists the sections with matches, most first and then by name, at most FACET_LIMIT. The home page, which is in no section, is left out. */
export function sectionCounts(index: SearchIndex, { counts }: SectionTally): SectionCount[] {
  return tableOf(index)
    .names.map((section, number) => ({ section, count: counts[number]! }))
    .filter(({ count, section }) => count > 0 && section !== '')
    .toSorted((a, b) => b.count - a.count || (a.section < b.section ? -1 : 1))
    .slice(0, FACET_LIMIT)
}

/** Gives the sections of an index, which are read when a query first asks for them. */
function tableOf(index: SearchIndex): SectionTable {
  const table = tables.get(index) ?? readTable(index)
  tables.set(index, table)
  return table
}

function readTable({ display, displayStarts, pageCount }: SearchIndex): SectionTable {
  const numbers = new Map<string, number>()
  const numbersOfTexts = new Map<string, number>()
  const ofPage = new Uint32Array(pageCount)
  for (let page = 0; page < pageCount; page++) {
    const end = displayStarts[page + 1]!
    let from = displayStarts[page]!
    for (let skipped = 0; skipped < SECTION_TEXT; skipped++) from = Math.min(textEnd(display, from, end) + 1, end)
    const text = Buffer.from(display.buffer, display.byteOffset + from, end - from).toString('utf8')
    let number = numbersOfTexts.get(text)
    if (number === undefined) {
      // The member `version` may follow, so that the text is no string alone.
      const { section } = JSON.parse(`{"section":"${text}"}`) as { readonly section: string }
      number = numbers.get(section) ?? numbers.size
      numbers.set(section, number)
      numbersOfTexts.set(text, number)
    }
    ofPage[page] = number
  }
  return { names: [...numbers.keys()], ofPage }
}
