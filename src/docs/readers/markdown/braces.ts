/** How often a finder may look through the length of its text. Braces of a page that is MDX cost a few lengths together. */
const LOOKS_LIMIT = 20

/** Finds the offset behind what closes the `{`, `(` or `[` at `start`; -1: nothing does, or those before it took too long. */
export type BraceFinder = (start: number) => number

/** Looks for the ends of the brackets of one text, in time that is linear in its length, however often it is asked. */
export function createBraceFinder(source: string): BraceFinder {
  let left = LOOKS_LIMIT * source.length
  return (start) => {
    const end = left > 0 ? braceEnd(source, start, source.length) : -1
    left -= (end < 0 ? source.length : end) - start
    return end
  }
}

/**
 * Offset behind what closes the `{`, `(` or `[` at `start`, or -1 when nothing does before `limit`. Knows JavaScript's
 * strings and comments, so that `{'}'}` is whole; a quotation mark without its partner on the line is an apostrophe in text.
 */
export function braceEnd(source: string, start: number, limit: number): number {
  const opens = source.charCodeAt(start)
  const closes = opens === 0x28 /* ( */ ? 0x29 : opens + 2
  let depth = 0
  // A search for a partner that found none is not repeated before this offset, which keeps the whole linear.
  let noDoubleQuoteBefore = 0
  let noSingleQuoteBefore = 0
  let noBacktick = false
  let noCommentEnd = false
  for (let at = start; at < limit; at++) {
    const c = source.charCodeAt(at)
    if (c === opens) depth += 1
    else if (c === closes) {
      depth -= 1
      if (depth === 0) return at + 1
    } else if (c === 0x22 /* " */ && at >= noDoubleQuoteBefore) {
      const end = quoteEnd(source, at, limit)
      if (end.found) at = end.at
      else noDoubleQuoteBefore = end.at
    } else if (c === 0x27 /* ' */ && at >= noSingleQuoteBefore) {
      const end = quoteEnd(source, at, limit)
      if (end.found) at = end.at
      else noSingleQuoteBefore = end.at
    } else if (c === 0x60 /* ` */ && !noBacktick) {
      const end = quoteEnd(source, at, limit)
      if (end.found) at = end.at
      else noBacktick = true
    } else if (c === 0x2f /* / */ && source.charCodeAt(at + 1) === 0x2a /* * */ && !noCommentEnd) {
      const end = source.indexOf('*/', at + 2)
      if (end >= 0 && end < limit) at = end + 1
      else noCommentEnd = true
    }
  }
  return -1
}

/** Where the quotation mark at `start` finds its partner; if nowhere, where the search ended. */
export function quoteEnd(source: string, start: number, limit: number): { found: boolean; at: number } {
  const quote = source.charCodeAt(start)
  for (let at = start + 1; at < limit; at++) {
    const c = source.charCodeAt(at)
    if (c === quote) return { found: true, at }
    if (c === 0x5c) at += 1
    else if (c === 0x0a && quote !== 0x60) return { found: false, at }
  }
  return { found: false, at: limit }
}
