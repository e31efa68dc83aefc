import { HIDDEN, SECTION, SECTION_NUMBERS, type PageExtract } from '../index/extracts.ts'
import type { SearchIndex } from '../index/open.ts'
import { RERANK } from '../index/scoring.ts'
import { HIT_GROUPS, hitsOn, type GroupOfTerm } from './page-hits.ts'
import type { Plan } from './plan.ts'

/** A section with hits: those of its heading are [from, text), those of its text [text, to). */
export interface MatchedSection {
  readonly section: number
  readonly from: number
  readonly text: number
  readonly to: number
}

/** Where a plan matches one page. */
export interface PageMatches {
  readonly extract: PageExtract
  readonly hits: Int32Array
  readonly groupOfTerm: GroupOfTerm
  /** In the order of the page. */
  readonly sections: readonly MatchedSection[]
  /** Mask of the groups in the title, and Σ idf of its words that match. Stop words do not count. */
  readonly titleMask: number
  readonly titleIdf: number
}

export function matchPage(
  index: SearchIndex,
  plan: Plan,
  groupOfTerm: GroupOfTerm,
  page: number,
  extract: PageExtract,
): PageMatches {
  const hits = hitsOn(index, plan, groupOfTerm, page)
  const sections: MatchedSection[] = []
  const first = index.sectionStarts[page]!
  let section = 0
  for (let from = 0; from < hits.length;) {
    const position = Math.floor(hits[from]! / HIT_GROUPS)
    while (section < extract.sectionCount && position > index.sectionPositions[first + section]!) section++
    if (section === extract.sectionCount) break
    const textFrom = positionOf(extract, section, headingPositions(extract, section))
    const end = index.sectionPositions[first + section]!
    let text = from
    while (text < hits.length && Math.floor(hits[text]! / HIT_GROUPS) < textFrom) text++
    let to = text
    while (to < hits.length && Math.floor(hits[to]! / HIT_GROUPS) <= end) to++
    if (!isHidden(extract, section)) sections.push({ section, from, text, to })
    from = to
  }
  let titleMask = 0
  let titleIdf = 0
  for (let i = index.titleTermStarts[page]!; i < index.titleTermStarts[page + 1]!; i++) {
    const group = groupOfTerm[index.titleTerms[i]!]! - 1
    if (group < 0 || plan.groups[group]!.stop) continue
    titleMask |= 1 << group
    titleIdf += plan.groups[group]!.idf
  }
  return { extract, hits, groupOfTerm, sections, titleMask, titleIdf }
}

export function numberOf(extract: PageExtract, section: number, number: keyof typeof SECTION): number {
  return extract.sections[section * SECTION_NUMBERS + SECTION[number]]!
}

/** Number of entries with a position in the heading of a section. */
function headingPositions(extract: PageExtract, section: number): number {
  return numberOf(extract, section, 'headingPositions') & 0xffff
}

export function parentOf(extract: PageExtract, section: number): number {
  return numberOf(extract, section, 'headingPositions') >>> 16
}

export function isHidden(extract: PageExtract, section: number): boolean {
  return parentOf(extract, section) === HIDDEN
}

export function hasHeading(extract: PageExtract, section: number): boolean {
  return numberOf(extract, section, 'headingStart') !== numberOf(extract, section, 'textStart')
}

/** Position of the entry of a section that is the n-th with one. */
function positionOf(extract: PageExtract, section: number, n: number): number {
  return 1 + section * RERANK.sectionGap + numberOf(extract, section, 'positionsBefore') + n
}

/** The entry of a section at a position of the index; -1 when the extract ends before. */
export function entryAt(extract: PageExtract, section: number, position: number): number {
  const { positioned } = extract
  const end = numberOf(extract, section + 1, 'headingEntry')
  let left = position - positionOf(extract, section, 0)
  for (let entry = numberOf(extract, section, 'headingEntry'); entry < end; entry++) {
    if (((positioned[entry >>> 5]! >>> (entry & 31)) & 1) === 1 && left-- === 0) return entry
  }
  return -1
}
