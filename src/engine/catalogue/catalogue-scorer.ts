import { compilePlan, createKernelPlan } from '../query/compile-plan.ts'
import { createJavaScriptKernel, createKernelResult } from '../query/kernel.ts'
import { normaliseTitle } from '../text/normalise-title.ts'
import type { SearchIndex } from '../index/open.ts'
import { createPlan } from '../query/plan.ts'
import { exactTitles } from '../query/searcher.ts'
import type { Synonyms } from '../index/synonyms.ts'

/** What a query is worth in an index: how the sums of its pages are to be read. */
export interface Scoring {
  /** How much of a page's sum makes one unit of score. */
  readonly steps: number
  /** Σ weight · idf of the query's words. */
  readonly totalWeight: number
  /** How many groups a page must match to match every word; -1: some word is on no page. */
  readonly countable: number
}

/** Scores every page of a small index, for searches that rank and filter them in their own way. One per thread. */
export interface CatalogueScorer {
  /** Plans a normalised query. */
  plan(query: string): Scoring
  /** The sums of one partition by the last plan (`Kernel`): scratch memory until the next call. */
  sums(partition: number): Int32Array
}

export function createJavaScriptScorer(index: SearchIndex, synonyms: Synonyms | null): CatalogueScorer {
  const kernel = createJavaScriptKernel()
  const compiled = createKernelPlan()
  const result = createKernelResult()
  return {
    plan(query) {
      const planned = createPlan(index, query, synonyms)
      const steps = compilePlan(index, planned, exactTitles(index, normaliseTitle(query)), compiled)
      return { steps, totalWeight: planned.totalWeight, countable: compiled.countableCount }
    },
    sums: (partition) => kernel.accumulate(index, partition, compiled, result),
  }
}
