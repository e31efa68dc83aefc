import type { Block, Group, Inline, List } from '../../model/page-model.ts'
import { settled, type Draft, type Frame } from './draft.ts'
import { decodeEntities } from './entities.ts'
import { literalOf } from './literals.ts'

/** Reads Markdown of an attribute as text of the page. */
export type ReadText = (markdown: string) => Inline[]

/** Members of a table of types, and labels of tabs, that are read. */
const MEMBER_LIMIT = 2000

/** Attributes by which groups of tabs choose alike, in Docusaurus, Starlight and Fumadocs. */
const SYNC_KEYS = ['groupId', 'syncKey', 'sync']

/** Panels, or a list of steps, that belong together. Steps that have headings stand for themselves. */
export function group({ attributes, expressions }: Frame, role: Group['role'], content: Block[]): Draft[] {
  const all = withAnchors(content)
  const hasPanels = role === 'tabs' || role === 'steps'
  // What stands before the first tab or step belongs to none.
  const first = hasPanels ? Math.max(0, all.findIndex(isPanel)) : 0
  const [before, blocks] = [all.slice(0, first), all.slice(first)]
  if (role === 'steps' && !blocks.every(isPanel) && !isOneList(blocks)) return all
  if (role !== 'tabs') return [...before, { kind: 'group', role, blocks }]
  const items = expressions.get('items')
  const sync = SYNC_KEYS.map((key) => attributes.get(key)).find(Boolean)
  const named = renamed(blocks, expressions.get('values'))
  const tabs = items === undefined ? named : labelled(named, items)
  return [...before, { kind: 'group', role, ...(sync === undefined ? {} : { sync }), blocks: tabs }]
}

function isPanel({ kind }: Block): boolean {
  return kind === 'panel'
}

function isOneList([first, ...rest]: readonly Block[]): boolean {
  return rest.length === 0 && first?.kind === 'list' && first.start !== null
}

/** Puts the anchors before a panel into it. */
function withAnchors(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (block.kind === 'panel' && before !== undefined && isWordless(before)) {
      joined[joined.length - 1] = { ...block, blocks: [before, ...block.blocks] }
    } else joined.push(block)
  }
  return joined
}

/** Whether a block only marks a place, or decorates. The text of a paragraph is read later, and is neither. */
function isWordless(block: Block): boolean {
  return (
    block.kind === 'paragraph' &&
    block.content.length > 0 &&
    block.content.every(
      (part) => typeof part !== 'string' && (part.kind === 'anchor' || (part.kind === 'image' && part.alt === '')),
    )
  )
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

/** Gives tabs that have a value the labels that the group lists for them: `values={[{ value: 'win', label: 'Windows' }]}`. */
function renamed(blocks: Block[], values = ''): Block[] {
  const read = values === '' ? null : literalOf(values)
  const labels = new Map<string, string>()
  for (const each of Array.isArray(read) ? (read as unknown[]).slice(0, MEMBER_LIMIT) : []) {
    const value = typeof each === 'object' && each !== null && 'value' in each ? String(each.value) : ''
    if (value !== '' && labelOf(each) !== '') labels.set(value, labelOf(each))
  }
  return blocks.map((block) => {
    const [title, ...others] = block.kind === 'panel' ? block.title : []
    const label = typeof title === 'string' && others.length === 0 ? labels.get(title) : undefined
    return label === undefined ? block : ({ ...block, title: [label] } as Block)
  })
}

function labelOf(item: unknown): string {
  const label = typeof item === 'object' && item !== null && 'label' in item ? item.label : item
  return typeof label === 'string' || typeof label === 'number' ? oneLine(String(label)) : ''
}

/** Code that an attribute holds, or null. */
export function codeOf({ attributes }: Frame): Draft[] | null {
  const text = attributes.get('code') ?? attributes.get('chart')
  if (text === undefined || text === '') return null
  const language = attributes.get('lang') || (attributes.has('chart') ? 'mermaid' : null)
  return [
    { kind: 'code', language, title: attributes.get('title') || null, text: text.endsWith('\n') ? text : `${text}\n` },
  ]
}

/** Attributes that are named as the tool whose commands they hold. */
const TOOLS = new Set(['npm', 'yarn', 'pnpm', 'bun', 'deno', 'cargo'])

/** Commands for several tools, as tabs: `<CommandTabs npm="npm install" yarn="yarn" />`, or null. */
export function commandTabs(attributes: ReadonlyMap<string, string>): Block | null {
  const tabs = [...attributes].filter(([name, value]) => TOOLS.has(name) && value !== '')
  if (tabs.length < 2 || !tabs.some(([, value]) => /\s/.test(value.trim()))) return null
  const blocks = tabs.map(([name, value]): Block => {
    const text = `${decodeEntities(value)
      .replace(/\n[ \t]+/g, '\n')
      .trim()}\n`
    const code: Block = { kind: 'code', language: 'sh', title: null, text }
    return { kind: 'panel', role: 'tab', title: [name], target: null, blocks: [code] }
  })
  return { kind: 'group', role: 'tabs', blocks }
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
  const files = settled(listed(drafts))
  return files.some(({ kind }) => kind === 'list') ? [{ kind: 'group', role: 'files', blocks: files }] : files
}

export function treeEntry({ attributes }: Frame, drafts: Draft[]): Draft {
  const isClosed = ['defaultOpen', 'open'].some((key) => attributes.get(key) === 'false')
  const blocks = [paragraph(attributes.get('name') ?? ''), ...listed(drafts)]
  return { kind: 'element', name: 'li', blocks, ...(isClosed ? { closed: true } : {}) }
}

/** The drafts, among which entries that stand together are one list. */
function listed(drafts: Draft[]): Draft[] {
  const written: Draft[] = []
  let list: List | null = null
  for (const draft of drafts) {
    if (draft.kind !== 'element' || draft.name !== 'li') {
      list = null
      written.push(draft)
      continue
    }
    if (list === null) written.push((list = { kind: 'list', start: null, loose: false, items: [] }))
    list.items.push({ done: null, ...(draft.closed && { closed: draft.closed }), blocks: settled(draft.blocks) })
  }
  return written
}

/** The label and the description of an entry of a changelog. */
export function updateHeading({ attributes }: Frame): Block[] {
  const label = attributes.get('label') ?? ''
  const description = attributes.get('description') ?? ''
  const heading: Block[] = label === '' ? [] : [{ kind: 'heading', level: 2, id: '', content: [inline(label)] }]
  return description === '' ? heading : [...heading, paragraph(description)]
}

/** What a component holds, after what its attributes say. Its description is Markdown. */
export function titled(frame: Frame, drafts: Draft[], read: ReadText): Draft[] {
  const { attributes } = frame
  const description = attributes.get('description') ?? ''
  const words = [attributes.get('title'), attributes.get('name'), valueOf(frame)].filter(Boolean).join(' ')
  const parts: Block[] = words === '' ? [] : [paragraph(words)]
  if (description !== '') parts.push({ kind: 'paragraph', content: read(description) })
  return [...parts, ...drafts]
}

/** The value of a component, or its values by name: `value={{ light: '#fff', dark: '#000' }}`. */
function valueOf({ attributes, expressions }: Frame): string {
  const values = literalOf(expressions.get('value') ?? 'null')
  if (typeof values !== 'object' || values === null) return attributes.get('value') ?? ''
  return Object.entries(values)
    .slice(0, MEMBER_LIMIT)
    .flatMap(([name, value]) => (typeof value === 'string' ? [`${name} ${value}`] : []))
    .join(' ')
}

/** What stands in a frame, with its caption and its hint, which are Markdown. */
export function framed({ attributes }: Frame, drafts: Draft[], read: ReadText): Draft[] {
  const words = ['hint', 'caption'].map((key) => attributes.get(key) ?? '').filter((text) => text !== '')
  const parts = words.map((text): Block => ({ kind: 'paragraph', content: read(text) }))
  return parts.length === 0 ? drafts : [...drafts, ...parts]
}

/** What a card shows: its image, its description, what stands within it, and the words of its link. */
export function cardParts({ attributes }: Frame, blocks: Block[]): Block[] {
  const [image, description, words] = ['img', 'description', 'cta'].map((key) => attributes.get(key) ?? '')
  const target = attributes.get('href') ?? ''
  const parts = description ? [paragraph(description), ...blocks] : [...blocks]
  if (image) parts.unshift({ kind: 'paragraph', content: [{ kind: 'image', source: image, alt: '', title: null }] })
  if (words) parts.push(target === '' ? paragraph(words) : linked(target, [inline(words)]))
  return parts
}

/** What a field says, below what stands before and behind its name: `pre={['beta']}`. */
export function fieldParts({ attributes, expressions }: Frame, blocks: Block[]): Block[] {
  const labels = ['pre', 'post'].flatMap((key) => {
    const read = literalOf(expressions.get(key) ?? 'null')
    const given = Array.isArray(read) ? (read as unknown[]).slice(0, MEMBER_LIMIT) : [attributes.get(key)]
    return given.map(labelOf).filter((label) => label !== '')
  })
  return labels.length === 0 ? blocks : [paragraph(labels.join(', ')), ...blocks]
}

/** What a component that nothing is known of says at its use: title, description, where it leads, and its content. */
export function unknownBlocks({ attributes }: Frame, title: Inline[], drafts: Draft[]): Draft[] {
  const description = attributes.get('description') ?? ''
  const target = attributes.get('href') || null
  const parts: Draft[] = description === '' ? drafts : [paragraph(description), ...drafts]
  if (target === null) return title.length === 0 ? parts : [{ kind: 'paragraph', content: title }, ...parts]
  return [card(title, target, settled(parts))]
}

/** A card. Where it has a target but no title, its first text leads there: a link around a picture, for example. */
export function card(title: Inline[], target: string | null, blocks: Block[]): Block {
  const panel = { kind: 'panel', role: 'card', title, target, blocks } as const
  if (title.length > 0 || target === null) return panel
  const first = blocks.find((block) => !isWordless(block)) ?? blocks[0]
  if (first?.kind === 'paragraph') {
    if (blocks.length === 1) return linked(target, first.content)
    return { ...panel, title: first.content, blocks: blocks.filter((block) => block !== first) }
  }
  if (first?.kind !== 'heading') return { ...panel, title: [target] }
  // A heading stays one, since links may lead to it.
  const heading: Block = { ...first, content: [link(target, first.content)] }
  return { ...panel, target: null, blocks: blocks.map((block) => (block === first ? heading : block)) }
}

function linked(target: string, content: Inline[]): Block {
  return { kind: 'paragraph', content: [link(target, content)] }
}

function link(target: string, content: Inline[]): Inline {
  return { kind: 'link', target, title: null, content }
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
