import type { Block, Cell, Inline, ListItem } from '../../model/page-model.ts'
import { decodeEntities } from './entities.ts'
import { card } from './component-blocks.ts'
import { lineOf, settled, type Draft, type ElementDraft, type Frame } from './draft.ts'

const PARTS: ReadonlySet<string> = new Set('caption dd dt li summary tbody td tfoot th thead tr'.split(' '))
const HEADING = /^h([1-6])$/

/** What stands around the code of a terminal that termynal.js draws. */
const TERMINAL = /(?:^|\s)(?:termy|termynal)(?:\s|$)/

/** Code of a terminal, which a script takes for HTML. */
function terminalCode(draft: Draft): Draft {
  if (draft.kind !== 'code') return draft
  return { ...draft, text: decodeEntities(draft.text.replace(/<\/?[a-z][^<>\n]{0,300}>/gi, '')) }
}

/** The blocks of an element of HTML when it ends; null: the element says nothing about its content. */
export function finishElement({ name, attributes }: Frame, drafts: Draft[]): Draft[] | null {
  const element = name.toLowerCase()
  if (PARTS.has(element)) return [{ kind: 'element', name: element, blocks: drafts }]
  const level = HEADING.exec(element)?.[1]
  if (level !== undefined) {
    const [content, more] = lineOf(settled(drafts))
    return [{ kind: 'heading', level: Number(level), id: attributes.get('id') ?? '', content }, ...more]
  }
  switch (element) {
    case 'a': {
      const target = attributes.get('href') ?? ''
      return target === '' ? drafts : [card([], target, settled(drafts))]
    }
    case 'blockquote':
      return [{ kind: 'quote', blocks: settled(drafts) }]
    case 'ol':
      return list(Number(attributes.get('start') ?? 1) || 1, drafts)
    case 'ul':
    case 'menu':
      return list(null, drafts)
    case 'table':
      return table(drafts)
    case 'dl':
      return definitions(drafts)
    case 'div':
      return TERMINAL.test(attributes.get('class') ?? '') ? drafts.map(terminalCode) : null
    case 'hr':
      return [{ kind: 'rule' }]
    default:
      return null
  }
}

/** A list behind what stands before its first item. One without items is what it holds. */
function list(start: number | null, drafts: readonly Draft[]): Draft[] {
  const { before, parts } = partsOf(drafts, ['li'])
  if (parts.length === 0) return settled(drafts)
  const items: ListItem[] = parts.map(({ blocks }) => ({ done: null, blocks: settled(blocks) }))
  return [...settled(before), { kind: 'list', start, loose: false, items }]
}

/** A table behind its caption, and behind what stands in no cell. */
function table(drafts: readonly Draft[]): Draft[] {
  const isCaption = (draft: Draft): boolean => draft.kind === 'element' && draft.name === 'caption'
  const { before, rows } = rowsOf(drafts.filter((draft) => !isCaption(draft)))
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (width === 0) return settled(drafts)
  const toCells = (cells: readonly ElementDraft[]): Cell[] => cells.map(({ blocks }) => settled(blocks))
  const hasHeader = rows[0]?.every(({ name }) => name === 'th') ?? false
  return [
    ...settled(drafts.filter(isCaption)),
    ...settled(before),
    {
      kind: 'table',
      columns: Array.from({ length: width }, () => null),
      header: hasHeader ? toCells(rows[0] ?? []) : [],
      rows: rows.slice(hasHeader ? 1 : 0).map(toCells),
    },
  ]
}

interface Rows {
  /** What stands before the first cell of a row. */
  readonly before: Draft[]
  readonly rows: ElementDraft[][]
}

/** Cells that stand in no row make one, as in browsers. */
function rowsOf(drafts: readonly Draft[]): Rows {
  const before: Draft[] = []
  const rows: ElementDraft[][] = []
  let open: ElementDraft[] | null = null
  for (const draft of drafts) {
    if (draft.kind !== 'element') {
      // What stands behind a cell joins it.
      ;(rows.at(-1)?.at(-1)?.blocks ?? before).push(draft)
    } else if (draft.name === 'td' || draft.name === 'th') {
      if (open === null) rows.push((open = []))
      open.push(draft)
    } else {
      open = null
      const within = rowsOf(draft.blocks)
      for (const stray of within.before) before.push(stray)
      for (const row of within.rows) rows.push(row)
    }
  }
  return { before, rows }
}

function definitions(drafts: readonly Draft[]): Draft[] {
  const { before, parts } = partsOf(drafts, ['dt', 'dd'])
  const entries: { terms: Inline[][]; details: Block[][] }[] = []
  for (const { name, blocks } of parts) {
    const last = entries.at(-1)
    if (name === 'dd') {
      if (last) last.details.push(settled(blocks))
      else entries.push({ terms: [], details: [settled(blocks)] })
      continue
    }
    const [term, more] = lineOf(settled(blocks))
    if (last && last.details.length === 0) last.terms.push(term)
    else entries.push({ terms: [term], details: [] })
    if (more.length > 0) entries.at(-1)?.details.push(more)
  }
  return parts.length === 0 ? settled(drafts) : [...settled(before), { kind: 'definitions', entries }]
}

/**
 * The parts of these names, also inside of parts of other names, and what stands before the first. What stands between parts
 * joins the one before it.
 */
function partsOf(drafts: readonly Draft[], names: readonly string[]): { before: Draft[]; parts: ElementDraft[] } {
  const before: Draft[] = []
  const parts: ElementDraft[] = []
  for (const draft of drafts) {
    if (draft.kind !== 'element') (parts.at(-1)?.blocks ?? before).push(draft)
    else if (names.includes(draft.name)) parts.push(draft)
    else {
      const within = partsOf(draft.blocks, names)
      for (const stray of within.before) (parts.at(-1)?.blocks ?? before).push(stray)
      for (const part of within.parts) parts.push(part)
    }
  }
  return { before, parts }
}
