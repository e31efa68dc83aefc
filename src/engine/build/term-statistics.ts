import { growableInt32, type Growable } from './growable.ts'

/** Counts over all partitions, by vocabulary number. */
export interface TermStatistics {
  readonly pages: Growable<Int32Array>
  /** Pages with the term in each field: FIELD_COUNT numbers for each term. */
  readonly fieldPages: Growable<Int32Array>
  /** 1 where at least one title contains the term. */
  readonly inTitle: Growable<Int32Array>
}

export function createTermStatistics(): TermStatistics {
  return { pages: growableInt32(), fieldPages: growableInt32(), inTitle: growableInt32() }
}
