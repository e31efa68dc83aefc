import { idfOf, type SearchIndex } from './open.ts'
import { PARTITION_PAGES } from './layout.ts'
import type { Plan } from './plan.ts'
import { RANK } from './scoring.ts'

/**
 * A plan as flat arrays: what the scoring loop needs and nothing else. This is the seam for a kernel in another language;
 * the index arrays (`layout.ts`) are its other input.
 */
export interface KernelPlan {
  groupCount: number
  /** Groups [0, contentCount) make a page a match; stop words after them only add to pages that match already. */
  contentCount: number
  /** Of the content groups, how many a page must match to count as matching every word; -1: some word is on no page. */
  countableCount: number
  /** Expansions of group g: [starts[g], starts[g + 1]). */
  readonly starts: Int32Array
  readonly terms: Int32Array
  /** What one step of impact of the expansion is worth. */
  readonly factors: Float32Array
  /** Added once to each page that matches the group. */
  readonly bonuses: Float32Array
  readonly countable: Uint8Array
  /** Pages whose title is the query (numbers within the locale), and what that is worth. */
  exactPages: readonly number[]
  exactBonus: number
}

/** The best pages of a partition, score falling, ties by page number, and the exact counts. */
export interface KernelResult {
  length: number
  readonly pages: Int32Array
  readonly scores: Float32Array
  /** Pages that match every countable word. */
  allCount: number
  /** Pages that match any content word. */
  anyCount: number
}

export interface Kernel {
  /** Scores one partition and adds its best pages to `result`, which keeps at most CANDIDATES over all partitions. */
  score(index: SearchIndex, partition: number, plan: KernelPlan, result: KernelResult): void
}

/** As many as the largest `limit` of a query. */
export const CANDIDATES = 50
export const MAX_EXPANSIONS = 1024

export function createKernelPlan(): KernelPlan {
  return {
    groupCount: 0,
    contentCount: 0,
    countableCount: 0,
    starts: new Int32Array(64),
    terms: new Int32Array(MAX_EXPANSIONS),
    factors: new Float32Array(MAX_EXPANSIONS),
    bonuses: new Float32Array(64),
    countable: new Uint8Array(64),
    exactPages: [],
    exactBonus: 0,
  }
}

export function createKernelResult(): KernelResult {
  return {
    length: 0,
    pages: new Int32Array(CANDIDATES),
    scores: new Float32Array(CANDIDATES),
    allCount: 0,
    anyCount: 0,
  }
}

/** Flattens a plan into `out`. */
export function compilePlan(index: SearchIndex, plan: Plan, out: KernelPlan): void {
  const onlyStops = plan.groups.every((group) => group.stop)
  let at = 0
  out.groupCount = 0
  out.countableCount = 0
  for (const stops of [false, true]) {
    for (const group of plan.groups) {
      if ((group.stop && !onlyStops) !== stops) continue
      if (group.countable && !stops) {
        if (group.terms.length === 0) out.countableCount = -1
        else if (out.countableCount !== -1) out.countableCount++
      }
      if (group.terms.length === 0) continue
      const g = out.groupCount++
      out.starts[g] = at
      out.countable[g] = group.countable ? 1 : 0
      out.bonuses[g] = RANK.matchBonus * group.idf * group.weight
      group.terms.forEach((term, i) => {
        if (at === MAX_EXPANSIONS) return
        const weight = group.weights[i]!
        const capped = group.terms.length > 1 || weight < 1
        const cap = capped ? Math.min(1, group.idf / idfOf(index, term)) : 1
        out.terms[at] = term
        out.factors[at++] = weight * group.weight * cap * index.termScale[term]!
      })
    }
    if (!stops) out.contentCount = out.groupCount
  }
  out.starts[out.groupCount] = at
}

/** The kernel in JavaScript. Its scratch arrays make it single-threaded: one per thread. */
export function createJavaScriptKernel(): Kernel {
  const scores = new Float32Array(PARTITION_PAGES)
  const matched = new Uint8Array(PARTITION_PAGES)
  /** For groups with several expansions: the last group that touched a page, and with what. */
  const lastGroup = new Uint8Array(PARTITION_PAGES)
  const lastImpact = new Float32Array(PARTITION_PAGES)

  return { score }

  function score(index: SearchIndex, partition: number, plan: KernelPlan, result: KernelResult): void {
    const first = partition * PARTITION_PAGES
    const pageCount = Math.min(PARTITION_PAGES, index.pageCount - first)
    const row = partition * index.termCount
    scores.fill(0, 0, pageCount)
    matched.fill(0, 0, pageCount)
    let usesLast = false
    for (let g = 0; g < plan.groupCount; g++) {
      const from = plan.starts[g]!
      const to = plan.starts[g + 1]!
      const bonus = plan.bonuses[g]!
      if (g >= plan.contentCount) {
        for (let e = from; e < to; e++) addToMatches(index, row + plan.terms[e]!, plan.factors[e]!, bonus)
      } else if (to - from === 1) {
        addSingle(index, row + plan.terms[from]!, plan.factors[from]!, bonus, plan.countable[g]!)
      } else {
        if (!usesLast) lastGroup.fill(0, 0, pageCount)
        usesLast = true
        for (let e = from; e < to; e++) {
          addBest(index, row + plan.terms[e]!, plan.factors[e]!, bonus, plan.countable[g]!, g + 1)
        }
      }
    }
    for (const page of plan.exactPages) {
      const local = page - first
      if (local >= 0 && local < pageCount && scores[local]! > 0) scores[local]! += plan.exactBonus
    }
    select(first, pageCount, plan.countableCount, result)
  }

  function addSingle(index: SearchIndex, row: number, factor: number, bonus: number, countable: number): void {
    const { postingPages, postingImpacts, postingStarts } = index
    const end = postingStarts[row + 1]!
    for (let i = postingStarts[row]!; i < end; i++) {
      const page = postingPages[i]!
      scores[page]! += postingImpacts[i]! * factor + bonus
      matched[page]! += countable
    }
  }

  function addBest(
    index: SearchIndex,
    row: number,
    factor: number,
    bonus: number,
    countable: number,
    group: number,
  ): void {
    const { postingPages, postingImpacts, postingStarts } = index
    const end = postingStarts[row + 1]!
    for (let i = postingStarts[row]!; i < end; i++) {
      const page = postingPages[i]!
      const impact = postingImpacts[i]! * factor
      if (lastGroup[page] !== group) {
        lastGroup[page] = group
        lastImpact[page] = impact
        scores[page]! += impact + bonus
        matched[page]! += countable
      } else if (impact > lastImpact[page]!) {
        scores[page]! += impact - lastImpact[page]!
        lastImpact[page] = impact
      }
    }
  }

  function addToMatches(index: SearchIndex, row: number, factor: number, bonus: number): void {
    const { postingPages, postingImpacts, postingStarts } = index
    const end = postingStarts[row + 1]!
    for (let i = postingStarts[row]!; i < end; i++) {
      const page = postingPages[i]!
      if (scores[page]! > 0) scores[page]! += postingImpacts[i]! * factor + bonus
    }
  }

  function select(first: number, pageCount: number, countableCount: number, result: KernelResult): void {
    const { pages: bestPages, scores: bestScores } = result
    let { length, allCount, anyCount } = result
    let threshold = length === CANDIDATES ? bestScores[CANDIDATES - 1]! : 0
    for (let page = 0; page < pageCount; page++) {
      const value = scores[page]!
      if (value === 0) continue
      anyCount++
      if (matched[page] === countableCount) allCount++
      // Pages come in ascending order, so an equal score later never goes before an earlier one.
      if (value <= threshold) continue
      let at = length < CANDIDATES ? length++ : CANDIDATES - 1
      while (at > 0 && bestScores[at - 1]! < value) {
        bestScores[at] = bestScores[at - 1]!
        bestPages[at] = bestPages[at - 1]!
        at--
      }
      bestScores[at] = value
      bestPages[at] = first + page
      if (length === CANDIDATES) threshold = bestScores[CANDIDATES - 1]!
    }
    result.length = length
    result.allCount = allCount
    result.anyCount = anyCount
  }
}
