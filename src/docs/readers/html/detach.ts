/**
 * A text that does not hold the text of the whole page in memory. The engine keeps a slice of 13 characters or more as a
 * reference to what it is a slice of.
 */
export function detach(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
