import { coverCode } from '../../../readers/markdown/code/code-span.ts'
import { mapLines } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'

const OBJECT = /^([ \t]*):{3,}[ \t]*([\w.]{1,500})?/
/** A link by a label, in a line whose code is covered. */
const REFERENCE = /(?<![\\!\]\w])\[([^[\]]+)\]\[((?:[a-z_][^[\]\s^]{0,200})?)\]/gi
/** Name of an object of a program, `package.Class`, or id of a heading of any page: `first-steps`. */
const OBJECT_NAME = /^[a-z_]\w*[.-][a-z_]/i
const FAULT_LIMIT = 100

/**
 * Keeps the names of objects whose documentation a program makes (`::: package.Class` of mkdocstrings), without the options
 * below them, and reports them. Without such a program, the colons are text.
 */
export function expandGenerated(text: string, page: ExpandedPage, isGenerated: boolean): string {
  if (!/^[ \t]*:::/m.test(text)) return text
  let faults = 0
  /** Columns of the object whose options follow, or null. */
  let options: number | null = null
  return mapLines(text, (line, at) => {
    const indent = line.length - line.trimStart().length
    if (isGenerated && options !== null && (line.trim() === '' || indent > options)) return ''
    options = null
    const [object, margin = '', name] = OBJECT.exec(line) ?? []
    if (object === undefined) return line
    if (!isGenerated || name === undefined) return `${margin}\\${line.trimStart()}`
    options = indent
    if (faults++ < FAULT_LIMIT) {
      page.fault('unread_template', `the documentation of ${name} is made by a program, which is not run`, at + 1)
    }
    return `${margin}\`${name}\``
  })
}

/**
 * Keeps the text of links to objects whose documentation a program makes, and to headings of other pages
 * (`[text][package.Class]`, `[package.Class][]`, `[text][first-steps]`). Other texts in brackets stay as they are.
 * @param defined labels of links that the page itself defines, in lower case
 */
export function withoutReferences(line: string, defined: ReadonlySet<string>): string {
  if (!line.includes('][')) return line
  let kept = ''
  let from = 0
  for (const { index, 0: whole, 1: words = '', 2: label = '' } of coverCode(line).matchAll(REFERENCE)) {
    const text = line.slice(index + 1, index + 1 + words.length)
    const isObject = OBJECT_NAME.test(label || text) || (label === '' && /^`.*`$/.test(text))
    if (!isObject || defined.has((label || text).toLowerCase())) continue
    kept += line.slice(from, index) + text
    from = index + whole.length
  }
  return kept + line.slice(from)
}
