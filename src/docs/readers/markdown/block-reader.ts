import type { Block } from '../../model/page-model.ts'
import { alertOf } from './alerts.ts'
import { MATH_END } from './block-builder.ts'
import { createBraceFinder } from './braces.ts'
import { constructOfLine, withParts, type Construct, type Part } from './constructs.ts'
import { container, settled, type Container, type PendingText } from './draft.ts'
import { readFence } from './code/fence.ts'
import { expandTabs, fromColumn, idOf, indentAt, isThematicBreak, listMarker, withoutClosingMarks } from './lines.ts'
import { foldLabel, type Target } from './link-target.ts'
import { closedIn, MarkupReader } from './markup-reader.ts'
import { alignments, rowCells } from './table.ts'

/** Blocks of a page whose text is still to be read. */
export interface ReadBlocks {
  readonly blocks: Block[]
  readonly texts: readonly PendingText[]
  readonly references: ReadonlyMap<string, Target>
  readonly footnotes: ReadonlyMap<string, string>
  readonly unknown: Set<string>
  /** Words of alerts that are not known. */
  readonly unknownAlerts: ReadonlySet<string>
}

/** Quotes, list items and footnotes that may stand in one another; deeper marks are text. */
const NESTING_LIMIT = 32
const NOTE_INDENT = 4

const SETEXT = /^(?:=+|-+)\s*$/
const HEADING = /^(#{1,6})(?:[ \t]+(.*))?$/s
const EXPLICIT_ID =
  /\\?\{\/?\*?[ \t]*#?((?<=#)[^\s{}#]{1,200}|(?<=\/\*)[\w-]{1,200}|(?<=\/\* )[\w-]{1,200})[ \t]*(?:\*\/)?\\?\}$/
/** `[!WORD]` alone or before a title, and no link; Obsidian has attributes behind a pipe. */
const ALERT = /^\[!([A-Za-z][\w-]{0,39})(?:\|[^\][\n]{0,200})?\](?![([:])[+-]?[ \t]*/
const TASK = /^\[([ xX])\]\s+/
const FOOTNOTE = /^\[\^([^\s[\]]{1,200})\]:[ \t]*/

/**
 * Cuts a page into blocks, line by line, in one pass of linear time. It knows CommonMark's blocks, GitHub's tables,
 * footnotes, tasks and alerts, `:::` directives, and tags of HTML and JSX as containers of Markdown.
 */
export class BlockReader extends MarkupReader {
  /** Columns of the present line, whose first tabs count as the spaces up to the next column that four divides. */
  columns = 0
  constructs: readonly Construct[]
  /** Containers in which all lines of the present part stand. */
  base = 1
  /** Whether a part is read, and not the page itself. */
  isPart = false
  /** Number of the present line of the page, from 1, and how far lines are counted. */
  number = 1
  counted = 0

  constructor(source: string, mdx: boolean, constructs: readonly Construct[] = []) {
    super(source, mdx)
    this.constructs = constructs
  }

  run(): ReadBlocks {
    this.lines()
    this.closeTo(1)
    this.endVerbatim()
    this.flush()
    const { texts, references, footnotes, unknown, unknownAlerts } = this
    return { blocks: settled(this.top.blocks), texts, references, footnotes, unknown, unknownAlerts }
  }

  lines(): void {
    const { source } = this
    while (this.next < source.length) {
      this.lineStart = this.next
      const newline = source.indexOf('\n', this.next)
      this.lineEnd = newline < 0 ? source.length : newline
      this.next = this.lineEnd + 1
      const line = expandTabs(source.slice(this.lineStart, this.lineEnd))
      this.columns = line.length
      this.line(line)
      while (this.rest !== '') this.readRest()
    }
  }

  /** Reads the parts that stand in a line. @returns false if the line has no construct */
  parts(rest: string, matched: number): boolean {
    if (!this.constructs.some(({ opening }) => rest.includes(opening))) return false
    const alone = constructOfLine(rest, this.constructs)
    if (alone !== null) {
      const part = alone.construct.part(alone.found, this.lineNumber())
      this.readPart(part, matched)
      if (part.text.endsWith('\n')) this.blankLine(Math.min(matched, this.stack.length))
      return true
    }
    const text = withParts(rest, this.constructs, this.lineNumber())
    if (text === rest) return false
    // A heading, a title and a row of a table are one line.
    const isLine = this.table !== null || /^(?:[#|:]|\[[!^])/.test(rest)
    this.readPart({ text: isLine ? onOneLine(text) : text, constructs: [] }, matched)
    return true
  }

  /** Reads a part as if it stood in place of the present line, within the containers that the line stands in. */
  readPart({ constructs, text }: Part, matched: number): void {
    const { base, braces, closed, columns, commentsClose, isPart, lineEnd, lineStart, next, source, textEnd } = this
    const outer = { base, braces, closed, columns, commentsClose, isPart, lineEnd, lineStart, next, source, textEnd }
    const around = this.constructs
    this.base = matched
    this.isPart = true
    this.source = text
    this.braces = createBraceFinder(text)
    const own = closedIn(text)
    this.closed = { has: (name) => own.has(name) || closed.has(name) }
    this.constructs = constructs
    this.next = 0
    this.textEnd = 0
    this.commentsClose = true
    this.lines()
    this.endVerbatim()
    Object.assign(this, outer)
    this.constructs = around
  }

  lineNumber(): number {
    if (this.isPart) return this.number
    for (; this.counted < this.lineStart; this.counted++) if (this.source[this.counted] === '\n') this.number += 1
    return this.number
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
    if (isWhole && this.raw !== null) return this.rawText(this.written(text.slice(at)))
    if (!isWhole) this.endVerbatim()
    const indent = indentAt(text, at)
    if (at + indent >= text.length) return this.blankLine(matched)
    if (this.code.length > 0) {
      if (isWhole && indent > this.indentLimit) return void this.code.push(this.written(text.slice(at + 4)))
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
    const quote = this.stack.findLastIndex(({ type }) => type === 'quote')
    if (quote >= matched) this.closeTo(quote)
    // One within a quotation does not count for the list around it.
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
      if (inParagraph) return void this.paragraph.push(rest.trimStart())
      this.closeTo(matched)
      this.beforeBlock()
      return void this.code.push(this.written(text.slice(4)))
    }
    if (this.constructs.length > 0 && this.parts(rest, matched)) return
    if (this.block(rest, indent, matched, opened)) return
    if (matched < this.stack.length && !inParagraph) this.closeTo(matched)
    if (this.table !== null) return this.row(rest)
    if (this.paragraph.length === 0) this.beforeBlock()
    this.textLine(opened && this.top.type === 'item' ? this.task(rest) : rest)
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
    const attributes = this.headingAttributes?.exec(raw) ?? null
    const explicit = attributes ?? EXPLICIT_ID.exec(raw)
    const content = this.text(explicit ? raw.slice(0, explicit.index).trimEnd() : raw)
    const id = attributes === null ? explicit?.[1] : idOf(attributes[1] ?? '')
    this.add({ kind: 'heading', level, id: id ?? '', content })
  }

  /** Takes the line if it turns the paragraph above it into a heading or a table. */
  underline(rest: string): boolean {
    const first = rest[0]
    if (first !== '=' && first !== '-' && first !== '|' && first !== ':') return false
    const columns = alignments(rest)
    const header = columns === null ? [] : rowCells((this.paragraph.at(-1) as string).trim(), this.codeHoldsPipes)
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
    parent.blocks.push({ kind: 'admonition', tone, title, blocks: this.top.blocks as Block[] })
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

  /** The end of the present line with its tabs, which code keeps. */
  written(end: string): string {
    if (this.source.startsWith(end, this.lineEnd - end.length)) return end
    return fromColumn(this.source.slice(this.lineStart, this.lineEnd), this.columns - end.length)
  }

  fenced(content: string): void {
    const { fence } = this
    const trimmed = content.trim()
    if (fence === null) return
    const isMark = trimmed.length >= fence.marks.length && trimmed === fence.marks[0]?.repeat(trimmed.length)
    if (isMark && indentAt(content, 0) <= this.indentLimit) this.endVerbatim()
    else fence.lines.push(this.written(content.slice(Math.min(fence.indent, indentAt(content, 0)))))
  }
}

function onOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}
