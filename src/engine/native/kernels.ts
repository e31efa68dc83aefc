import type { Locale } from '../../shared/locale.ts'
import { createJavaScriptScorer, type CatalogueScorer } from '../catalogue/catalogue-scorer.ts'
import type { KernelChoice } from './kernel-choice.ts'
import { findKernel } from './load-native.ts'
import { createNativeScorer } from './native-scorer.ts'
import { createNativeSearcher } from './native-searcher.ts'
import type { SearchIndex } from '../index/open.ts'
import { createSearcher, type Searcher } from '../query/searcher.ts'
import type { Synonyms } from '../index/synonyms.ts'

/** Implementation of the search. Both kinds give the same pages, scores and bytes. */
export interface SearchKernel {
  readonly name: 'native' | 'javascript'
  /** Instruction set of the native kernel, or the reason for its absence. */
  readonly detail: string
  /** @throws when an index is damaged. */
  createSearcher(indexes: ReadonlyMap<Locale, SearchIndex>): Searcher
  createScorer(index: SearchIndex, synonyms: Synonyms | null): CatalogueScorer
}

/** @throws when the native kernel is required and does not load. */
export function chooseKernel(choice: KernelChoice): SearchKernel {
  const found = findKernel(choice)
  const { detail, name } = found
  if (found.name === 'javascript') return { name, detail, createSearcher, createScorer: createJavaScriptScorer }
  const { addon } = found
  return {
    name,
    detail,
    createSearcher: (indexes) => createNativeSearcher(addon, indexes),
    createScorer: (index, synonyms) => createNativeScorer(addon, index, synonyms),
  }
}
