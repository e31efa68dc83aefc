// The latest searches of a reader, kept in their browser alone. Where it refuses to keep anything, there are none.

const KEY = 'signpost:recent'
const LIMIT = 5
const QUERY_LIMIT_CHARS = 200

/** @returns {string[]} Latest first. */
export function readRecent() {
  try {
    /** @type {unknown} */
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter(isQuery).slice(0, LIMIT)
  } catch {
    return []
  }
}

/** @param {unknown} query */
function isQuery(query) {
  return typeof query === 'string' && query !== '' && query.length <= QUERY_LIMIT_CHARS
}

/** @param {string[]} queries */
export function writeRecent(queries) {
  try {
    if (queries.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(queries.slice(0, LIMIT)))
  } catch {
    // The searches are forgotten.
  }
}

/** @param {string} query */
export function addRecent(query) {
  writeRecent([query, ...readRecent().filter((each) => each !== query)])
}

/** @param {string} query */
export function removeRecent(query) {
  writeRecent(readRecent().filter((each) => each !== query))
}
