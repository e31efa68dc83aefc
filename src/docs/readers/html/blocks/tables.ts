import type { Block, Cell, Table } from '../../../model/page-model.ts'
import { HtmlElement, HtmlText, find } from '../tree.ts'
import type { Context } from './context.ts'

/** More columns are never written by hand; a hostile page asks for millions. */
const COLUMN_LIMIT = 200
/** Cells that a page's `colspan` and `rowspan` add beside its own. */
const SPAN_LIMIT = 100

/** Cells of a table up to which short rows are filled. One wide row would make a cell for each column of half a million rows. */
const FILLED_LIMIT = 1_000_000

type Align = 'left' | 'center' | 'right' | null

/** A table, with its caption before it. Tables that only lay out a page become what is in their cells. */
export function tableOf(context: Context, table: HtmlElement): Block[] {
  const rows = rowsOf(table)
  const caption = table.elements.find(({ name }) => name === 'caption')
  const before: Block[] = []
  const content = caption === undefined ? [] : context.inline([caption])
  if (content.length > 0) before.push({ kind: 'paragraph', content })
  const strays = table.children.filter((child) =>
    child instanceof HtmlText ? child.text.trim() !== '' : !PARTS.has(child.name),
  )
  if (strays.length > 0) for (const block of context.blocks(strays)) before.push(block)
  if (isLayout(table, rows)) {
    return [...before, ...rows.flatMap((row) => row.cells.flatMap((cell) => context.blocks(cell.children)))]
  }
  const isHead = (row: Row): boolean => row.inHead || row.cells.every(({ name }) => name === 'th')
  const filled = fill(context, rows)
  const first = rows[0]
  const header = first !== undefined && isHead(first) && first.cells.length > 0 ? (filled.shift() ?? []) : []
  const kept = filled.filter((row) => row.some((cell) => cell.length > 0))
  const columns = Math.max(header.length, ...kept.map((row) => row.length).slice(0, 10_000), 0)
  if (columns === 0) return before
  if (columns * kept.length <= FILLED_LIMIT) {
    for (const row of [header, ...kept]) if (row.length > 0) while (row.length < columns) row.push([])
  }
  const aligned: Table = { kind: 'table', columns: alignments(rows, columns), header, rows: kept }
  return [...before, aligned]
}

const SECTIONS: ReadonlySet<string> = new Set('thead tbody tfoot'.split(' '))
const PARTS: ReadonlySet<string> = new Set([
  ...SECTIONS,
  ...'caption colgroup col tr td th script style template'.split(' '),
])

interface Row {
  readonly cells: readonly HtmlElement[]
  readonly inHead: boolean
}

/** The rows of a table or of a part of it. Cells that stand in no row make one, as in browsers. */
function rowsOf(parent: HtmlElement): Row[] {
  const rows: Row[] = []
  const inHead = parent.name === 'thead'
  let open: HtmlElement[] | null = null
  for (const child of parent.elements) {
    if (isCell(child)) {
      if (open === null) rows.push({ cells: (open = []), inHead })
      open.push(child)
      continue
    }
    open = null
    if (child.name === 'tr') rows.push({ cells: child.elements.filter(isCell), inHead })
    else if (SECTIONS.has(child.name) && !SECTIONS.has(parent.name)) for (const row of rowsOf(child)) rows.push(row)
  }
  return rows
}

function isCell({ name }: HtmlElement): boolean {
  return name === 'td' || name === 'th'
}

function isLayout(table: HtmlElement, rows: readonly Row[]): boolean {
  const { role } = table.attributes
  if (role === 'presentation' || role === 'none') return true
  if (rows.every((row) => row.cells.length <= 1) && !rows.some((row) => row.inHead || row.cells[0]?.name === 'th'))
    return true
  return rows.some((row) =>
    row.cells.some(
      (cell) => find(cell, ({ name }) => name === 'h1' || name === 'h2' || (name === 'h3' && rows.length < 3)) !== null,
    ),
  )
}

function fill(context: Context, rows: readonly Row[]): Block[][][] {
  const open: number[] = []
  return rows.map(({ cells }) => {
    const row: Block[][] = []
    const fillOpen = (): void => {
      while ((open[row.length] ?? 0) > 0 && row.length < COLUMN_LIMIT) {
        open[row.length] = (open[row.length] as number) - 1
        row.push([])
      }
    }
    for (const cell of cells) {
      fillOpen()
      if (row.length >= COLUMN_LIMIT) {
        context.drop('cell beyond the last column')
        continue
      }
      const across = span(cell.attributes['colspan'])
      const down = span(cell.attributes['rowspan'])
      for (let at = 0; at < across && row.length < COLUMN_LIMIT; at++) {
        if (down > 1) open[row.length] = down - 1
        row.push(at === 0 ? cellOf(context, cell) : [])
      }
    }
    fillOpen()
    return row
  })
}

function cellOf(context: Context, cell: HtmlElement): Block[] {
  const blocks: Cell = context.blocks(cell.children)
  return [...blocks]
}

function span(text: string | undefined): number {
  const number = Number.parseInt(text ?? '1', 10)
  return number > 0 ? Math.min(number, SPAN_LIMIT) : 1
}

function alignments(rows: readonly Row[], columns: number): Align[] {
  // Styles of the whole table say nothing of a column; the first row of data does.
  const row = rows.find(({ cells }) => cells.some(({ name }) => name === 'td')) ?? rows[0]
  return Array.from({ length: columns }, (_, at) => alignment(row?.cells[at]) ?? alignment(rows[0]?.cells[at]))
}

function alignment(cell: HtmlElement | undefined): Align {
  if (cell === undefined) return null
  const { align, style } = cell.attributes
  const value = align ?? /text-align\s*:\s*(left|center|right)/i.exec(style ?? '')?.[1] ?? classAlign(cell)
  const lower = value?.toLowerCase()
  return lower === 'left' || lower === 'center' || lower === 'right' ? lower : null
}

function classAlign(cell: HtmlElement): string | undefined {
  const name = cell.classes.find((one) =>
    /^(?:text-|align-|halign-|has-text-|tableblock-?halign-?)(?:left|center|right)$/.test(one),
  )
  return name?.split('-').at(-1)
}
