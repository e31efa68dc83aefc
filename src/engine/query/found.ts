import type { Locale } from '../../shared/locale.ts'
import type { DocumentSection } from '../index/document.ts'
import type { SearchIndex } from '../index/open.ts'
import type { Plan } from './plan.ts'

export interface SearcherQuery {
  /** Normalised (`normaliseQuery`). */
  readonly query: string
  readonly locale: Locale
  /** 1 to 50. */
  readonly limit: number
}

/** The text of a page, for extracts; null when it is not to be had. */
export type ReadSections = (locale: Locale, path: string) => readonly DocumentSection[] | null

/** What a query found, as scratch that the next query overwrites. */
export interface Found {
  index: SearchIndex | null
  plan: Plan | null
  total: number
  length: number
  readonly pages: Int32Array
  readonly scores: Float64Array
}
