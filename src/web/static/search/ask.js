/** @typedef {readonly [start: number, end: number]} Range */
/**
 * @typedef {object} Result
 * @property {string} title
 * @property {string} description
 * @property {string} section
 * @property {string} locale
 * @property {string} url
 * @property {string} markdownUrl
 * @property {string} [anchor]
 * @property {{ title: Range[], extract: string, ranges: Range[] }} [highlights]
 * @property {{ headings: string[], anchor: string }[]} [sections]
 */
/** @typedef {{ value: string, name: string, count: number }} Facet */
/**
 * @typedef {object} Answer
 * @property {string} query What was asked for, as `normalise` writes it.
 * @property {string} locale
 * @property {number} total
 * @property {Result[]} results
 * @property {{ section: Facet[] }} [facets]
 */
/**
 * Where a box searches.
 *
 * @typedef {object} Place
 * @property {string} origin Origin of the service; empty: that of the page.
 * @property {string} locale
 * @property {string} [version]
 * @property {string} [section]
 */

const RESULT_LIMIT = 8
const QUERY_LIMIT = { min: 2, max: 200 }

/**
 * The query as the service normalises it.
 *
 * @param {string} text
 */
export function normalise(text) {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ')
}

/** @param {string} query */
export function isSearchable(query) {
  const length = Array.from(query).length
  return length >= QUERY_LIMIT.min && length <= QUERY_LIMIT.max
}

/**
 * Searches. Rejects when there is no answer.
 *
 * @param {Place} place
 * @param {string} query
 * @param {boolean} isCounted Whether the box reports what its reader has searched, so that the request does not count.
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function ask({ origin, ...place }, query, isCounted, signal) {
  const parameters = new URLSearchParams({
    q: query,
    ...place,
    limit: String(RESULT_LIMIT),
    include: 'highlights,sections,facets',
    ...(isCounted ? { typing: '1' } : {}),
  })
  const response = await fetch(`${origin}/api/search?${parameters}`, { signal, credentials: 'omit' })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return { ...(await response.json()), query }
}

/**
 * Address of the page that has all results of a query.
 *
 * @param {Place} place
 * @param {string} query
 */
export function searchPage({ origin, ...place }, query) {
  return `${origin}/search?${new URLSearchParams({ q: query, ...place })}`
}
