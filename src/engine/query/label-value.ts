import { LABEL_UNITS, WEIGHT_STEPS } from '../index/labels.ts'
import type { SearchIndex } from '../index/open.ts'
import { RERANK } from '../index/scoring.ts'

/** What labels are compared with: the groups of a query. */
export interface AskedGroups {
  readonly groupCount: number
  /** Group + 1 for which a term stands, by term, or 0. */
  readonly groupOfTerm: Uint8Array
  /** Weight · idf of each group, and their sum. */
  readonly groupWeights: Float64Array
  readonly allGroupWeight: number
}

const PROMINENCE_UNITS = 255

/** Value of a page by what it is called, and by how much links lead to it. */
export function labelValue(index: SearchIndex, page: number, asked: AskedGroups): number {
  const { labels, labelStarts, prominences } = index
  const { allGroupWeight, groupCount, groupOfTerm, groupWeights } = asked
  const allGroups = 2 ** groupCount - 1
  const first = labelStarts[page]!
  const end = labelStarts[page + 1]!
  let best = 0
  let title = 0
  let share = 0
  /** What is left of the doubt: each text of links that is like the query takes as much of it as it leads to this page alone. */
  let doubt = 1
  for (let at = first; at < end;) {
    const isTitle = at === first
    const head = labels[at++]!
    const last = Math.min(end, at + (head & 63))
    let mask = 0
    let matched = 0
    for (; at < last; at++) {
      const group = groupOfTerm[labels[at]! >>> 8]!
      if (group === 0) continue
      mask |= 1 << (group - 1)
      matched += labels[at]! & 255
    }
    if (mask === 0) continue
    let asked = 0
    for (let g = 0; g < groupCount; g++) if ((mask & (1 << g)) !== 0) asked += groupWeights[g]!
    const sum = head >>> 18
    const alike = (asked + matched / WEIGHT_STEPS) / (allGroupWeight + sum / WEIGHT_STEPS)
    const square = alike * alike
    const shared = (head >>> 12) & LABEL_UNITS
    if (isTitle) title = square
    else doubt *= 1 - (shared * Math.min(1, square)) / LABEL_UNITS
    best = Math.max(best, ((head >>> 6) & LABEL_UNITS) * square)
    if (mask === allGroups && matched === sum) share = Math.max(share, shared)
  }
  return (
    RERANK.label * (best / LABEL_UNITS) -
    RERANK.labelTitle * title +
    RERANK.labelLinks * (1 - doubt) +
    RERANK.labelShare * (share / LABEL_UNITS) +
    RERANK.prominence * (prominences[page]! / PROMINENCE_UNITS)
  )
}
