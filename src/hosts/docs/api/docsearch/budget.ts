import type { SearchParameters } from './parameters.ts'

/** Hits that a query gives unless it says otherwise, as DocSearch asks for. */
const HITS_DEFAULT = 20
/** Most pages that one query finds, and most hits that it gives. */
const QUERY_LIMIT_PAGES = 50
/** Pages that the queries of one request find together: 20 for each of five indexes, or five for each of 20. */
const REQUEST_LIMIT_PAGES = 100
/** Characters of tags in one answer. DocSearch takes some 4,000 of them. */
const TAGS_LIMIT_CHARS = 64 * 1024

type Placed = Pick<SearchParameters, 'hitsPerPage' | 'length' | 'offset' | 'page'>

/** Which hits of all a query gives. */
export interface Window {
  readonly start: number
  readonly length: number
  /** Most pages that the query may find. */
  readonly reach: number
}

/** Chooses the hits of each query. Where they are too many for one request, each query gets an equal part. */
export function chooseWindows(queries: readonly Placed[]): Window[] {
  const whole = queries.map((query) => windowOf(query, QUERY_LIMIT_PAGES))
  const pages = whole.reduce((sum, window) => sum + pagesOf(window), 0)
  if (pages <= REQUEST_LIMIT_PAGES) return whole
  const part = Math.floor(REQUEST_LIMIT_PAGES / queries.length)
  return queries.map((query) => windowOf(query, Math.min(part, QUERY_LIMIT_PAGES)))
}

/** Pages that the hits of a window are taken from. A query without hits still counts what it finds. */
export function pagesOf({ length, reach, start }: Window): number {
  return Math.min(reach, Math.max(1, start + length))
}

function windowOf({ hitsPerPage = HITS_DEFAULT, length, offset, page }: Placed, reach: number): Window {
  const most = Math.min(length ?? hitsPerPage, reach)
  return { start: offset === undefined && length === undefined ? page * most : (offset ?? 0), length: most, reach }
}

/** Counts the characters of tags in one answer. */
export class TagBudget {
  #left = TAGS_LIMIT_CHARS

  /** Whether so many characters are left; then they are taken. */
  takes(characters: number): boolean {
    if (characters > this.#left) return false
    this.#left -= characters
    return true
  }
}
