import { readBlockLines } from './block-lines.ts'
import type { Block, Inline } from './page-model.ts'
import { plainText } from './plain-text.ts'

/** What search engines and other sites show of a description. */
const LIMIT_CHARS = 160
/** Content of a page in which its first paragraph is looked for, as `writeBlockLines` writes it. */
const LOOKED_AT_UNITS = 4000
/** White space, and what may not stand before a mark of omission. */
const CUT_END = /(?<![\s\p{P}])[\s\p{P}]+$/u

/** The first paragraph of a page, in which it says what it is about where nobody described it, or null. */
export function openingOf(blocks: readonly Block[]): string | null {
  for (const block of blocks) {
    const text = block.kind === 'paragraph' ? plainText(block.content.filter(isWords)) : ''
    const found = block.kind === 'group' && block.role === 'hero' ? openingOf(block.blocks) : text && cut(text)
    if (found) return found
  }
  return null
}

/** The same of a page whose blocks are written. */
export function openingOfLines(blockLines: string): string | null {
  return openingOf(readBlockLines(blockLines, LOOKED_AT_UNITS))
}

/** A button says what can be done, and an image or a label what is beside the text. */
function isWords(part: Inline): boolean {
  if (typeof part === 'string') return true
  if (part.kind === 'link') return part.button === undefined && part.content.some(isWords)
  return part.kind !== 'image' && part.kind !== 'badge' && part.kind !== 'anchor'
}

/** Cuts a text after a word. Texts without spaces, as Chinese ones, are cut after a sign. */
function cut(text: string): string {
  const signs = Array.from(text)
  if (signs.length <= LIMIT_CHARS) return text
  const start = signs.slice(0, LIMIT_CHARS - 1).join('')
  const isWithinWord = /[\p{L}\p{N}]{2}/u.test(signs.slice(LIMIT_CHARS - 2, LIMIT_CHARS).join(''))
  const space = isWithinWord ? start.lastIndexOf(' ') : -1
  return `${(space > start.length / 2 ? start.slice(0, space) : start).replace(CUT_END, '')}…`
}
