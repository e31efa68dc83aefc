import type { Locale } from '../../shared/locale.ts'
import type { DocumentSection } from '../index/document.ts'
import type { SearchIndex } from '../index/open.ts'
import type { Plan } from './plan.ts'

export interface SearcherQuery {
  /** Normalised query (`normaliseQuery`). */
  readonly query: string
  readonly locale: Locale
  /** Number of results, from 1 to 50. */
  readonly limit: number
}

/** Reads the text of a page for extracts; null when it is unavailable. */
export type ReadSections = (locale: Locale, path: string) => readonly DocumentSection[] | null

/** Result of a query, in scratch memory that the next query overwrites. */
export interface Found {
  index: SearchIndex | null
  plan: Plan | null
  total: number
  length: number
  readonly pages: Int32Array
  readonly scores: Float64Array
}
