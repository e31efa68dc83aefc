import type { SearchDocument } from '../src/engine/index/document.ts'

/** A query and the pages that its author wants. */
export interface KnownItem {
  readonly query: string
  readonly relevant: readonly string[]
  readonly kind: string
}

export interface CorpusPart {
  readonly documents: readonly SearchDocument[]
  readonly queries: readonly KnownItem[]
}
