import type { SearchDocument } from '../../src/engine/index/document.ts'
import type { Locale } from '../../src/shared/locale.ts'

/** Results asked of every engine for every query. */
export const RESULT_LIMIT = 10

/** One engine under measurement. All of them answer synchronously, on the thread that calls. */
export interface BenchEngine {
  /** Documents to a ready index; called once. */
  readonly build: (documents: readonly SearchDocument[], locale: Locale) => void
  /** Paths of the best `RESULT_LIMIT` pages, best first. */
  readonly search: (query: string) => readonly string[]
  /** What the service does for a query: ranked, with total, as JSON bytes. Absent where the engine has no such thing. */
  readonly answer?: (query: string) => void
  /** Size of the finished index in bytes where the engine knows it; else the growth of the process is taken. */
  readonly indexBytes?: () => number
}

export const PEER_NAMES = ['flexsearch', 'minisearch', 'turso'] as const

export type PeerName = (typeof PEER_NAMES)[number]
