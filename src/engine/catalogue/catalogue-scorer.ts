import { compilePlan, createKernelPlan } from '../query/compile-plan.ts'
import { createJavaScriptKernel, createKernelResult } from '../query/kernel.ts'
import { normaliseTitle } from '../text/normalise-title.ts'
import type { SearchIndex } from '../index/open.ts'
import { createPlan, type IsKnownWord } from '../query/plan.ts'
import { exactTitles } from '../query/searcher.ts'
import type { Synonyms } from '../index/synonyms.ts'

/** Scale of a query in an index, with which the sums of its pages are read. */
export interface Scoring {
  /** Amount of a page's sum that equals one unit of score. */
  readonly steps: number
  /** Σ weight · idf of the query's words. */
  readonly totalWeight: number
  /** Number of groups that a page must match to match every word; -1 when some word is on no page. */
  readonly countable: number
}

/** Scores every page of a small index, for searches with their own ranking and filters. Each thread needs its own. */
export interface CatalogueScorer {
  /** Plans a normalised query. Known words are no typos. */
  plan(query: string, isKnownWord: IsKnownWord): Scoring
  /** Returns the sums of one partition for the last plan (`Kernel`), in scratch memory that is valid until the next call. */
  sums(partition: number): Int32Array
}

export function createJavaScriptScorer(index: SearchIndex, synonyms: Synonyms | null): CatalogueScorer {
  const kernel = createJavaScriptKernel()
  const compiled = createKernelPlan()
  const result = createKernelResult()
  return {
    plan(query, isKnownWord) {
      const planned = createPlan(index, query, synonyms, isKnownWord)
      const steps = compilePlan(index, planned, exactTitles(index, normaliseTitle(query)), compiled)
      return { steps, totalWeight: planned.totalWeight, countable: compiled.countableCount }
    },
    sums: (partition) => kernel.accumulate(index, partition, compiled, result),
  }
}
