import type { Audience } from '../../model/audience.ts'
import type { Block, CodeBlock, Group, Inline, Panel, Tone } from '../../model/page-model.ts'
import { lineOf, settled, type Draft, type Frame } from './draft.ts'
import { decodeEntities } from './entities.ts'
import { isBlockElement, isInlineElement } from './tag-names.ts'
import {
  card,
  cardParts,
  codeOf,
  commandTabs,
  fieldParts,
  framed,
  group,
  titled,
  tree,
  treeEntry,
  typeFields,
  unknownBlocks,
  updateHeading,
  type ReadText,
} from './component-blocks.ts'
import { finishElement } from './html-elements.ts'
import { iconNamed } from './inline-tags.ts'
import { toneOf } from '../../model/tones.ts'

/** What a component or directive becomes. Tools for documentation share most of these names. */
type Meaning =
  | { readonly kind: 'admonition'; readonly tone: Tone }
  | { readonly kind: 'group'; readonly role: Group['role'] }
  | { readonly kind: 'panel'; readonly role: Panel['role'] }
  | {
      readonly kind:
        | 'details'
        | 'codes'
        | 'feature'
        | 'field'
        | 'frame'
        | 'code'
        | 'types'
        | 'tree'
        | 'entry'
        | 'update'
        | 'titled'
        | 'audience'
    }

const COMPONENTS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...named({ kind: 'admonition', tone: 'note' }, 'Note Info Callout Aside Alert Admonition Important'),
  ...named({ kind: 'admonition', tone: 'tip' }, 'Tip Check Success'),
  ...named({ kind: 'admonition', tone: 'warning' }, 'Warning Caution Danger'),
  ...named({ kind: 'group', role: 'tabs' }, 'Tabs CodeBlockTabs ApiTabs MimeTabs OperationTabs SchemaTabs'),
  ...named({ kind: 'group', role: 'steps' }, 'Steps'),
  ...named({ kind: 'group', role: 'hero' }, 'Splash.Hero'),
  ...named({ kind: 'group', role: 'cards' }, 'Cards CardGroup CardGrid Columns'),
  ...named({ kind: 'panel', role: 'tab' }, 'Tab TabItem Tabs.Tab CodeBlockTab'),
  ...named({ kind: 'panel', role: 'step' }, 'Step'),
  ...named({ kind: 'panel', role: 'card' }, 'Card LinkCard Cards.Card Tile'),
  ...named({ kind: 'feature' }, 'Splash.Feature'),
  ...named({ kind: 'details' }, 'details Accordion Expandable'),
  ...named({ kind: 'codes' }, 'CodeGroup code-group'),
  ...named({ kind: 'field' }, 'ParamField ResponseField Property'),
  ...named({ kind: 'frame' }, 'AccordionGroup Accordions Column Fragment Frame Panel RequestExample ResponseExample'),
  ...named({ kind: 'titled' }, 'View Prompt Color Color.Row Color.Item'),
  ...named({ kind: 'audience' }, 'Visibility'),
  ...named({ kind: 'code' }, 'Code DynamicCodeBlock Mermaid'),
  ...named({ kind: 'types' }, 'TypeTable'),
  ...named({ kind: 'tree' }, 'FileTree Files Tree'),
  ...named({ kind: 'entry' }, 'File Folder FileTree.File FileTree.Folder Tree.File Tree.Folder'),
  ...named({ kind: 'update' }, 'Update'),
])

const AUDIENCES: ReadonlyMap<string, Audience> = new Map([
  ['humans', 'people'],
  ['agents', 'agents'],
])

/** Attributes of fields that hold their name; what they are called tells where a parameter goes. */
const FIELD_NAMES = ['name', 'path', 'query', 'body', 'header', 'cookie']

/** Components whose names, attributes and content say all that there is to know. */
const PLAIN = new Set(
  `Badge Icon Image ImageZoom Img Fragment CodeBlock Trans Link LinkButton NextLink Latex Tooltip ClientOnly KeepAlive
    Suspense Teleport Transition TransitionGroup`.split(/\s+/),
)

/** Whether a tag is a component of whose name no more than its content can be told. */
export function isUnknownComponent(name: string): boolean {
  return (
    /^[A-Z]/.test(name) && !COMPONENTS.has(name) && !PLAIN.has(name) && !isBlockElement(name) && !isInlineElement(name)
  )
}

export function isComponent(name: string): boolean {
  return COMPONENTS.has(name)
}

/** The blocks that a component, element or directive leaves when it ends; `read` reads Markdown of its attributes. */
export function finishFrame(frame: Frame, drafts: Draft[], read: ReadText): Draft[] {
  const { component, attributes } = frame
  const tone = frame.name === ':::' ? toneOf(component) : undefined
  const meaning: Meaning | undefined = tone === undefined ? COMPONENTS.get(component) : { kind: 'admonition', tone }
  switch (meaning?.kind) {
    case undefined:
      return finishElement(frame, drafts) ?? unknown(frame, drafts)
    case 'admonition': {
      const given = toneOf(attributes.get('type') ?? attributes.get('variant')) ?? meaning.tone
      return [{ kind: 'admonition', tone: given, title: titleOf(frame), blocks: settled(drafts) }]
    }
    case 'group':
      return group(frame, meaning.role, settled(drafts))
    case 'panel': {
      const target = attributes.get('href') || attributes.get('link') || null
      const blocks = cardParts(frame, settled(drafts))
      const { role } = meaning
      const title = panelTitle(frame)
      return [role === 'card' ? card(title, target, blocks) : { kind: 'panel', role, title, target, blocks }]
    }
    case 'details': {
      const summary = drafts.find((draft) => draft.kind === 'element' && draft.name === 'summary')
      const [title, more] = summary?.kind === 'element' ? lineOf(settled(summary.blocks)) : [titleOf(frame), []]
      const blocks = [...more, ...settled(drafts.filter((draft) => draft !== summary))]
      return [{ kind: 'details', title, open: attributes.has('open') || attributes.has('defaultOpen'), blocks }]
    }
    case 'feature': {
      const icon = iconNamed(attributes.get('icon'))
      const title = read(decodeEntities(attributes.get('title') ?? ''))
      // The text is read into the same array later.
      if (icon !== null) title.unshift(icon)
      const target = attributes.get('href') || null
      return [{ kind: 'panel', role: 'card', title, target, blocks: cardParts(frame, settled(drafts)) }]
    }
    case 'codes':
      return [{ kind: 'group', role: 'tabs', blocks: settled(drafts).map(codePanel) }]
    case 'field':
      return [field(frame, settled(drafts))]
    case 'code':
      return codeOf(frame) ?? titledCode(frame, drafts)
    case 'types':
      return typeFields(frame)
    case 'tree':
      return tree(drafts)
    case 'entry':
      return [treeEntry(frame, drafts)]
    case 'titled':
      return titled(frame, drafts, read)
    case 'update':
      return [...updateHeading(frame), ...drafts]
    case 'audience':
      return audience(frame, drafts)
    case 'frame':
      return framed(frame, drafts, read)
  }
}

/** A part for people or for agents alone: `<Visibility for="agents">`. */
function audience({ attributes }: Frame, drafts: Draft[]): Draft[] {
  const role = AUDIENCES.get(attributes.get('for') ?? '')
  return role === undefined ? drafts : [{ kind: 'group', role, blocks: settled(drafts) }]
}

/** Code of a group becomes a tab that its title names. */
function codePanel(block: Block): Block {
  if (block.kind !== 'code') return block
  const code: CodeBlock = { ...block, title: null }
  return { kind: 'panel', role: 'tab', title: [block.title ?? block.language ?? ''], target: null, blocks: [code] }
}

/** Gives the title of a component to the code that stands in it. */
function titledCode({ attributes }: Frame, drafts: Draft[]): Draft[] {
  const title = attributes.get('title') || null
  return drafts.map((draft) => (draft.kind === 'code' && draft.title === null ? { ...draft, title } : draft))
}

function field(frame: Frame, blocks: Block[]): Block {
  const { attributes } = frame
  const name = FIELD_NAMES.map((key) => attributes.get(key)).find(Boolean) ?? ''
  const has = (key: string): boolean => attributes.has(key) && attributes.get(key) !== 'false'
  return {
    kind: 'field',
    name,
    type: attributes.get('type') || null,
    initial: attributes.get('default') || null,
    required: has('required'),
    deprecated: has('deprecated'),
    blocks: fieldParts(frame, blocks),
  }
}

/** Keeps the title and the content of a component that nothing is known of. */
function unknown(frame: Frame, drafts: Draft[]): Draft[] {
  const title = titleOf(frame)
  const isComponent = isUnknownComponent(frame.component)
  const commands = isComponent ? commandTabs(frame.attributes) : null
  if (commands !== null) return [commands, ...drafts]
  if (isComponent) return unknownBlocks(frame, title, drafts)
  return title === frame.title || title.length > 0 ? [{ kind: 'paragraph', content: title }, ...drafts] : drafts
}

/** The title of a panel, behind its icon. */
function panelTitle(frame: Frame): Inline[] {
  const title = titleOf(frame)
  const icon = title.length === 0 ? null : iconNamed(frame.attributes.get('icon'))
  return icon === null ? title : [icon, ...title]
}

function titleOf({ attributes, title }: Frame): Inline[] {
  if (title !== null) return title
  const written =
    attributes.get('title') || attributes.get('label') || attributes.get('value') || attributes.get('name') || ''
  return written === '' ? [] : [decodeEntities(written).replace(/\s+/g, ' ').trim()]
}

function named(meaning: Meaning, names: string): [string, Meaning][] {
  return names.split(' ').map((name) => [name, meaning])
}
