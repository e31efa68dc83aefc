import { mapLines } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'

const OBJECT = /^([ \t]*):{3,}[ \t]*([\w.]{1,500})?(.*)$/
const FAULT_LIMIT = 100

/**
 * Keeps the names of objects whose documentation a program makes (`::: package.Class` of mkdocstrings), without the options
 * below them, and reports them. Without such a program, the colons are text.
 */
export function expandGenerated(text: string, page: ExpandedPage, isGenerated: boolean): string {
  if (!/^[ \t]*:::/m.test(text)) return text
  let faults = 0
  /** Columns of the object whose options follow; null: none do. */
  let options: number | null = null
  return mapLines(text, (line, at) => {
    const indent = line.length - line.trimStart().length
    if (isGenerated && options !== null && (line.trim() === '' || indent > options)) return ''
    options = null
    const [whole, margin = '', name] = OBJECT.exec(line) ?? []
    if (whole === undefined) return line
    if (!isGenerated || name === undefined) return `${margin}\\${whole.trimStart()}`
    options = indent
    if (faults++ < FAULT_LIMIT) {
      page.fault('unread_template', `the documentation of ${name} is made by a program, which is not run`, at + 1)
    }
    return `${margin}\`${name}\``
  })
}
