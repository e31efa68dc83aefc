import { growableInt32, type Growable } from './growable.ts'

/** Counts over all partitions, by number of the term in the vocabulary. */
export interface TermStatistics {
  readonly pages: Growable<Int32Array>
  /** FIELD_COUNT numbers a term. */
  readonly fieldPages: Growable<Int32Array>
  /** 1 where the term stands in some title. */
  readonly inTitle: Growable<Int32Array>
}

export function createTermStatistics(): TermStatistics {
  return { pages: growableInt32(), fieldPages: growableInt32(), inTitle: growableInt32() }
}
