import type { Block, Cell, Inline, ListItem } from '../../model/page-model.ts'
import { inlineOf, settled, type Draft, type ElementDraft, type Frame } from './draft.ts'

const PARTS: ReadonlySet<string> = new Set('caption dd dt li summary tbody td tfoot th thead tr'.split(' '))
const HEADING = /^h([1-6])$/

/** The blocks of an element of HTML when it ends; null: the element says nothing about its content. */
export function finishElement({ name, attributes }: Frame, drafts: Draft[]): Draft[] | null {
  const element = name.toLowerCase()
  if (PARTS.has(element)) return [{ kind: 'element', name: element, blocks: drafts }]
  const level = HEADING.exec(element)?.[1]
  if (level !== undefined) {
    return [
      { kind: 'heading', level: Number(level), id: attributes.get('id') ?? '', content: inlineOf(settled(drafts)) },
    ]
  }
  switch (element) {
    case 'a':
      return [blockLink(attributes.get('href') ?? '', settled(drafts))]
    case 'blockquote':
      return [{ kind: 'quote', blocks: settled(drafts) }]
    case 'ol':
      return [{ kind: 'list', start: Number(attributes.get('start') ?? 1) || 1, loose: false, items: items(drafts) }]
    case 'ul':
    case 'menu':
      return [{ kind: 'list', start: null, loose: false, items: items(drafts) }]
    case 'table':
      return table(drafts)
    case 'dl':
      return [definitions(drafts)]
    case 'hr':
      return [{ kind: 'rule' }]
    default:
      return null
  }
}

/** A link around blocks is a card, which its first heading names. */
function blockLink(target: string, blocks: Block[]): Block {
  const [first, ...others] = blocks
  const isNamed = first?.kind === 'heading'
  const title = isNamed ? first.content : []
  return { kind: 'panel', role: 'card', title, target, blocks: isNamed ? others : blocks }
}

function items(drafts: readonly Draft[]): ListItem[] {
  return partsOf(drafts, ['li']).map(({ blocks }) => ({ done: null, blocks: settled(blocks) }))
}

function table(drafts: readonly Draft[]): Draft[] {
  const rows = partsOf(drafts, ['tr']).map(({ blocks }) => partsOf(blocks, ['td', 'th']))
  const caption = partsOf(drafts, ['caption']).flatMap(({ blocks }) => settled(blocks))
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (width === 0) return settled(drafts)
  const toCells = (cells: readonly ElementDraft[]): Cell[] => cells.map(({ blocks }) => settled(blocks))
  const hasHeader = rows[0]?.every(({ name }) => name === 'th') ?? false
  return [
    ...caption,
    {
      kind: 'table',
      columns: Array.from({ length: width }, () => null),
      header: hasHeader ? toCells(rows[0] ?? []) : [],
      rows: rows.slice(hasHeader ? 1 : 0).map(toCells),
    },
  ]
}

function definitions(drafts: readonly Draft[]): Block {
  const entries: { terms: Inline[][]; details: Block[][] }[] = []
  for (const { name, blocks } of partsOf(drafts, ['dt', 'dd'])) {
    const last = entries.at(-1)
    if (name === 'dd') {
      if (last) last.details.push(settled(blocks))
      else entries.push({ terms: [], details: [settled(blocks)] })
    } else if (last && last.details.length === 0) last.terms.push(inlineOf(settled(blocks)))
    else entries.push({ terms: [inlineOf(settled(blocks))], details: [] })
  }
  return { kind: 'definitions', entries }
}

/** The parts of these names, also inside of parts of other names. What stands between parts joins the one before it. */
function partsOf(drafts: readonly Draft[], names: readonly string[]): ElementDraft[] {
  const parts: ElementDraft[] = []
  for (const draft of drafts) {
    if (draft.kind === 'element' && names.includes(draft.name)) parts.push(draft)
    else if (draft.kind === 'element') for (const part of partsOf(draft.blocks, names)) parts.push(part)
    else parts.at(-1)?.blocks.push(draft)
  }
  return parts
}
