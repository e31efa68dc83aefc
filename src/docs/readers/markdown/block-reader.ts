import type { Block, Inline, Table } from '../../model/page-model.ts'
import { braceEnd } from './braces.ts'
import { finishFrame, isComponent, toneOf } from './components.ts'
import { container, settled, type Container, type Draft, type Frame, type PendingText } from './draft.ts'
import { readFence, type Fence } from './fence.ts'
import { parseDirective } from './directive.ts'
import { definitionAt, foldLabel, type Target } from './link-target.ts'
import { expandTabs, indentAt, isThematicBreak, listMarker, withoutClosingMarks } from './lines.ts'
import { moduleCodeEnd } from './module-code.ts'
import { alignments, rowCells } from './table.ts'
import { HIDDEN_ELEMENTS, isBlockElement, isInlineElement, isMarkup, VOID_ELEMENTS } from './tag-names.ts'
import { parseTag, stringLiteral, type Tag } from './tag.ts'

/** Blocks of a page whose text is still to be read. */
export interface ReadBlocks {
  readonly blocks: Block[]
  readonly texts: readonly PendingText[]
  readonly references: ReadonlyMap<string, Target>
  readonly footnotes: ReadonlySet<string>
}

/** Quotes and list items that may stand in one another; deeper marks are text. */
const NESTING_LIMIT = 32
const FRAME_LIMIT = 60
const NOTE_INDENT = 4

const SETEXT = /^(?:=+|-+)\s*$/
const HEADING = /^(#{1,6})(?:[ \t]+(.*))?$/s
const EXPLICIT_ID =
  /[ \t]*\\?\{\/?\*?[ \t]*#?((?<=#)[^\s{}#]{1,200}|(?<=\/\*)[\w-]{1,200}|(?<=\/\* )[\w-]{1,200})[ \t]*(?:\*\/)?\\?\}$/
const ALERT = /^\[!([A-Za-z]+)\][+-]?[ \t]*/
const TASK = /^\[([ xX])\]\s+/
const FOOTNOTE = /^\[\^([^\s[\]]{1,200})\]:[ \t]*/
const CLOSING_TAG = /<\/([A-Za-z][\w.:-]*)?\s*>/g

/** Text that is read as it stands, up to its end. */
interface Raw {
  readonly end: string
  /** Lines that are kept; null: they are not shown. */
  readonly lines: string[] | null
}

/**
 * Cuts a page into blocks, line by line, in one pass of linear time. It knows CommonMark's blocks, GitHub's tables,
 * footnotes, tasks and alerts, `:::` directives, and tags of HTML and JSX as containers of Markdown.
 */
export class BlockReader {
  readonly source: string
  readonly mdx: boolean
  readonly stack: Container[] = [container('page', [])]
  readonly texts: PendingText[] = []
  readonly references = new Map<string, Target>()
  readonly footnotes = new Set<string>()
  /** Names of the closing tags of the page. Only a tag with an end opens a frame. */
  readonly closed: ReadonlySet<string>
  frames = 0
  paragraph: string[] = []
  table: Table | null = null
  fence: Fence | null = null
  raw: Raw | null = null
  /** Lines of indented code, with blank ones that may end it. */
  code: string[] = []
  /** End of the current line. */
  lineEnd = 0
  /** Start of the line to read next. */
  next = 0
  /** What of the current line is still to be read, behind a tag. */
  rest = ''
  afterBlank = true
  commentsClose = true

  constructor(source: string, mdx: boolean) {
    this.source = source
    this.mdx = mdx
    this.closed = source.includes('</')
      ? new Set(Array.from(source.matchAll(CLOSING_TAG), (match) => match[1] ?? ''))
      : new Set()
  }

  run(): ReadBlocks {
    const { source } = this
    while (this.next < source.length) {
      const start = this.next
      const newline = source.indexOf('\n', start)
      this.lineEnd = newline < 0 ? source.length : newline
      this.next = this.lineEnd + 1
      this.line(expandTabs(source.slice(start, this.lineEnd)))
      while (this.rest !== '') this.readRest()
    }
    this.closeTo(1)
    this.endVerbatim()
    this.flush()
    const { texts, references, footnotes } = this
    return { blocks: settled(this.top.blocks), texts, references, footnotes }
  }

  readRest(): void {
    const { rest } = this
    this.rest = ''
    const indent = indentAt(rest, 0)
    if (indent < rest.length) this.open(rest, indent, this.stack.length)
  }

  get top(): Container {
    return this.stack.at(-1) as Container
  }

  /** Columns from which on a line is code. Within components, and in MDX, there is no indented code. */
  get indentLimit(): number {
    return this.mdx || this.frames > 0 ? Number.POSITIVE_INFINITY : 3
  }

  line(text: string): void {
    let at = 0
    let matched = 1
    for (; matched < this.stack.length; matched++) {
      const { type, width } = this.stack[matched] as Container
      if (type === 'frame') continue
      const indent = indentAt(text, at)
      if (type === 'quote') {
        if (indent > this.indentLimit || text[at + indent] !== '>') break
        at += indent + 1
        if (text[at] === ' ') at += 1
      } else if (at + indent < text.length) {
        if (indent < width) break
        at += width
      }
    }
    const isWhole = matched === this.stack.length
    if (isWhole && this.fence !== null) return this.fenced(text.slice(at))
    if (isWhole && this.raw !== null) return this.rawText(text.slice(at))
    if (!isWhole) this.endVerbatim()
    const indent = indentAt(text, at)
    if (at + indent >= text.length) return this.blankLine(matched)
    if (this.code.length > 0) {
      if (isWhole && indent > this.indentLimit) return void this.code.push(text.slice(at + 4))
      this.flush()
    }
    if (isWhole && this.paragraph.length > 0 && indent <= this.indentLimit && this.underline(text.slice(at + indent))) {
      return
    }
    this.open(text, at, matched)
    this.afterBlank = false
  }

  blankLine(matched: number): void {
    this.afterBlank = true
    if (this.code.length > 0) {
      this.code.push('')
      return
    }
    this.flush()
    // A blank line without its mark ends a quotation.
    const quote = this.stack.findLastIndex(({ type }) => type === 'quote')
    if (quote >= matched) this.closeTo(quote)
    for (const open of this.stack) open.blank = true
  }

  /** Opens the quotations and items that start on a line, then its block. */
  open(text: string, start: number, depth: number): void {
    let at = start
    let matched = depth
    let opened = false
    let indent = indentAt(text, at)
    while (indent <= this.indentLimit && this.stack.length - this.frames <= NESTING_LIMIT) {
      const rest = text.slice(at + indent)
      const isQuote = rest[0] === '>'
      const interrupts = this.paragraph.length > 0 && !opened && matched === this.stack.length
      const marker = isQuote || isThematicBreak(rest) ? null : listMarker(rest, interrupts)
      if (!isQuote && marker === null) break
      this.closeTo(matched)
      this.flush()
      at += indent + (marker?.width ?? 1)
      if (isQuote && text[at] === ' ') at += 1
      if (marker === null) this.openQuote()
      else {
        let within = indentAt(text, at)
        // Five spaces and more after the marker are one space and indented code.
        if ((within > 4 && this.indentLimit === 3) || at + within === text.length) within = 1
        at = Math.min(at + within, text.length)
        this.openItem(marker.sign, marker.number, indent + marker.width + within)
      }
      matched = this.stack.length
      opened = true
      indent = indentAt(text, at)
    }
    this.leaf(text.slice(at), indent, matched, opened)
  }

  openQuote(): void {
    const blocks: Block[] = []
    this.add({ kind: 'quote', blocks })
    this.stack.push(container('quote', blocks))
  }

  openItem(sign: string, number: number | null, width: number): void {
    const parent = this.top
    let list = parent.list
    if (list === null || list.sign !== sign) {
      list = { block: { kind: 'list', start: number, loose: false, items: [] }, sign, blank: false }
      this.add(list.block)
      parent.list = list
    } else if (list.blank) list.block.loose = true
    list.blank = false
    parent.blank = false
    const blocks: Block[] = []
    list.block.items.push({ done: null, blocks })
    this.stack.push(container('item', blocks, { width, within: list }))
  }

  leaf(text: string, indent: number, matched: number, opened: boolean): void {
    const rest = text.slice(indent)
    if (rest.trim() === '') return
    const inParagraph = this.paragraph.length > 0 && !opened
    if (indent > this.indentLimit) {
      if (inParagraph) return void this.paragraph.push(rest.trimStart())
      this.closeTo(matched)
      this.beforeBlock()
      return void this.code.push(text.slice(4))
    }
    if (this.block(rest, matched, opened)) return
    if (matched < this.stack.length && !inParagraph) this.closeTo(matched)
    if (this.table !== null) return this.row(rest)
    if (this.paragraph.length === 0) this.beforeBlock()
    this.textLine(opened && this.top.type === 'item' ? this.task(rest) : rest)
  }

  /** Takes the line if it starts (or is) a block other than a paragraph. */
  block(rest: string, matched: number, opened: boolean): boolean {
    switch (rest[0]) {
      case '#': {
        const heading = HEADING.exec(rest)
        if (!heading) return false
        this.interrupt(matched)
        this.heading((heading[1] as string).length, withoutClosingMarks(heading[2] ?? ''))
        return true
      }
      case '`':
      case '~': {
        const fence = readFence(rest, this.column(rest))
        if (fence === null) return false
        this.interrupt(matched)
        this.beforeBlock()
        this.fence = fence
        return true
      }
      case '$':
        if (rest.trim() !== '$$') return false
        this.interrupt(matched)
        this.beforeBlock()
        this.raw = { end: '$$', lines: [] }
        return true
      case '-':
      case '*':
      case '_':
        if (!isThematicBreak(rest)) return false
        this.interrupt(matched)
        this.add({ kind: 'rule' })
        return true
      case '<':
        return this.angle(rest, matched)
      case '{':
        return this.expression(rest, matched)
      case ':':
        return this.directive(rest, matched)
      case 'i':
      case 'e':
        return this.moduleCode(rest)
      case '[':
        return this.footnote(rest, matched) || ((this.paragraph.length === 0 || opened) && this.alert(rest))
      default:
        return false
    }
  }

  heading(level: number, raw: string): void {
    const explicit = EXPLICIT_ID.exec(raw)
    const content = this.text(explicit ? raw.slice(0, explicit.index) : raw)
    this.add({ kind: 'heading', level, id: explicit?.[1] ?? '', content })
  }

  /** Takes the line if it turns the paragraph above it into a heading or a table. */
  underline(rest: string): boolean {
    const first = rest[0]
    if (first !== '=' && first !== '-' && first !== '|' && first !== ':') return false
    const columns = alignments(rest)
    const header = columns === null ? [] : rowCells((this.paragraph.at(-1) as string).trim())
    if (columns !== null && header.length === columns.length) {
      this.paragraph.pop()
      this.flush()
      this.table = { kind: 'table', columns, header: this.cells(header, columns.length), rows: [] }
      this.add(this.table)
      return true
    }
    if (!SETEXT.test(rest)) return false
    const text = this.withoutDefinitions(this.paragraph.join('\n'))
    if (text === '') return false
    this.paragraph = []
    this.heading(first === '=' ? 1 : 2, text.trim())
    return true
  }

  row(rest: string): void {
    const { table } = this
    table?.rows.push(this.cells(rowCells(rest.trim()), table.columns.length))
  }

  cells(texts: readonly string[], width: number): Block[][] {
    return Array.from({ length: width }, (_, column) => {
      const text = texts[column] ?? ''
      return text === '' ? [] : [{ kind: 'paragraph', content: this.text(text) }]
    })
  }

  /** Reads a task's box. */
  task(rest: string): string {
    const box = TASK.exec(rest)
    const item = this.top.within?.block.items.at(-1)
    if (!box || item === undefined) return rest
    item.done = box[1] !== ' '
    return rest.slice(box[0].length)
  }

  /** GitHub's `> [!NOTE]`: its word names the tone, what follows it is a title. */
  alert(rest: string): boolean {
    const quote = this.top.type === 'quote' && this.top.blocks.length === 0 ? ALERT.exec(rest) : null
    const tone = toneOf(quote?.[1])
    if (!quote || tone === undefined) return false
    const parent = this.stack.at(-2) as Container
    const title = rest.slice(quote[0].length).trim()
    parent.blocks.pop()
    const blocks = this.top.blocks as Block[]
    parent.blocks.push({ kind: 'admonition', tone, title: title === '' ? [] : this.text(title), blocks })
    return true
  }

  footnote(rest: string, matched: number): boolean {
    const opening = FOOTNOTE.exec(rest)
    if (opening?.[1] === undefined) return false
    this.interrupt(matched)
    const label = foldLabel(opening[1])
    this.footnotes.add(label)
    const blocks: Block[] = []
    this.add({ kind: 'footnote', label, blocks })
    this.stack.push(container('note', blocks, { width: NOTE_INDENT }))
    this.rest = rest.slice(opening[0].length)
    return true
  }

  moduleCode(rest: string): boolean {
    if (!this.mdx || this.stack.length > 1 || !this.afterBlank || this.paragraph.length > 0) return false
    const start = this.lineEnd - rest.length
    const end = moduleCodeEnd(this.source, start)
    if (end === null || end < 0) return false
    this.continueAt(end)
    return true
  }

  /** Drops an expression that has its lines to itself, or keeps the text of a mere string. */
  expression(rest: string, matched: number): boolean {
    const isComment = rest.startsWith('{/*')
    if (!this.mdx && !isComment) return false
    const start = this.lineEnd - rest.length
    const end = isComment ? this.commentEnd(start) : braceEnd(this.source, start, this.source.length)
    if (end < 0) return false
    const after = this.source.slice(end, this.lineEndAt(end))
    if (after.trim() !== '' || stringLiteral(this.source.slice(start, end)) !== null) return false
    this.interrupt(matched)
    this.continueAt(end)
    return true
  }

  /** Finds the end of a comment. Once there is none, no later one has an end. */
  commentEnd(start: number): number {
    const end = this.commentsClose ? this.source.indexOf('*/}', start) : -1
    this.commentsClose = end >= 0
    return end < 0 ? -1 : end + 3
  }

  directive(rest: string, matched: number): boolean {
    const directive = parseDirective(rest)
    if (directive === null) return false
    if (directive.name === '') {
      const open = this.stack.findLastIndex(({ frame }) => frame?.name === ':::')
      if (open < 0) return false
      this.interrupt(matched)
      this.closeTo(open)
      return true
    }
    this.interrupt(matched)
    const title = directive.title === '' ? null : this.text(directive.title)
    this.openFrame({ name: ':::', component: directive.name, attributes: new Map(), title })
    return true
  }

  angle(rest: string, matched: number): boolean {
    if (rest.startsWith('<!--')) {
      this.interrupt(matched)
      this.raw = { end: '-->', lines: null }
      this.rawText(rest.slice(4))
      return true
    }
    const start = this.lineEnd - rest.length
    const tag = parseTag(this.source, start, this.mdx)
    if (tag === null || !this.startsBlock(tag)) return false
    this.interrupt(matched)
    this.readTag(tag)
    return true
  }

  /** Tells whether a tag at the start of a line stands there as a block. */
  startsBlock(tag: Tag): boolean {
    const { name, kind, end } = tag
    if (isInlineElement(name) || imageComponent(name)) return false
    if (isComponent(name) || isBlockElement(name)) return true
    if (!this.mdx && !isMarkup(tag) && !this.closed.has(name)) return false
    if (kind === 'close') return true
    const after = this.source.slice(end, this.lineEndAt(end)).trimStart()
    return after === '' || after.startsWith('<')
  }

  readTag(tag: Tag): void {
    const { name, kind, attributes, end } = tag
    this.continueWithin(end)
    if (kind === 'close') this.closeFrame(name)
    else if (HIDDEN_ELEMENTS.has(name.toLowerCase()) && kind === 'open') {
      this.raw = { end: `</${name}`, lines: null }
      this.rawText(this.source.slice(end, this.lineEnd))
      return
    } else if (name === 'pre' && kind === 'open') {
      this.beforeBlock()
      this.raw = { end: '</pre', lines: [] }
      this.rawText(this.source.slice(end, this.lineEnd))
      return
    } else {
      const frame: Frame = { name, component: name, attributes, title: null }
      const isEmpty = kind === 'void' || VOID_ELEMENTS.has(name.toLowerCase()) || !this.closed.has(name)
      if (isEmpty) this.addAll(finishFrame(frame, []))
      else this.openFrame(frame)
    }
    this.rest = this.source.slice(end, this.lineEnd)
  }

  openFrame(frame: Frame): void {
    if (this.frames >= FRAME_LIMIT) return
    this.frames += 1
    this.noteChild(this.top)
    this.stack.push(container('frame', [], { frame }))
  }

  closeFrame(name: string): void {
    const open = this.stack.findLastIndex(({ frame }) => frame?.name === name)
    if (open > 0) this.closeTo(open)
  }

  /** Adds a line to the paragraph, up to the tag that closes a component, if the line has one outside of code. */
  textLine(rest: string): void {
    if (this.frames > 0 && rest.includes('</')) {
      let ticks = 0
      let counted = 0
      for (const { 0: closing, 1: name = '', index } of rest.matchAll(CLOSING_TAG)) {
        for (; counted < index; counted++) if (rest[counted] === '`') ticks += 1
        const isCode = (ticks & 1) === 1
        if (isCode || isInlineElement(name) || !this.stack.some(({ frame }) => frame?.name === name)) continue
        if (rest.slice(0, index).trim() !== '') this.paragraph.push(rest.slice(0, index))
        this.flush()
        this.closeFrame(name)
        this.rest = rest.slice(index + closing.length)
        return
      }
    }
    this.paragraph.push(rest)
  }

  fenced(content: string): void {
    const { fence } = this
    const trimmed = content.trim()
    if (fence === null) return
    if (trimmed.length >= fence.marks.length && trimmed === fence.marks[0]?.repeat(trimmed.length)) this.endVerbatim()
    else fence.lines.push(content.slice(Math.min(fence.indent, indentAt(content, 0))))
  }

  rawText(content: string): void {
    const { raw } = this
    if (raw === null) return
    const end = content.toLowerCase().indexOf(raw.end.toLowerCase())
    if (end < 0) return void raw.lines?.push(content)
    raw.lines?.push(content.slice(0, end))
    this.endVerbatim()
    const isTag = raw.end.startsWith('</')
    this.rest = content.slice(isTag ? content.indexOf('>', end) + 1 || content.length : end + raw.end.length)
  }

  /** Ends code in a fence, and other text that is read as it stands. */
  endVerbatim(): void {
    const { fence, raw } = this
    this.fence = null
    this.raw = null
    if (fence !== null) {
      const { language, title } = fence
      this.add({ kind: 'code', language, title, text: joined(fence.lines) })
    } else if (raw?.lines && raw.end === '$$') this.add({ kind: 'math', text: raw.lines.join('\n').trim() })
    else if (raw?.lines) this.add({ kind: 'code', language: null, title: null, text: preText(raw.lines.join('\n')) })
  }

  interrupt(matched: number): void {
    this.flush()
    this.closeTo(matched)
  }

  flush(): void {
    this.table = null
    if (this.code.length > 0) {
      const lines = this.code
      this.code = []
      while (lines.at(-1)?.trim() === '') lines.pop()
      this.add({ kind: 'code', language: null, title: null, text: joined(lines) })
    }
    if (this.paragraph.length === 0) return
    const text = this.withoutDefinitions(this.paragraph.join('\n'))
    this.paragraph = []
    if (text.trim() !== '') this.add({ kind: 'paragraph', content: this.text(text) })
  }

  withoutDefinitions(paragraph: string): string {
    let text = paragraph
    while (text.startsWith('[')) {
      const definition = definitionAt(text)
      if (definition === null) break
      const { label, target, title, end } = definition
      if (!this.references.has(label)) this.references.set(label, { target, title })
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
      if (closed.frame === null) continue
      this.frames -= 1
      this.addAll(finishFrame(closed.frame, closed.blocks))
    }
  }

  beforeBlock(): void {
    this.noteChild(this.top)
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

  add(block: Block): void {
    this.addAll([block])
  }

  addAll(drafts: readonly Draft[]): void {
    if (drafts.length === 0) return
    this.noteChild(this.top)
    this.top.blocks.push(...drafts)
  }

  text(raw: string): Inline[] {
    const content: Inline[] = []
    this.texts.push({ content, raw })
    return content
  }

  /** Columns by which a block is indented within its container. */
  column(rest: string): number {
    let at = this.lineEnd - rest.length
    let columns = 0
    while (at > 0 && this.source[at - 1] === ' ') {
      at -= 1
      columns += 1
    }
    return columns
  }

  lineEndAt(offset: number): number {
    if (offset <= this.lineEnd) return this.lineEnd
    const end = this.source.indexOf('\n', offset)
    return end < 0 ? this.source.length : end
  }

  /** Makes the line of `offset`, which a tag of several lines may reach, the current one. */
  continueWithin(offset: number): void {
    if (offset <= this.lineEnd) return
    this.lineEnd = this.lineEndAt(offset)
    this.next = this.lineEnd + 1
  }

  /** Goes on behind the line of `offset`. */
  continueAt(offset: number): void {
    this.lineEnd = this.lineEndAt(offset)
    this.next = this.lineEnd + 1
    this.afterBlank = true
  }
}

function imageComponent(name: string): boolean {
  return /^(?:Img|[A-Z]\w*Image|Image)$/.test(name)
}

function joined(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** The text of a `pre` element without its tags. */
function preText(html: string): string {
  const text = html.replace(/^\n/, '').replace(/<\/?[A-Za-z][^<>]*>/g, '')
  return text.endsWith('\n') ? text : `${text}\n`
}
