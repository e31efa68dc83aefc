import type { SearchIndex } from '../index/open.ts'
import { findPosting, readPositions } from '../index/rows.ts'
import type { Plan } from './plan.ts'

/** Most positions that are looked at on one page. */
const MAX_HITS = 1024
/** A hit is its position times HIT_GROUPS plus its group. */
export const HIT_GROUPS = 32

/** Group + 1 for which a term stands, by term; the first group wins. */
export type GroupOfTerm = Uint8Array

/**
 * Positions on a page of all words of a plan, rising. Stop words have none, and of a word that a section repeats the index has
 * the first ones.
 */
export function hitsOn(index: SearchIndex, plan: Plan, groupOfTerm: GroupOfTerm, page: number): Int32Array {
  const hits = new Int32Array(MAX_HITS)
  let count = 0
  plan.groups.forEach(({ stop, terms }, group) => {
    if (stop) return
    for (const term of terms) {
      if (groupOfTerm[term] !== group + 1) continue
      const posting = findPosting(index, page, term)
      if (posting === -1) continue
      const end = readPositions(index, posting, hits, count)
      for (; count < end; count++) hits[count] = hits[count]! * HIT_GROUPS + group
    }
  })
  return hits.subarray(0, count).sort()
}
