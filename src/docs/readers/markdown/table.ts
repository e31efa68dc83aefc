import type { Table } from '../../model/page-model.ts'
import { createCodeSpanFinder } from './code/code-span.ts'

/** Alignments in the row that parts a table's header from its body (`|---|:-:|`), or null if it is not one. */
export function alignments(text: string): Table['columns'] | null {
  if (!text.includes('|')) return null
  const cells = rowCells(text.trim())
  if (cells.length === 0 || !cells.every((cell) => /^:?-+:?$/.test(cell))) return null
  return cells.map((cell) => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right'
    return cell.startsWith(':') ? 'left' : null
  })
}

/**
 * The cells of a table row, trimmed. A `|` inside a cell is written `\|`, also inside code (GitHub).
 * @param codeHolds Whether code holds a `|` as it is, and a backslash before it too (Python-Markdown)
 */
export function rowCells(text: string, codeHolds = false): string[] {
  const spans = codeHolds ? createCodeSpanFinder(text) : null
  const cells: string[] = []
  let cell = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const c = text[at]
    if (c === '`' && spans !== null) at = spans.at(at).end - 1
    else if (c === '\\' && text[at + 1] === '|' && spans === null) {
      cell += `${text.slice(from, at)}|`
      at += 1
      from = at + 1
    } else if (c === '\\') at += 1
    else if (c === '|') {
      cells.push((cell + text.slice(from, at)).trim())
      cell = ''
      from = at + 1
    }
  }
  const rest = (cell + text.slice(from)).trim()
  if (rest !== '') cells.push(rest)
  if (text.startsWith('|')) cells.shift()
  return cells
}
