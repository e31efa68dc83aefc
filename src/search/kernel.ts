import { PARTITION_PAGES } from './layout.ts'
import type { SearchIndex } from './open.ts'

/**
 * A plan as flat arrays of integers: what the scoring loop needs and nothing else. This is the seam for a kernel in another
 * language; the index arrays (`layout.ts`) are its other input. Scores are fixed-point numbers of VALUE_BITS bits, scaled
 * for each query so that the largest possible sum just fits.
 */
export interface KernelPlan {
  /** Groups that make a page a match. */
  groupCount: number
  /** How many groups a page must match to count as matching every word; -1: some word is on no page. */
  countableCount: number
  /** Expansions of group g: [starts[g], starts[g + 1]). */
  readonly starts: Int32Array
  readonly terms: Int32Array
  /** What one step of impact of the expansion is worth. */
  readonly factors: Int32Array
  /** Added once to each page that matches the group; with COUNT_UNIT in it when the group is countable. */
  readonly bonuses: Int32Array
  /** Pages whose title is the query (numbers within the locale), and what that is worth. */
  exactPages: readonly number[]
  exactBonus: number
}

/** The best pages of all partitions so far, value falling, ties by page number, and the exact counts. */
export interface KernelResult {
  length: number
  readonly pages: Int32Array
  readonly values: Int32Array
  /** Pages that match every countable group. */
  allCount: number
  /** Pages that match any group. */
  anyCount: number
}

export interface Kernel {
  /** Scores one partition and adds its best pages to `result`. */
  score(index: SearchIndex, partition: number, plan: KernelPlan, result: KernelResult): void
}

/** As many as the largest `limit` of a query. */
export const CANDIDATES = 50

/** Value and count of matched groups of a page share one 31-bit integer. */
const VALUE_BITS = 26
export const MAX_VALUE = 2 ** VALUE_BITS - 1
export const COUNT_UNIT = 2 ** VALUE_BITS

export function createKernelResult(): KernelResult {
  return {
    length: 0,
    pages: new Int32Array(CANDIDATES),
    values: new Int32Array(CANDIDATES),
    allCount: 0,
    anyCount: 0,
  }
}

/** The kernel in JavaScript. Its scratch arrays make it single-threaded: one per thread. */
export function createJavaScriptKernel(): Kernel {
  /** By page of the partition: (matched countable groups) · COUNT_UNIT + value. */
  const sums = new Int32Array(PARTITION_PAGES)
  /** For groups with several expansions: (group + 1) · COUNT_UNIT + the best expansion's value so far. */
  const bests = new Int32Array(PARTITION_PAGES)

  return {
    score(index, partition, plan, result) {
      const first = partition * PARTITION_PAGES
      const pageCount = Math.min(PARTITION_PAGES, index.pageCount - first)
      const row = partition * index.termCount
      sums.fill(0, 0, pageCount)
      let bestsAreClear = false
      for (let g = 0; g < plan.groupCount; g++) {
        const from = plan.starts[g]!
        const to = plan.starts[g + 1]!
        if (to - from === 1) {
          addSingle(sums, index, row + plan.terms[from]!, plan.factors[from]!, plan.bonuses[g]!)
          continue
        }
        if (!bestsAreClear) bests.fill(0, 0, pageCount)
        bestsAreClear = true
        for (let e = from; e < to; e++) {
          addBest(sums, bests, index, row + plan.terms[e]!, plan.factors[e]!, plan.bonuses[g]!, (g + 1) * COUNT_UNIT)
        }
      }
      for (const page of plan.exactPages) {
        const local = page - first
        if (local >= 0 && local < pageCount && sums[local]! > 0) sums[local]! += plan.exactBonus
      }
      select(sums, first, pageCount, plan.countableCount, result)
    },
  }
}

function addSingle(sums: Int32Array, index: SearchIndex, row: number, factor: number, bonus: number): void {
  const { postingPages, postingImpacts, postingStarts } = index
  const end = postingStarts[row + 1]!
  for (let i = postingStarts[row]!; i < end; i++) {
    const page = postingPages[i]!
    sums[page] = (sums[page]! + Math.imul(postingImpacts[i]!, factor) + bonus) | 0
  }
}

function addBest(
  sums: Int32Array,
  bests: Int32Array,
  index: SearchIndex,
  row: number,
  factor: number,
  bonus: number,
  mark: number,
): void {
  const { postingPages, postingImpacts, postingStarts } = index
  const end = postingStarts[row + 1]!
  for (let i = postingStarts[row]!; i < end; i++) {
    const page = postingPages[i]!
    const value = (mark + Math.imul(postingImpacts[i]!, factor)) | 0
    const best = bests[page]!
    // Marks grow from group to group, so a smaller number is what an earlier group left behind.
    if (best < mark) {
      bests[page] = value
      sums[page] = (sums[page]! + (value - mark) + bonus) | 0
    } else if (value > best) {
      bests[page] = value
      sums[page] = (sums[page]! + (value - best)) | 0
    }
  }
}

function select(
  sums: Int32Array,
  first: number,
  pageCount: number,
  countableCount: number,
  result: KernelResult,
): void {
  const { pages, values } = result
  let { length, allCount, anyCount } = result
  let threshold = length === CANDIDATES ? values[CANDIDATES - 1]! : 0
  for (let page = 0; page < pageCount; page++) {
    const sum = sums[page]!
    if (sum === 0) continue
    anyCount++
    if (sum >>> VALUE_BITS === countableCount) allCount++
    const value = sum & MAX_VALUE
    // Pages come in ascending order, so an equal value later never goes before an earlier one.
    if (value <= threshold) continue
    let at = length < CANDIDATES ? length++ : CANDIDATES - 1
    while (at > 0 && values[at - 1]! < value) {
      values[at] = values[at - 1]!
      pages[at] = pages[at - 1]!
      at--
    }
    values[at] = value
    pages[at] = first + page
    if (length === CANDIDATES) threshold = values[CANDIDATES - 1]!
  }
  result.length = length
  result.allCount = allCount
  result.anyCount = anyCount
}
