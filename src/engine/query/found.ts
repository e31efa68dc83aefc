import type { Locale } from '../../shared/locale.ts'
import type { SearchIndex } from '../index/open.ts'
import type { Plan } from './plan.ts'
import type { SectionTally } from './section-tally.ts'

export interface SearcherQuery {
  /** Normalised query (`normaliseQuery`). */
  readonly query: string
  readonly locale: Locale
  /** Number of results, from 1 to 50. */
  readonly limit: number
  /** Section of which the results are; absent: of any. */
  readonly section?: string
}

/**
 * Reads the section of a page at `anchor` as Markdown. Of a long one it gives the part with the most `worth`, a measure of
 * how much of the query a text has.
 */
export type ReadPassage = (locale: Locale, path: string, anchor: string, worth: (text: string) => number) => string

/** Reads the passage at an anchor of one page. */
export type PassageOf = (anchor: string) => string

/** A block of code on a page, with what tells its meaning. */
export interface FoundCode {
  readonly language: string | null
  readonly title: string | null
  readonly text: string
  /** The paragraph before it in its section; `''` without one. */
  readonly before: string
  readonly headings: readonly string[]
  readonly anchor: string
  /** How much of the query it has. */
  readonly worth: number
}

/** Reads the blocks of code of a page that have some `worth`, best first. */
export type ReadCode = (locale: Locale, path: string, worth: (text: string) => number) => readonly FoundCode[]

/** What an answer has beside the members that every result has. */
export interface Extras {
  /** Adds `anchor` and `highlights`. */
  readonly highlights: boolean
  /** Adds `sections`, with a snippet or a passage each, or `code`. */
  readonly sections: 'none' | 'snippets' | 'passages' | 'code'
  readonly readPassage: ReadPassage
  readonly readCode: ReadCode
  /** Adds `facets`, whose sections have the titles that it gives; absent: no facets. */
  readonly sectionTitle?: (section: string, locale: Locale) => string
}

/** Result of a query, in scratch memory that the next query overwrites. */
export interface Found {
  /** Null: the query matches no page. */
  index: SearchIndex | null
  plan: Plan | null
  /** Matches by section, where the query asks for a section or for facets. */
  tally: SectionTally | null
  total: number
  length: number
  readonly pages: Int32Array
  readonly scores: Float64Array
}
