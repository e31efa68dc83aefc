import { PARTITION_PAGES } from '../index/layout.ts'
import type { SearchIndex } from '../index/open.ts'
import { findRow, type Row } from '../index/rows.ts'
import { EVERY_SECTION, type SectionTally } from './section-tally.ts'

/**
 * A plan as flat arrays of integers. The scoring loop reads only the plan and the index arrays (`layout.ts`). Every value added to
 * a page's sum is a multiple of VALUE_UNIT, scaled for each query so that the largest possible sum just fits. The part below that
 * unit counts the words of a page.
 */
export interface KernelPlan {
  /** Number of groups; a page that has any of them is a match. */
  groupCount: number
  /** Number of groups that a page must match to match every word; -1 when some word is on no page. Catalogues use it. */
  countableCount: number
  /** The expansions of group g are [starts[g], starts[g + 1]). */
  readonly starts: Int32Array
  readonly terms: Int32Array
  /** Value of one impact step of each expansion. */
  readonly factors: Int32Array
  /** Bonus added once to each page that matches the group: a multiple of VALUE_UNIT, plus 1 when the group is countable. */
  readonly bonuses: Int32Array
  /** Pages whose title is the query (numbers within the locale), and their bonus. */
  exactPages: readonly number[]
  exactBonus: number
}

/** Best pages of all partitions so far, by falling sum and then page number, and the exact count. */
export interface KernelResult {
  length: number
  readonly pages: Int32Array
  /** Values of the pages, in multiples of VALUE_UNIT. */
  readonly values: Int32Array
  /** Number of pages that match any group. */
  total: number
}

export interface Kernel {
  /**
   * Scores one partition and counts its matches in `result`. Returns one sum for each page, in scratch memory that is valid until
   * the next call. A sum is value · VALUE_UNIT + matched countable groups, or 0 for a page without a match.
   */
  accumulate(index: SearchIndex, partition: number, plan: KernelPlan, result: KernelResult): Int32Array
  /** Accumulates one partition and adds its best pages to `result`; those of one section, where `tally` wants one. */
  score(
    index: SearchIndex,
    partition: number,
    plan: KernelPlan,
    result: KernelResult,
    tally?: SectionTally | null,
  ): void
}

/** Number of candidates, equal to the largest `limit` of a query. */
export const CANDIDATES = 50

/** A page's sum is value · VALUE_UNIT + matched countable groups, so comparing sums compares values. */
export const VALUE_UNIT = 32
export const COUNT_MASK = VALUE_UNIT - 1
export const MAX_VALUE = 2 ** 26 - 1

export function createKernelResult(): KernelResult {
  return {
    length: 0,
    pages: new Int32Array(CANDIDATES),
    values: new Int32Array(CANDIDATES),
    total: 0,
  }
}

/** Creates the JavaScript kernel. Its scratch arrays allow one thread only, so each thread needs its own. */
export function createJavaScriptKernel(): Kernel {
  const sums = new Int32Array(PARTITION_PAGES)
  /** Value of the best expansion so far, for groups with several expansions; the part below VALUE_UNIT is the group's mark. */
  const bests = new Int32Array(PARTITION_PAGES)
  const row: Row = { start: 0, end: 0 }

  return {
    accumulate,
    score(index, partition, plan, result, tally = null) {
      accumulate(index, partition, plan, result)
      const first = partition * index.partitionPages
      const pageCount = Math.min(index.partitionPages, index.pageCount - first)
      if (tally !== null) result.total -= countSections(sums, first, pageCount, tally)
      select(sums, first, pageCount, result)
    },
  }

  function accumulate(index: SearchIndex, partition: number, plan: KernelPlan, result: KernelResult): Int32Array {
    const first = partition * index.partitionPages
    const pageCount = Math.min(index.partitionPages, index.pageCount - first)
    sums.fill(0, 0, pageCount)
    let bestsAreClear = false
    for (let g = 0; g < plan.groupCount; g++) {
      const from = plan.starts[g]!
      const to = plan.starts[g + 1]!
      if (to - from === 1) {
        findRow(index, partition, plan.terms[from]!, row)
        result.total += addSingle(sums, index, row, plan.factors[from]!, plan.bonuses[g]!)
        continue
      }
      if (!bestsAreClear) bests.fill(0, 0, pageCount)
      bestsAreClear = true
      for (let e = from; e < to; e++) {
        findRow(index, partition, plan.terms[e]!, row)
        result.total += addBest(sums, bests, index, row, plan.factors[e]!, plan.bonuses[g]!, g + 1)
      }
    }
    for (const page of plan.exactPages) {
      const local = page - first
      if (local >= 0 && local < pageCount && sums[local]! > 0) sums[local]! += plan.exactBonus
    }
    return sums
  }
}

// Both loops count without a branch, because pages new to the query occur as if at random. (x - 1) >> 31 is -1 for x = 0 and 0 for
// positive x.

/** @returns the number of pages that had no match before */
function addSingle(sums: Int32Array, index: SearchIndex, { start, end }: Row, factor: number, bonus: number): number {
  const { postingPages, postingImpacts } = index
  let added = 0
  for (let i = start; i < end; i++) {
    const page = postingPages[i]!
    const before = sums[page]!
    sums[page] = (before + Math.imul(postingImpacts[i]!, factor) + bonus) | 0
    added -= (before - 1) >> 31
  }
  return added
}

/** @returns the number of pages that had no match before */
function addBest(
  sums: Int32Array,
  bests: Int32Array,
  index: SearchIndex,
  { start, end }: Row,
  factor: number,
  bonus: number,
  mark: number,
): number {
  const { postingPages, postingImpacts } = index
  let added = 0
  for (let i = start; i < end; i++) {
    const page = postingPages[i]!
    const value = Math.imul(postingImpacts[i]!, factor) | mark
    const best = bests[page]!
    if ((best & COUNT_MASK) !== mark) {
      const before = sums[page]!
      bests[page] = value
      sums[page] = (before + value - mark + bonus) | 0
      added -= (before - 1) >> 31
    } else if (value > best) {
      bests[page] = value
      sums[page] = (sums[page]! + (value - best)) | 0
    }
  }
  return added
}

/**
 * Counts the matches of each section, and removes those of other sections than the wanted one.
 *
 * @returns the number of removed matches
 */
function countSections(sums: Int32Array, first: number, pageCount: number, tally: SectionTally): number {
  const { counts, ofPage, wanted } = tally
  let removed = 0
  for (let page = 0; page < pageCount; page++) {
    if (sums[page] === 0) continue
    const section = ofPage[first + page]!
    counts[section]!++
    if (wanted === EVERY_SECTION || section === wanted) continue
    sums[page] = 0
    removed++
  }
  return removed
}

/** Selects the best pages. Pages are visited in ascending order, so a later equal value never precedes an earlier one. */
function select(sums: Int32Array, first: number, pageCount: number, result: KernelResult): void {
  let page = 0
  for (; page < pageCount && result.length < CANDIDATES; page++) {
    if (sums[page]! > 0) insert(result, first + page, sums[page]!)
  }
  let threshold = result.values[CANDIDATES - 1]! | COUNT_MASK
  // Few pages exceed the threshold once it has risen, and four comparisons a step run much faster than one.
  for (; page + 3 < pageCount; page += 4) {
    if (
      sums[page]! <= threshold &&
      sums[page + 1]! <= threshold &&
      sums[page + 2]! <= threshold &&
      sums[page + 3]! <= threshold
    )
      continue
    threshold = insertAbove(threshold, sums, page, page + 4, first, result)
  }
  insertAbove(threshold, sums, page, pageCount, first, result)
}

function insertAbove(
  threshold: number,
  sums: Int32Array,
  from: number,
  to: number,
  first: number,
  result: KernelResult,
): number {
  let rising = threshold
  for (let page = from; page < to; page++) {
    if (sums[page]! <= rising) continue
    insert(result, first + page, sums[page]!)
    rising = result.values[CANDIDATES - 1]! | COUNT_MASK
  }
  return rising
}

/** Inserts a page at the position of its value, and drops the last page of a full list. */
function insert(result: KernelResult, page: number, sum: number): void {
  const { pages, values } = result
  const value = sum & ~COUNT_MASK
  let at = result.length < CANDIDATES ? result.length++ : CANDIDATES - 1
  while (at > 0 && values[at - 1]! < value) {
    values[at] = values[at - 1]!
    pages[at] = pages[at - 1]!
    at--
  }
  values[at] = value
  pages[at] = page
}
