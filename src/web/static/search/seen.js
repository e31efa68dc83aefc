// Which queries a reader was done with, and whether they had results. Those on the way to a longer one do not count.

/**
 * @param {string} locale
 * @param {(search: { query: string, locale: string, found: boolean }) => void} send
 */
export function createSeen(locale, send) {
  /** Query whose results the reader sees, until it is reported. @type {{ query: string, locale: string, found: boolean } | null} */
  let seen = null

  function report() {
    if (seen !== null) send(seen)
    seen = null
  }

  return {
    report,
    forget: () => (seen = null),
    /**
     * @param {string} query
     * @param {boolean} found
     */
    add(query, found) {
      if (seen !== null && !isContinued(seen.query, query)) report()
      // Who deletes characters is not done with the longer query.
      if (!seen?.query.startsWith(query)) seen = { query, locale, found }
    },
    /** Says that the reader has chosen a result of a query. @param {string} query */
    found(query) {
      if (seen !== null) seen = { ...seen, query, found: true }
    },
  }
}

/**
 * Tells whether a query goes on from an earlier one: they are equal but for what comes after, and for the last character, as
 * when a syllable of Korean grows or a slip is mended.
 *
 * @param {string} earlier
 * @param {string} later
 */
function isContinued(earlier, later) {
  const [a, b] = [Array.from(earlier.toLowerCase()), Array.from(later.toLowerCase())]
  const shorter = Math.min(a.length, b.length)
  let equal = 0
  while (equal < shorter && a[equal] === b[equal]) equal++
  return equal >= shorter - 1
}
