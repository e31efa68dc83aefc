import type { SearchParameters } from './parameters.ts'

/** Hits that a query gives unless it says otherwise, as DocSearch asks for. */
const HITS_DEFAULT = 20
/** Most pages that one query finds, and most hits that it gives. */
const QUERY_LIMIT_PAGES = 50
/** Pages that the queries of one request find together: all of five queries, or 12 for each of 20. */
const REQUEST_LIMIT_PAGES = 250
/** Hits that the queries of one request give together: 20 for each of three indexes, or three for each of 20. */
const REQUEST_LIMIT_HITS = 60
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

/**
 * Chooses the hits of each query. Where they are too many for one request, each query that gives hits gets an equal part. The
 * part does not depend on the page that is asked for, so that a client finds all that `nbPages` promises.
 */
export function chooseWindows(queries: readonly Placed[]): Window[] {
  const wanted = queries.map(({ hitsPerPage = HITS_DEFAULT, length }) =>
    Math.min(length ?? hitsPerPage, QUERY_LIMIT_PAGES),
  )
  const giving = Math.max(1, wanted.filter((hits) => hits > 0).length)
  const all = wanted.reduce((sum, hits) => sum + hits, 0)
  const part = all <= REQUEST_LIMIT_HITS ? QUERY_LIMIT_PAGES : Math.floor(REQUEST_LIMIT_HITS / giving)
  const reach = Math.min(QUERY_LIMIT_PAGES, Math.floor(REQUEST_LIMIT_PAGES / giving))
  return queries.map(({ length, offset, page }, at) => {
    const most = Math.min(wanted[at]!, part)
    return { start: offset === undefined && length === undefined ? page * most : (offset ?? 0), length: most, reach }
  })
}

/** Pages that the hits of a window are taken from. A query without hits still counts what it finds. */
export function pagesOf({ length, reach, start }: Window): number {
  return length === 0 ? 1 : Math.min(reach, start + length)
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
