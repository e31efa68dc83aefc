/** Cells of the row that separates a table's header from its body (`|---|:-:|`); 0 when the line is none. */
export function delimiterCells(text: string): number {
  if (!text.includes('|')) return 0
  const cells = rowCells(text)
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? cells.length : 0
}

/** The cells of a table row, trimmed. A `|` inside a cell is written `\|`, also inside code (GitHub). */
export function rowCells(text: string): string[] {
  const cells: string[] = []
  let cell = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const c = text[at]
    if (c === '\\' && text[at + 1] === '|') {
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
