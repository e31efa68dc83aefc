import type { Block } from '../../model/page-model.ts'
import { alertOf, titleOf } from './alerts.ts'
import { isUnknownComponent } from './components.ts'
import { MATH_END } from './block-builder.ts'
import { createBraceFinder } from './braces.ts'
import {
  codeWithParts,
  constructOfLine,
  endedBlocks,
  MARGIN,
  marksIn,
  partOfSource,
  withParts,
  type Construct,
  type OpenedBlock,
  type Part,
} from './constructs.ts'
import { container, settled, type Container, type PendingText } from './draft.ts'
import { readFence } from './code/fence.ts'
import { expandTabs, fromColumn, idOf, indentAt, isThematicBreak, listMarker, withoutClosingMarks } from './lines.ts'
import { foldLabel, type Target } from './link-target.ts'
import { closedIn, MarkupReader } from './markup-reader.ts'
import type { Unread } from './mdx/unread.ts'
import { alignments, rowCells } from './table.ts'
import { NONE } from './tag.ts'

/** Blocks of a page whose text is still to be read. */
export interface ReadBlocks {
  readonly blocks: Block[]
  readonly texts: readonly PendingText[]
  readonly references: ReadonlyMap<string, Target>
  readonly footnotes: ReadonlyMap<string, string>
  readonly unknown: Set<string>
  readonly unread: Unread
  /** Words of alerts that are not known. */
  readonly unknownAlerts: ReadonlySet<string>
}

/** Quotes, list items and footnotes that may stand in one another; deeper marks are text. */
const NESTING_LIMIT = 32
/** Characters by which parts in the code of a page are indented together. */
const INDENT_ROOM_CHARS = 1_048_576
const NOTE_INDENT = 4

const FENCE = /^(?:`{3}[^`]*$|~{3})/
const SETEXT = /^(?:=+|-+)\s*$/
const HEADING = /^(#{1,6})(?:[ \t]+(.*))?$/s
const EXPLICIT_ID =
  /\\?\{\/?\*?[ \t]*#?((?<=#)[^\s{}#]{1,200}|(?<=\/\*)[\w-]{1,200}|(?<=\/\* )[\w-]{1,200})[ \t]*(?:\*\/)?\\?\}$/
/** `[!WORD]` alone or before a title, and no link; Obsidian has attributes behind a pipe, and a sign for what is folded. */
const ALERT = /^\[!([A-Za-z][\w-]{0,39})(?:\|[^\][\n]{0,200})?\](?![([:])([+-]?)[ \t]*/
const TASK = /^\[([ xX])\]\s+/
/** The attribute by which Material for MkDocs keeps a section out of search. */
const UNSEARCHED = /(?:^|\s)data-search-exclude\b/
/** Ends no text, which the end of its container does. */
const NEVER = /(?!)/
/** The mark of what a term means, as PHP Markdown Extra has it. */
const DEFINITION = /^:[ \t]+(?=\S)/
/** What is no term: rows of tables. */
const NO_TERM = /^\|/
const FOOTNOTE = /^\[\^([^\s[\]]{1,200})\]:[ \t]*/

/**
 * Cuts a page into blocks, line by line, in one pass of linear time. It knows CommonMark's blocks, GitHub's tables,
 * footnotes, tasks and alerts, `:::` directives, and tags of HTML and JSX as containers of Markdown.
 */
export class BlockReader extends MarkupReader {
  /** Columns of the present line, whose first tabs count as the spaces up to the next column that four divides. */
  columns = 0
  /** End of the last line that was looked through for constructs, and has none. */
  plainTo = -1
  /** Id of headings of level 1 that have none of their own; `''`: it is made of their text. */
  titleId = ''
  readonly indentRoom = { chars: INDENT_ROOM_CHARS }
  /** Where blocks begin that a line has to end, in a text. */
  paired: { readonly source: string; readonly begun: ReadonlySet<number> } = { source: '', begun: new Set() }
  /** Whether what a construct hides may end on a later line. */
  hiddenEnds = true

  constructor(source: string, mdx: boolean, constructs: readonly Construct[] = []) {
    super(source, mdx, constructs)
  }

  run(): ReadBlocks {
    this.lines()
    this.closeTo(1)
    this.endVerbatim()
    this.flush()
    const { texts, references, footnotes, unknown, unknownAlerts, unread } = this
    return { blocks: settled(this.top.blocks), texts, references, footnotes, unknown, unknownAlerts, unread }
  }

  lines(): void {
    const { source } = this
    while (this.next < source.length) {
      this.lineStart = this.next
      const newline = source.indexOf('\n', this.next)
      this.lineEnd = newline < 0 ? source.length : newline
      this.next = this.lineEnd + 1
      if (this.constructs.length > 0 && this.sourced()) continue
      const line = expandTabs(source.slice(this.lineStart, this.lineEnd))
      this.columns = line.length
      this.line(line)
      while (this.rest !== '') this.readRest()
    }
  }

  /** Reads the parts that stand in a line. @returns false if the line has no construct */
  parts(rest: string, indent: number, matched: number): boolean {
    // The end of a line that has been looked through has none either.
    const isLooked = this.plainTo === this.lineEnd
    const has = !isLooked && this.constructs.some(({ opening }) => rest.includes(opening))
    if (has && this.marked(rest, matched)) return true
    if (this.partOfLine(rest, indent, matched)) return true
    if (isLooked) return false
    if (has && this.partsWithin(rest, matched)) return true
    this.plainTo = this.lineEnd
    return false
  }

  /** Reads the part or opens the block that has the line to itself. @returns false if there is none */
  partOfLine(rest: string, indent: number, matched: number): boolean {
    const start = this.lineEnd - rest.length
    const isWritten = this.source.startsWith(rest, start)
    const constructs = this.constructs.filter(({ isWithin }) => isWithin !== true || this.frames > 0)
    const alone = isWritten
      ? constructOfLine(this.source, start, constructs, this)
      : constructOfLine(rest, 0, constructs, this)
    if (alone === null) return false
    const { block, end, part } = alone
    if (block?.mustEnd === true && !(isWritten && this.isEnded(start))) return false
    const isLong = isWritten && end > this.lineEnd
    if (isWritten) this.continueWithin(end)
    if (block !== null) this.openBlock(block, indent, matched)
    if (part !== null) this.readPart(isLong ? { ...part, text: this.unquoted(part.text) } : part, matched)
    if (part?.text.endsWith('\n')) this.blankLine(Math.min(matched, this.stack.length))
    return true
  }

  /** Whether a line ends the block that begins at an offset. */
  isEnded(start: number): boolean {
    const { constructs, source } = this
    if (this.paired.source !== source) this.paired = { source, begun: endedBlocks(source, constructs) }
    return this.paired.begun.has(start)
  }

  /** Reads a line with the parts that stand in it. @returns false if there are none */
  partsWithin(rest: string, matched: number): boolean {
    // What stands behind a fence is no text.
    if (FENCE.test(rest)) return false
    let hidden: RegExp | null = null
    const hides = (until: RegExp): boolean => {
      hidden = this.endsLater(until) ? until : null
      return hidden !== null
    }
    const text = withParts(rest, this.constructs, this.lineNumber(), { hides })
    if (text === rest) return false
    // A heading, a title and a row of a table are one line.
    const isLine = this.table !== null || /^(?:[#|:]|\[[!^])/.test(rest)
    this.readPart({ text: isLine ? onOneLine(text) : text, constructs: [] }, matched)
    if (hidden !== null) this.raw = { end: hidden, lines: null }
    return true
  }

  /** Opens the block of a construct, whose line is indented by some columns. */
  openBlock(block: OpenedBlock, indent: number, matched: number): void {
    const { attributes = NONE, component, end, shown, tab, title = '' } = block
    this.interrupt(matched)
    if (shown !== undefined) this.add({ kind: 'paragraph', content: this.text(shown) })
    const content = title === '' ? null : this.text(withParts(title, this.constructs, this.lineNumber()))
    const frame = { name: end ?? '', component, attributes, expressions: NONE, title: content, tab }
    if (isUnknownComponent(component)) this.unknown.add(component)
    this.openFrame(frame, end === undefined ? indent + MARGIN : 0)
    if (shown !== undefined) this.raw = { end: NEVER, lines: null }
  }

  /** Reads what stands in place of a line of the source. @returns false if nothing does */
  sourced(): boolean {
    const { constructs, lineStart, source } = this
    const sourced = partOfSource(source, lineStart, constructs, () => this.lineNumber(), this.fence !== null)
    if (sourced === null) return false
    this.lineEnd = sourced.end
    this.next = sourced.end + 1
    this.readPart({ ...sourced.part, text: `${sourced.part.text}\n` }, this.base, false)
    return true
  }

  /** Begins and ends the containers that a line marks, and reads the text between the marks. */
  marked(rest: string, matched: number): boolean {
    const unmarked = this.constructs.filter(({ mark }) => mark === undefined)
    let from = 0
    for (const { at, end, mark } of marksIn(rest, this.constructs)) {
      const before = rest.slice(from, at)
      const isText = before.trim() !== ''
      if (isText) this.readPart({ text: before, constructs: unmarked }, from === 0 ? matched : this.stack.length)
      this.interrupt(isText || from > 0 ? this.stack.length : matched)
      const name = `%${mark.component}`
      if (mark.attributes === null) this.closeFrame(name)
      else this.openFrame({ ...mark, name, attributes: mark.attributes, expressions: NONE, title: null })
      from = end
    }
    if (from > 0) this.rest = rest.slice(from)
    return from > 0
  }

  /** Whether a later line ends what is hidden. Once none does, no later one can be asked for. */
  endsLater(until: RegExp): boolean {
    this.hiddenEnds &&= until.test(this.source.slice(this.lineEnd))
    return this.hiddenEnds
  }

  /** Reads a part as if it stood in place of the present line, within the containers that the line stands in. */
  readPart({ constructs, file, mdx, row, text }: Part, matched: number, ends = true): void {
    const { base, braces, closed, columns, commentsClose, isPart, lineEnd, lineStart, next, source, textEnd } = this
    const outer = { base, braces, closed, columns, commentsClose, isPart, lineEnd, lineStart, next, source, textEnd }
    this.plainTo = -1
    this.lineNumber()
    const { counted, number, scan } = this
    const within = { counted, file: this.file, mdx: this.mdx, number, scan }
    this.scan = null
    const around = this.constructs
    this.base = matched
    this.isPart = isPart || row === undefined
    if (row !== undefined) Object.assign(this, { counted: 0, number: row })
    this.file = file ?? this.file
    this.mdx = mdx ?? this.mdx
    this.source = text
    this.braces = createBraceFinder(text)
    const own = closedIn(text)
    this.closed = { has: (name) => own.has(name) || closed.has(name) }
    this.constructs = constructs
    this.next = 0
    this.textEnd = 0
    this.commentsClose = true
    this.afterBlank ||= file !== undefined
    this.lines()
    if (ends) this.endVerbatim()
    // What a file begins, it ends, since its text is read by its own names.
    if (file !== undefined) {
      this.flush()
      this.closeTo(matched)
    }
    Object.assign(this, outer, within)
    this.plainTo = -1
    this.constructs = around
  }

  readRest(): void {
    const { rest } = this
    this.rest = ''
    const indent = indentAt(rest, 0)
    if (indent < rest.length) this.open(rest, indent, this.stack.length)
  }

  /** Columns from which on a line is code. Within components, and in MDX, there is no indented code. */
  get indentLimit(): number {
    return this.mdx || this.frames > 0 ? Number.POSITIVE_INFINITY : 3
  }

  line(text: string): void {
    let at = 0
    let matched = Math.min(this.base, this.stack.length)
    for (; matched < this.stack.length; matched++) {
      const { type, width } = this.stack[matched] as Container
      if (type === 'frame' && width === 0) continue
      const indent = indentAt(text, at)
      if (type === 'quote') {
        if (indent > this.indentLimit || text[at + indent] !== '>') break
        at += indent + 1
        if (text[at] === ' ') at += 1
      } else {
        if (indent < width && at + indent < text.length) break
        at += Math.min(indent, width)
      }
    }
    // Unlike an item, an indented block has no line that is not indented.
    if (this.stack[matched]?.type === 'frame') this.closeTo(matched)
    const isWhole = matched === this.stack.length
    if (isWhole && this.fence !== null) return this.fenced(text.slice(at))
    if (isWhole && this.raw !== null) return this.rawText(this.written(text.slice(at)))
    if (!isWhole) this.endVerbatim()
    const indent = indentAt(text, at)
    if (at + indent >= text.length) return this.blankLine(matched)
    if (this.code.length > 0) {
      if (isWhole && indent > this.indentLimit) return this.codeLine(this.code, text.slice(at + 4))
      this.flush()
    }
    if (isWhole && this.paragraph.length > 0 && indent <= this.indentLimit && this.underline(text.slice(at + indent))) {
      return
    }
    this.open(text, at, matched)
    // A comment alone on its line is nothing to MDX.
    this.afterBlank = this.mdx && text.startsWith('<!--') && text.trimEnd().endsWith('-->')
  }

  blankLine(matched: number): void {
    this.afterBlank = true
    if (this.code.length > 0 && matched === this.stack.length) {
      this.code.push('')
      return
    }
    this.flush()
    // A blank line without its mark ends a quotation.
    const quote = this.stack.findIndex(({ type }, at) => type === 'quote' && at >= matched)
    if (quote >= 0) this.closeTo(quote)
    // One within a quotation is not one for the list around it.
    const within = this.stack.findLastIndex(({ type }) => type === 'quote')
    for (const open of this.stack.slice(Math.max(within, 0))) open.blank = true
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
      if (inParagraph) return this.addLine(rest.trimStart())
      this.closeTo(matched)
      this.beforeBlock()
      return this.codeLine(this.code, text.slice(4))
    }
    // The box of a task begins no other block, so it is taken once, before anything else is tried.
    const written = opened && this.top.type === 'item' ? this.task(rest) : rest
    if (this.constructs.length > 0 && this.parts(written, indent, matched)) return
    if (this.block(rest, indent, matched, opened)) return
    if (matched < this.stack.length && !inParagraph) this.closeTo(matched)
    if (this.table !== null) return this.row(rest)
    if (this.paragraph.length === 0) this.beforeBlock()
    this.textLine(written)
  }

  /** Takes the line if it starts (or is) a block other than a paragraph. */
  block(rest: string, indent: number, matched: number, opened: boolean): boolean {
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
        const fence = readFence(rest, indent)
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
        this.raw = { end: MATH_END, lines: [] }
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
        return this.endOfBlock(rest, matched) || this.directive(rest, matched) || this.definition(rest, indent, matched)
      case 'i':
      case 'e':
        return this.moduleCode(rest)
      case '/':
        return this.endOfBlock(rest, matched)
      case '[':
        return this.footnote(rest, matched) || ((this.paragraph.length === 0 || opened) && this.alert(rest))
      default:
        return false
    }
  }

  /** Ends the block of a construct that this line ends. */
  endOfBlock(rest: string, matched: number): boolean {
    const open = this.stack.findLastIndex(({ frame }) => frame?.name === rest.trimEnd())
    if (open < 0) return false
    this.interrupt(matched)
    this.closeTo(open)
    return true
  }

  heading(level: number, raw: string, lines?: readonly number[]): void {
    const attributes = this.headingAttributes?.exec(raw) ?? null
    const explicit = attributes ?? EXPLICIT_ID.exec(raw)
    const content = this.text(explicit ? raw.slice(0, explicit.index).trimEnd() : raw, lines, true)
    const own = attributes === null ? explicit?.[1] : idOf(attributes[1] ?? '')
    const id = own || (level === 1 && this.titleId) || ''
    const unsearched = UNSEARCHED.test(attributes?.[1] ?? '') ? ({ unsearched: true } as const) : {}
    this.add({ kind: 'heading', level, id, content, ...unsearched })
  }

  /** Takes the line if it turns the paragraph above it into a heading or a table. */
  underline(rest: string): boolean {
    const first = rest[0]
    if (first !== '=' && first !== '-' && first !== '|' && first !== ':') return false
    const columns = alignments(rest)
    const header = columns === null ? [] : rowCells((this.paragraph.at(-1) as string).trim(), this.codeHoldsPipes)
    if (columns !== null && header.length === columns.length) {
      this.paragraph.pop()
      const line = this.paragraphLines.pop()
      this.flush()
      this.table = { kind: 'table', columns, header: this.cells(header, columns.length, line), rows: [] }
      this.add(this.table)
      return true
    }
    if (!SETEXT.test(rest)) return false
    const text = this.withoutDefinitions(this.paragraph.join('\n'))
    if (text === '') return false
    this.paragraph = []
    this.heading(first === '=' ? 1 : 2, text.trim(), this.linesOf(text))
    return true
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
    if (quote?.[1] === undefined) return false
    const { isKnown, title: word, tone } = alertOf(quote[1])
    if (!isKnown) this.unknownAlerts.add(quote[1])
    const parent = this.stack.at(-2) as Container
    const written = rest.slice(quote[0].length).trim()
    const title = written === '' ? (word === null ? [] : [word]) : this.text(written)
    parent.blocks.pop()
    const blocks = this.top.blocks as Block[]
    const fold = quote[2] ?? ''
    if (fold === '') parent.blocks.push({ kind: 'admonition', tone, title, blocks })
    else
      parent.blocks.push({
        kind: 'details',
        title: written === '' ? [word ?? titleOf(quote[1])] : title,
        open: fold === '+',
        blocks,
      })
    return true
  }

  footnote(rest: string, matched: number): boolean {
    const opening = this.stack.length - this.frames > NESTING_LIMIT ? null : FOOTNOTE.exec(rest)
    if (opening?.[1] === undefined) return false
    this.interrupt(matched)
    const folded = foldLabel(opening[1])
    const label = this.footnotes.get(folded) ?? opening[1]
    this.footnotes.set(folded, label)
    const blocks: Block[] = []
    this.add({ kind: 'footnote', label, blocks })
    this.stack.push(container('note', blocks, { width: NOTE_INDENT }))
    this.rest = rest.slice(opening[0].length)
    return true
  }

  /** Takes what a term means. Terms are the lines above it, one blank line between them or none. */
  definition(rest: string, indent: number, matched: number): boolean {
    const mark = this.definitionLists ? DEFINITION.exec(rest)?.[0] : undefined
    if (mark === undefined || this.stack.length - this.frames > NESTING_LIMIT) return false
    const parent = this.stack[matched - 1] as Container
    const isOpen = matched === this.stack.length && this.paragraph.length > 0
    if (isOpen) this.flush()
    const last = parent.blocks.at(-1)
    const terms = this.ended !== null && last === this.ended.block ? this.ended.lines : null
    if (terms?.some((term) => NO_TERM.test(term)) || (terms === null && last?.kind !== 'definitions')) return false
    this.interrupt(matched)
    this.ended = null
    if (terms !== null && terms.length > 0) parent.blocks.pop()
    let list = parent.blocks.at(-1)
    if (list?.kind !== 'definitions') this.add((list = { kind: 'definitions', entries: [] }))
    else this.noteChild(parent)
    if (terms !== null) list.entries.push({ terms: terms.map((term) => this.text(term)), details: [] })
    const blocks: Block[] = []
    list.entries.at(-1)?.details.push(blocks)
    this.stack.push(
      container('note', blocks, { width: indent + (mark.includes('\t') ? MARGIN : Math.min(mark.length, MARGIN)) }),
    )
    this.rest = rest.slice(mark.length)
    return true
  }

  /** The end of the present line with its tabs, which code keeps. */
  written(end: string): string {
    if (this.source.startsWith(end, this.lineEnd - end.length)) return end
    return fromColumn(this.source.slice(this.lineStart, this.lineEnd), this.columns - end.length)
  }

  /** Takes a line of code, with the parts that stand in it. */
  codeLine(lines: string[], end: string): void {
    const text = this.written(end)
    const hasParts = this.constructs.some(({ inCode, opening }) => inCode === true && text.includes(opening))
    if (!hasParts) return void lines.push(text)
    const start = this.lineEnd - text.length
    const isHere = this.source.startsWith(text, start)
    const [source, at] = isHere ? [this.source, start] : [text, 0]
    const [code, behind] = codeWithParts(source, at, this.constructs, this.lineNumber(), this.indentRoom)
    if (isHere) this.continueWithin(behind)
    lines.push(code)
  }

  fenced(content: string): void {
    const { fence } = this
    const trimmed = content.trim()
    if (fence === null) return
    const isMark = trimmed.length >= fence.marks.length && trimmed === fence.marks[0]?.repeat(trimmed.length)
    if (isMark && indentAt(content, 0) <= this.indentLimit) this.endVerbatim()
    else this.codeLine(fence.lines, content.slice(Math.min(fence.indent, indentAt(content, 0))))
  }
}

function onOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}
