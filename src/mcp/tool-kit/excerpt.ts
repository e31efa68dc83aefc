/** Characters of a document in one result: about six thousand tokens. */
export const EXCERPT_LIMIT_CHARS = 24_000

export interface Excerpt {
  readonly text: string
  /** Offset of the next excerpt; null at the end. */
  readonly nextOffset: number | null
}

/** Cuts an excerpt of a long text from `offset`. It ends at a paragraph or a line if one ends in its last quarter. */
export function excerpt(text: string, offset: number): Excerpt {
  const from = startOfCharacter(text, offset)
  if (text.length - from <= EXCERPT_LIMIT_CHARS) return { text: text.slice(from), nextOffset: null }
  const limit = from + EXCERPT_LIMIT_CHARS
  const earliest = limit - EXCERPT_LIMIT_CHARS / 4
  const paragraph = text.lastIndexOf('\n\n', limit - 2)
  const line = text.lastIndexOf('\n', limit - 1)
  const end = paragraph >= earliest ? paragraph + 2 : line >= earliest ? line + 1 : startOfCharacter(text, limit)
  return { text: text.slice(from, end), nextOffset: end }
}

/** Moves an index to the start of a character, so that surrogate pairs stay whole. */
function startOfCharacter(text: string, index: number): number {
  const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00
  return isLow && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800 ? index - 1 : index
}

/** Writes the line that ends every excerpt but the last. */
export function continuation({ nextOffset }: Excerpt): string {
  return nextOffset === null ? '' : `\n\n[continues: call again with offset ${nextOffset}]`
}
