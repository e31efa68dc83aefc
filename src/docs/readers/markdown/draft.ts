import type { Block, Inline, List } from '../../model/page-model.ts'
import type { MdxFile } from './constructs.ts'
import type { Theme } from '../../model/themes.ts'

/** An element of HTML whose meaning depends on the element around it, such as a row of a table. */
export interface ElementDraft {
  readonly kind: 'element'
  readonly name: string
  readonly blocks: Draft[]
  /** Whether a folder in a tree of files is closed at first. */
  readonly closed?: true
}

/** A block while its page is read. */
export type Draft = Block | ElementDraft

/** Text of a block whose marks are read when all definitions of the page are known. */
export interface PendingText {
  readonly content: Inline[]
  readonly raw: string
  /** Whether it stands in MDX, and the file that it stands in. */
  readonly mdx: boolean
  readonly file: MdxFile | null
  /** The lines of the page that it stands on; fewer: the last one holds for all further ones. */
  readonly lines: readonly number[]
  /** Whether it is a heading, of whose id no component is a part. */
  readonly isHeading: boolean
  /** The theme that alone shows its images; absent: both do. */
  theme?: Theme
}

/** What a line may stand in. The page is the outermost container. */
export interface Container {
  readonly type: 'page' | 'quote' | 'item' | 'note' | 'frame'
  /** Columns by which an item or a block indents its content; 0 for a frame: its own end ends it. */
  readonly width: number
  readonly blocks: Draft[]
  /** List that the next item may go on with. */
  list: OpenList | null
  /** Whether a blank line stands before what comes next. */
  blank: boolean
  /** The list of an item. */
  readonly within: OpenList | null
  readonly frame: Frame | null
  /** Texts of the page before it. */
  readonly textsBefore: number
}

export interface OpenList {
  readonly block: List
  readonly sign: string
  /** Whether a blank line ended the last item. */
  blank: boolean
}

/** A component, an HTML element or a directive, from its opening to its end. */
export interface Frame {
  /** Name of the tag, or `:::`. */
  readonly name: string
  readonly component: string
  readonly attributes: ReadonlyMap<string, string>
  /** Expressions of attributes that are no mere text. */
  readonly expressions: ReadonlyMap<string, string>
  /** Title of a directive, or null. */
  readonly title: Inline[] | null
  /** Whether it is a tab of a group, see `OpenedBlock`. */
  readonly tab?: 'joins' | 'starts' | undefined
}

export function container(type: Container['type'], blocks: Draft[], rest: Partial<Container> = {}): Container {
  return { type, width: 0, blocks, list: null, blank: false, within: null, frame: null, textsBefore: 0, ...rest }
}

/** Replaces elements that nothing around them gave a meaning by their content. */
export function settled(drafts: readonly Draft[]): Block[] {
  return drafts.flatMap((draft) => (draft.kind === 'element' ? settled(draft.blocks) : [draft]))
}

/** The same in the list itself, which a block has already. */
export function settle(drafts: Draft[]): void {
  if (!drafts.some(({ kind }) => kind === 'element')) return
  const blocks = settled(drafts)
  drafts.length = 0
  for (const block of blocks) drafts.push(block)
}

/** The text of blocks that stand for a line, and the blocks that have no place in it. */
export function lineOf(blocks: readonly Block[]): [text: Inline[], more: Block[]] {
  const line = blocks.find((block) => block.kind === 'paragraph' || block.kind === 'heading')
  return line === undefined ? [[], [...blocks]] : [line.content, blocks.filter((block) => block !== line)]
}
