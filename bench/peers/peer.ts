import type { SearchDocument } from '../../src/engine/index/document.ts'
import type { Locale } from '../../src/shared/locale.ts'

/** Number of results of every engine for every query. */
export const RESULT_LIMIT = 10

/** A search engine under measurement. All engines answer synchronously, on the calling thread. */
export interface BenchEngine {
  /** Builds the index from documents. It is called once. */
  readonly build: (documents: readonly SearchDocument[], locale: Locale) => void
  /** @returns the paths of the best `RESULT_LIMIT` pages, best first */
  readonly search: (query: string) => readonly string[]
  /** Does the work of the service for a query: ranking, total and JSON bytes. Absent if the engine has no such function. */
  readonly answer?: (query: string) => void
  /** Size of the finished index in bytes if the engine knows it. Otherwise the growth of the process is used. */
  readonly indexBytes?: () => number
}

export const PEER_NAMES = ['flexsearch', 'minisearch', 'turso'] as const

export type PeerName = (typeof PEER_NAMES)[number]
