import { tokenBound } from './token-bound.ts'

/** Tokens of a document in one result, where a call asks for no other number. */
export const EXCERPT_TOKENS = 6_000

export interface Excerpt {
  readonly text: string
  /** Offset of the next excerpt, in characters; null at the end. */
  readonly nextOffset: number | null
}

/**
 * Cuts an excerpt of at most `maxTokens` (`tokenBound`) of a long text from `offset`. It ends at a paragraph if one ends in
 * its last quarter, else at a line.
 */
export function excerpt(text: string, offset: number, maxTokens = EXCERPT_TOKENS): Excerpt {
  const from = startOfCharacter(text, Math.min(offset, text.length))
  let end = from
  let used = 0
  let paragraph = -1
  while (end < text.length) {
    const lineEnd = text.indexOf('\n', end) + 1 || text.length
    const line = text.slice(end, lineEnd)
    used += tokenBound(line)
    if (used > maxTokens) break
    end = lineEnd
    if (used > maxTokens * 0.75 && (line === '\n' || text[end] === '\n')) paragraph = end
  }
  if (end === text.length) return { text: text.slice(from), nextOffset: null }
  if (end === from) end = from + charactersWithin(text, from, maxTokens)
  else if (paragraph !== -1) end = paragraph
  return { text: text.slice(from, end), nextOffset: end }
}

/** How many characters of a text without line ends take so many tokens. It is one at least, so that reading goes on. */
function charactersWithin(text: string, from: number, maxTokens: number): number {
  let low = 1
  let high = Math.max(1, Math.min(text.length - from, maxTokens * 8))
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (tokenBound(text.slice(from, from + middle)) <= maxTokens) low = middle
    else high = middle - 1
  }
  return Math.max(1, startOfCharacter(text, from + low) - from)
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
