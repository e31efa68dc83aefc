const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BATCH = /^[\t\n\r ]*\[/

/**
 * Messages of a JSON-RPC body, for the rate limit: the length of a batch, else 1. It runs before anything is known of the
 * client, so it only counts the commas between the messages, and no further than to the limit. What is no JSON counts as
 * something all the same.
 *
 * @param limit More than this counts as this.
 */
export function countMessages(body: string, limit: number): number {
  const begin = BATCH.exec(body)
  if (begin === null) return 1
  let count = 1
  let depth = 1
  let inString = false
  for (let at = begin[0].length; at < body.length && depth > 0 && count < limit; at++) {
    const code = body.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === COMMA) {
      if (depth === 1) count++
    } else {
      // `[` and `{`, `]` and `}` differ in the same bit.
      const bracket = code | 0x20
      if (bracket === 0x7b) depth++
      else if (bracket === 0x7d) depth--
    }
  }
  return count
}
