import type { Block, Group, Inline } from '../../model/page-model.ts'
import { settled, type Draft, type Frame } from './draft.ts'
import { decodeEntities } from './entities.ts'
import { literalOf } from './literals.ts'

/** Members of a table of types, and labels of tabs, that are read. */
const MEMBER_LIMIT = 2000

/** Panels that belong together. Steps that are a list, or have headings, stand for themselves. */
export function group({ expressions }: Frame, role: Group['role'], content: Block[]): Draft[] {
  const blocks = withAnchors(content)
  if (role === 'steps' && !blocks.every(({ kind }) => kind === 'panel')) return blocks
  const items = role === 'tabs' ? expressions.get('items') : undefined
  return [{ kind: 'group', role, blocks: items === undefined ? blocks : labelled(blocks, items) }]
}

/** Puts the anchors before a panel into it. */
function withAnchors(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (block.kind === 'panel' && before?.kind === 'paragraph' && before.content.every(isAnchor)) {
      joined[joined.length - 1] = { ...block, blocks: [before, ...block.blocks] }
    } else joined.push(block)
  }
  return joined
}

function isAnchor(part: Inline): boolean {
  return typeof part !== 'string' && part.kind === 'anchor'
}

/** Gives tabs without a title of their own those that the group lists: `items={['npm', 'yarn']}`. */
function labelled(blocks: readonly Block[], items: string): Block[] {
  const read = literalOf(items)
  const labels = Array.isArray(read) ? (read as unknown[]).slice(0, MEMBER_LIMIT).map(labelOf) : []
  let at = 0
  return blocks.map((block) => {
    if (block.kind !== 'panel') return block
    const label = labels[at++] ?? ''
    return block.title.length > 0 || label === '' ? block : { ...block, title: [label] }
  })
}

function labelOf(item: unknown): string {
  const label = typeof item === 'object' && item !== null && 'label' in item ? item.label : item
  return typeof label === 'string' || typeof label === 'number' ? oneLine(String(label)) : ''
}

/** Code that an attribute holds; null: none does. */
export function codeOf({ attributes }: Frame): Draft[] | null {
  const text = attributes.get('code') ?? attributes.get('chart')
  if (text === undefined || text === '') return null
  const language = attributes.get('lang') || (attributes.has('chart') ? 'mermaid' : null)
  return [
    { kind: 'code', language, title: attributes.get('title') || null, text: text.endsWith('\n') ? text : `${text}\n` },
  ]
}

/** The members of `type={{ name: { type, description, default, required } }}`. */
export function typeFields({ expressions }: Frame): Draft[] {
  const types = literalOf(expressions.get('type') ?? '')
  if (typeof types !== 'object' || types === null) return []
  return Object.entries(types as Record<string, unknown>)
    .slice(0, MEMBER_LIMIT)
    .map(([name, value]) => {
      const member = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
      const text = (key: string): string | null => {
        const written = member[key]
        return typeof written === 'string' || typeof written === 'number' || typeof written === 'boolean'
          ? oneLine(String(written)) || null
          : null
      }
      const description = text('description')
      return {
        kind: 'field',
        name,
        type: text('type'),
        initial: text('default'),
        required: member['required'] === true,
        deprecated: member['deprecated'] === true,
        blocks: description === null ? [] : [paragraph(description)],
      }
    })
}

/** A tree of files: entries of components become a list, and a list stays. */
export function tree(drafts: Draft[]): Draft[] {
  const entries = drafts.filter((draft) => draft.kind === 'element' && draft.name === 'li')
  return entries.length === 0 ? drafts : [listOf(entries)]
}

export function treeEntry({ attributes }: Frame, drafts: Draft[]): Draft {
  const blocks: Draft[] = [paragraph(attributes.get('name') ?? ''), ...tree(drafts)]
  return { kind: 'element', name: 'li', blocks }
}

function listOf(entries: readonly Draft[]): Block {
  const items = entries.map((entry) => ({ done: null, blocks: entry.kind === 'element' ? settled(entry.blocks) : [] }))
  return { kind: 'list', start: null, loose: false, items }
}

/** The label and the description of an entry of a changelog. */
export function updateHeading({ attributes }: Frame): Block[] {
  const label = attributes.get('label') ?? ''
  const description = attributes.get('description') ?? ''
  const heading: Block[] = label === '' ? [] : [{ kind: 'heading', level: 2, id: '', content: [inline(label)] }]
  return description === '' ? heading : [...heading, paragraph(description)]
}

/** What a component holds, after what its attributes say. */
export function titled({ attributes }: Frame, drafts: Draft[]): Draft[] {
  const words = ['title', 'description', 'name', 'value']
    .map((key) => attributes.get(key) ?? '')
    .filter((text) => text !== '')
  return words.length === 0 ? drafts : [paragraph(words.join(' ')), ...drafts]
}

/** What stands in a frame, with its caption and its hint. */
export function framed({ attributes }: Frame, drafts: Draft[]): Draft[] {
  const words = ['hint', 'caption'].map((key) => attributes.get(key) ?? '').filter((text) => text !== '')
  return words.length === 0 ? drafts : [...drafts, ...words.map(paragraph)]
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', content: [inline(text)] }
}

function inline(text: string): Inline {
  return oneLine(decodeEntities(text))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
