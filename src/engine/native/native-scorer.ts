import type { Addon } from './addon.ts'
import type { CatalogueScorer } from '../catalogue/catalogue-scorer.ts'
import { PARTITION_PAGES } from '../index/layout.ts'
import { createNativeEngine, openNativeIndex, writeQuery } from './native.ts'
import type { SearchIndex } from '../index/open.ts'
import type { Synonyms } from '../index/synonyms.ts'

/** @throws when the index is damaged. */
export function createNativeScorer(addon: Addon, index: SearchIndex, synonyms: Synonyms | null): CatalogueScorer {
  const engine = createNativeEngine(addon)
  const native = openNativeIndex(addon, index, synonyms)
  const described = new Float64Array(3)
  const sums = new Int32Array(PARTITION_PAGES)
  return {
    plan(query, isKnownWord) {
      writeQuery(engine, query, isKnownWord)
      addon.plan(engine.handle, native.handle, described)
      return { steps: described[0]!, totalWeight: described[1]!, countable: described[2]! }
    },
    sums(partition) {
      addon.accumulate(engine.handle, native.handle, partition, sums)
      return sums
    },
  }
}
