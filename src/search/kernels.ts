import type { Locale } from '../shared/locale.ts'
import { createJavaScriptScorer, type CatalogueScorer } from './catalogue-scorer.ts'
import type { KernelChoice } from './kernel-choice.ts'
import { loadNative } from './native.ts'
import { createNativeScorer } from './native-scorer.ts'
import { createNativeSearcher } from './native-searcher.ts'
import type { SearchIndex } from './open.ts'
import { createSearcher, type Searcher } from './searcher.ts'
import type { Synonyms } from './synonyms.ts'

/** What searches run on. Both kinds give the same pages, scores and bytes. */
export interface SearchKernel {
  readonly name: 'native' | 'javascript'
  /** The instructions that the native kernel runs on, or why there is none. */
  readonly detail: string
  /** @throws where an index is damaged. */
  createSearcher(indexes: ReadonlyMap<Locale, SearchIndex>): Searcher
  createScorer(index: SearchIndex, synonyms: Synonyms | null): CatalogueScorer
}

/** @throws where the native kernel is demanded and does not load. */
export function chooseKernel(choice: KernelChoice): SearchKernel {
  if (choice === 'javascript') return inJavaScript('as configured')
  const native = loadNative()
  if (native.ok) {
    const { addon } = native
    return {
      name: 'native',
      detail: addon.instructions,
      createSearcher: (indexes) => createNativeSearcher(addon, indexes),
      createScorer: (index, synonyms) => createNativeScorer(addon, index, synonyms),
    }
  }
  if (choice === 'native') throw new Error(`the native search kernel does not load: ${native.reason}`)
  return inJavaScript(native.reason)
}

function inJavaScript(detail: string): SearchKernel {
  return { name: 'javascript', detail, createSearcher, createScorer: createJavaScriptScorer }
}
