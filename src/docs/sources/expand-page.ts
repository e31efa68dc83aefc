import { EXPANDED_LIMIT_CHARS } from './expand-lines.ts'
import type { ExpandedPage } from './source.ts'

/** Characters that the pages of one source may gain together. A short page can include long files, and there are many pages. */
export const GAINED_LIMIT_CHARS = 256 * 1_048_576

/**
 * Gives a function that expands the text of a page, unless its text, or that of all pages together, grows too long. Such a
 * page is read as it is written, which is a fault.
 */
export function createExpander(
  limitChars = GAINED_LIMIT_CHARS,
): (expand: (text: string, page: ExpandedPage) => string, text: string, page: ExpandedPage) => string {
  let gained = 0
  return (expand, text, page) => {
    if (gained > limitChars) {
      page.fault('too_large', 'nothing is put into this page, as the pages before it gained too much text')
      return text
    }
    const expanded = expand(text, page)
    gained += Math.max(0, expanded.length - text.length)
    // A value of front matter or of a configuration may have half a character, which no address can have.
    if (expanded.length <= text.length + 2 * EXPANDED_LIMIT_CHARS) return expanded.toWellFormed()
    page.fault('too_large', 'nothing is put into this page, as it would grow too long')
    return text
  }
}
