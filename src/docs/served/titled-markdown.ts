import { inlineMarkdown } from '../model/markdown-inline.ts'
import type { Page } from '../page.ts'

/** Lines at the beginning of a page in which its title is looked for: imports and comments may stand before it. */
const LINE_LIMIT = 100
const BEFORE_TITLE = /^(?:\s*|import\b.*|export\b.*|<!--.*-->\s*)$/
const TITLE = /^ {0,3}#(?:[ \t]|$)|^<h1\b/i
const LINE = { lineBreak: ' ', inTable: false }

/**
 * The Markdown of a page for who reads nothing else of it: with its title and its description as the first lines, unless its
 * text begins with a title.
 */
export function titledMarkdown({
  description,
  markdown,
  title,
}: Pick<Page, 'description' | 'markdown' | 'title'>): string {
  if (beginsWithTitle(markdown)) return markdown
  const lead = description === null || markdown.trimStart().startsWith(description) ? null : description
  const head = [`# ${inlineMarkdown([title], LINE)}`, ...(lead === null ? [] : [inlineMarkdown([lead], LINE)])]
  return `${[...head, markdown].join('\n\n').trimEnd()}\n`
}

function beginsWithTitle(markdown: string): boolean {
  let start = 0
  for (let line = 0; line < LINE_LIMIT && start < markdown.length; line++) {
    const newline = markdown.indexOf('\n', start)
    const end = newline < 0 ? markdown.length : newline
    const text = markdown.slice(start, end)
    if (!BEFORE_TITLE.test(text))
      return TITLE.test(text) || /^=+[ \t]*(?:\n|$)/.test(markdown.slice(end + 1, end + 1000))
    start = end + 1
  }
  return false
}
