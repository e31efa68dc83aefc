/** Characters of a document in one result: some six thousand tokens. */
export const EXCERPT_LIMIT_CHARS = 24_000

export interface Excerpt {
  readonly text: string
  /** Where the next excerpt begins; null at the end. */
  readonly nextOffset: number | null
}

/** Part of a long text from `offset`, cut at the end of a paragraph or a line where there is one in its last quarter. */
export function excerpt(text: string, offset: number): Excerpt {
  const from = startOfSign(text, offset)
  if (text.length - from <= EXCERPT_LIMIT_CHARS) return { text: text.slice(from), nextOffset: null }
  const limit = from + EXCERPT_LIMIT_CHARS
  const earliest = limit - EXCERPT_LIMIT_CHARS / 4
  const paragraph = text.lastIndexOf('\n\n', limit - 2)
  const line = text.lastIndexOf('\n', limit - 1)
  const end = paragraph >= earliest ? paragraph + 2 : line >= earliest ? line + 1 : startOfSign(text, limit)
  return { text: text.slice(from, end), nextOffset: end }
}

/** Not half a sign: a low surrogate stays with its high one. */
function startOfSign(text: string, index: number): number {
  const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00
  return isLow && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800 ? index - 1 : index
}

/** Last line of an excerpt that is not the last. */
export function continuation({ nextOffset }: Excerpt): string {
  return nextOffset === null ? '' : `\n\n[continues: call again with offset ${nextOffset}]`
}
