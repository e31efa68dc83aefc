import type { Block, CodeBlock, Inline, Table } from '../../model/page-model.ts'
import { finishFrame } from './components.ts'
import { container, settle, settled, type Container, type Draft, type Frame, type PendingText } from './draft.ts'
import { decodeEntities } from './entities.ts'
import type { Fence } from './code/fence.ts'
import { withoutTwoslash } from './code/twoslash.ts'
import { takeLineComments } from './code/line-comments.ts'
import type { MdxFile } from './constructs.ts'
import { shownHtml } from './template/elements.ts'
import { definitionAt, type Target } from './link-target.ts'
import { Unread } from './mdx/unread.ts'
import { rowCells } from './table.ts'
import { themeOfClass } from '../../model/themes.ts'

/** Components that may stand in one another; the tags of deeper ones are dropped. */
const FRAME_LIMIT = 60

/** Cells of a page that fill rows which have fewer than their table. Short rows below a wide head would be millions. */
const PADDING_LIMIT = 100_000

/** A container of VitePress whose text Vue leaves alone. */
const VERBATIM = 'v-pre'

/** Code in these languages shows how comments that mark lines are written. */
const SHOWS_COMMENTS = new Set(['md', 'markdown', 'mdx'])

/** What may be an image in a text that is still to be read. */
const IMAGE = /!\[|<\w*im(?:g|age)/i

/** Ends a formula that stands on lines of its own. */
export const MATH_END = /\$\$/

/** Text that is read as it stands, up to its end. */
interface Raw {
  readonly end: RegExp
  /** Lines that are kept; null: they are not shown. */
  readonly lines: string[] | null
  /** Attributes of a `pre` element. */
  readonly attributes?: ReadonlyMap<string, string>
  /** The line of the page that it begins on. */
  readonly line?: number
}

/** Gives what a kind of source shows of code, by what stands behind its fence. */
export type CodeShown = (code: CodeBlock, info: string) => Block

/** The blocks of a page so far: the containers that are open, and the block in the innermost one. */
export abstract class BlockBuilder {
  /** Whether the present text is MDX, and what its expressions stand for. */
  mdx = false
  file: MdxFile | null = null
  /** How attributes behind a heading are written; null: `{#id}` stands there alone. */
  headingAttributes: RegExp | null = null
  /** Whether a `|` within code parts no cells of a table. */
  codeHoldsPipes = false
  /** Whether `: ` below a term begins what it means. */
  definitionLists = false
  /** Whether the last definition of a link holds, and not the first. */
  lastDefinitionHolds = false
  /** Gives what is shown of code, by what stands behind its fence; null: the code itself. */
  codeShown: CodeShown | null = null
  readonly stack: Container[] = [container('page', [])]
  readonly texts: PendingText[] = []
  readonly references = new Map<string, Target>()
  /** Labels of footnotes as they are written, by their folded form. */
  readonly footnotes = new Map<string, string>()
  /** Names of components that nothing is known of. */
  readonly unknown = new Set<string>()
  /** Words of alerts that nothing is known of. */
  readonly unknownAlerts = new Set<string>()
  /** Expressions that would show something which only a program tells. */
  readonly unread = new Unread()
  frames = 0
  /** Groups to which a further tab may be added. */
  readonly tabs = new WeakSet<object>()
  /** Cells that rows lacked so far. */
  padding = 0
  paragraph: string[] = []
  /** The lines of the page that the paragraph stands on, where it is a file that names lines. */
  paragraphLines: number[] = []
  /** The last paragraph that ended, with its lines: the terms of a definition below it. A comment behind a block has none. */
  ended: { readonly block: Draft | undefined; readonly lines: readonly string[] } | null = null
  table: Table | null = null
  fence: Fence | null = null
  raw: Raw | null = null
  /** Lines of indented code, with blank ones that may end it. */
  code: string[] = []

  get top(): Container {
    return this.stack.at(-1) as Container
  }

  row(rest: string): void {
    const { table } = this
    if (table === null) return
    const texts = rowCells(rest.trim(), this.codeHoldsPipes)
    const missing = Math.max(0, table.columns.length - texts.length)
    this.padding += missing
    const isFilled = missing === 0 || this.padding <= PADDING_LIMIT
    table.rows.push(this.cells(texts, isFilled ? table.columns.length : texts.length))
  }

  cells(texts: readonly string[], width: number, line?: number): Block[][] {
    return Array.from({ length: width }, (_, column) => {
      const text = texts[column] ?? ''
      return text === '' ? [] : [{ kind: 'paragraph', content: this.text(text, line === undefined ? line : [line]) }]
    })
  }

  /** Ends code in a fence, and other text that is read as it stands. */
  endVerbatim(): void {
    const { fence, raw } = this
    this.fence = null
    this.raw = null
    if (fence !== null) {
      const { info, isTwoslash, language, title, view } = fence
      const text = joined(isTwoslash ? withoutTwoslash(fence.lines) : fence.lines)
      const code: CodeBlock = { kind: 'code', language, title, text, ...(view && { view }) }
      if (!SHOWS_COMMENTS.has(language ?? '')) takeLineComments(code)
      this.addCode(code, info)
    } else if (raw?.lines && raw.end === MATH_END) this.add({ kind: 'math', text: raw.lines.join('\n').trim() })
    else if (raw?.lines)
      this.addCode(preformatted(shownHtml(raw.lines.join('\n'), this.present?.template, raw.line ?? 1), raw.attributes))
  }

  flush(): void {
    this.table = null
    if (this.code.length > 0) {
      const lines = this.code
      this.code = []
      while (lines.at(-1)?.trim() === '') lines.pop()
      this.addCode({ kind: 'code', language: null, title: null, text: joined(lines) })
    }
    if (this.paragraph.length === 0) return
    const lines = this.paragraph
    const text = this.withoutDefinitions(lines.join('\n'))
    this.paragraph = []
    const numbers = this.linesOf(text)
    if (text.trim() === '') return
    const block: Block = { kind: 'paragraph', content: this.text(text, numbers) }
    this.ended = { block, lines }
    this.add(block)
  }

  withoutDefinitions(paragraph: string): string {
    let text = paragraph
    while (text.startsWith('[')) {
      const definition = definitionAt(text)
      if (definition === null) break
      const { label, target, title, end } = definition
      if (this.lastDefinitionHolds || !this.references.has(label))
        this.references.set(label, { target: this.file?.target(target) ?? target, title })
      text = text.slice(end)
    }
    return text
  }

  closeTo(depth: number): void {
    if (depth >= this.stack.length) return
    this.endVerbatim()
    this.flush()
    while (this.stack.length > depth) {
      const closed = this.stack.pop() as Container
      if (closed.within !== null) closed.within.blank = closed.blank
      if (closed.frame === null) {
        settle(closed.blocks)
        continue
      }
      this.frames -= 1
      if (!this.isForTheme(closed, closed.frame)) continue
      const blocks = finishFrame(closed.frame, closed.blocks, (raw) => this.text(raw))
      if (closed.frame.tab === undefined) this.addAll(blocks)
      else this.addTab(settled(blocks), closed.frame.tab === 'joins')
    }
  }

  /** Says of the images of a frame that one theme alone shows them. Dark pages have no other text. */
  isForTheme({ textsBefore }: Container, { attributes }: Frame): boolean {
    const theme = themeOfClass(attributes.get('className') ?? attributes.get('class') ?? '')
    if (theme === undefined) return true
    const texts = this.texts.slice(textsBefore)
    for (const text of texts) text.theme ??= theme
    return theme === 'light' || texts.some(({ raw }) => IMAGE.test(raw))
  }

  /** Notes that a block follows in a container: after a blank line it makes the list around it loose. */
  noteChild(parent: Container): void {
    parent.list = null
    for (const open of this.stack) {
      if (open === parent && open.within !== null && open.blank && open.blocks.length > 0)
        open.within.block.loose = true
      open.blank = false
    }
  }

  addCode(code: CodeBlock, info = ''): void {
    this.add(this.codeShown?.(code, info) ?? code)
  }

  add(block: Block): void {
    this.addAll([block])
  }

  addAll(drafts: readonly Draft[]): void {
    if (drafts.length === 0) return
    this.noteChild(this.top)
    // A call with some hundred thousand arguments would overflow the stack.
    for (const draft of drafts) this.top.blocks.push(draft)
  }

  /** Adds a tab to the group that stands before it, or to one of its own. */
  addTab(tab: readonly Block[], joins: boolean): void {
    const last = this.top.blocks.at(-1)
    if (joins && last?.kind === 'group' && this.tabs.has(last)) last.blocks.push(...tab)
    else {
      const group: Block = { kind: 'group', role: 'tabs', blocks: [...tab] }
      this.tabs.add(group)
      this.add(group)
    }
  }

  addLine(text: string): void {
    if (this.file !== null) this.paragraphLines.push(this.lineNumber())
    this.paragraph.push(text)
  }

  /** Takes the lines of the end of the paragraph. */
  linesOf(text: string): readonly number[] | undefined {
    const { paragraphLines } = this
    if (paragraphLines.length === 0) return undefined
    this.paragraphLines = []
    return paragraphLines.slice(-text.split('\n').length)
  }

  text(raw: string, lines?: readonly number[], isHeading = false): Inline[] {
    const content: Inline[] = []
    const { mdx } = this
    const file = this.present
    this.texts.push({ content, raw, mdx, file, lines: lines ?? (file === null ? [] : [this.lineNumber()]), isHeading })
    return content
  }

  /** What expressions and elements stand for at present; what is verbatim stands for itself. */
  get present(): MdxFile | null {
    const { file } = this
    if (file?.template === undefined || !this.stack.some(({ frame }) => frame?.component === VERBATIM)) return file
    return { ...file, template: undefined, partOf: () => null }
  }

  /** Number of the present line of the page, from 1. */
  abstract lineNumber(): number

  interrupt(matched: number): void {
    this.flush()
    this.closeTo(matched)
  }

  beforeBlock(): void {
    this.noteChild(this.top)
  }

  /** @param width columns by which its content is indented; 0: it is not */
  openFrame(frame: Frame, width = 0): void {
    if (this.frames >= FRAME_LIMIT) return
    this.frames += 1
    this.noteChild(this.top)
    this.stack.push(container('frame', [], { frame, width, textsBefore: this.texts.length }))
  }

  closeFrame(name: string): void {
    const open = this.stack.findLastIndex(({ frame }) => frame?.name === name)
    if (open > 0) this.closeTo(open)
  }
}

function joined(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

const LANGUAGE_CLASS = /(?:^|[\s"'])lang(?:uage)?-([\w+#.-]{1,64})/

/** A `pre` element as code, whose language is in the class of it or of the `code` element in it. */
function preformatted(html: string, attributes: ReadonlyMap<string, string> = new Map()): CodeBlock {
  const inner = /^\s*<code\b([^<>]*)>/.exec(html)?.[1] ?? ''
  const [, language = null] = LANGUAGE_CLASS.exec(attributes.get('class') ?? '') ?? LANGUAGE_CLASS.exec(inner) ?? []
  const text = html.replace(/^\n/, '').replace(/<\/?[A-Za-z][^<>]*>/g, '')
  return {
    kind: 'code',
    language,
    title: attributes.get('data-title') || null,
    text: decodeEntities(text.endsWith('\n') ? text : `${text}\n`),
  }
}
