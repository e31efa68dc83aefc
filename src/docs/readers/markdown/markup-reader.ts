import { BlockBuilder } from './block-builder.ts'
import { createBraceFinder, type BraceFinder } from './braces.ts'
import { codeOf, commandTabs } from './component-blocks.ts'
import { finishFrame, isComponent, isUnknownComponent } from './components.ts'
import type { Construct, Part } from './constructs.ts'
import { heldAt, scanTemplate, type HeldElements } from './template/elements.ts'
import type { Frame } from './draft.ts'
import { isPlayer } from './inline-tags.ts'
import { hasGivenHtml, withGivenHtml } from './mdx/given-html.ts'
import { isEmptyExpression, resolvedTag, wholeElement } from './mdx/mdx-file.ts'
import { moduleCodeEnd } from './module-code.ts'
import {
  HIDDEN_ELEMENTS,
  isBlockElement,
  isInlineElement,
  isLinkElement,
  isMarkup,
  VOID_ELEMENTS,
} from './tag-names.ts'
import { NONE, parseTag, stringLiteral, type Tag } from './tag.ts'

/** Gives the id that a kind of source makes for an element, or null. */
export type ElementId = (tag: Tag) => string | null

/** Elements whose ids are not kept here: headings keep theirs, and parts of tables and lists stand in no text. */
const NO_ANCHOR = /^(?:h[1-6]|d[dt]|li|t[dhr]|tbody|thead|tfoot|summary|caption)$/i
/** Elements that stand for a line. */
const LINE = /^(?:h[1-6]|summary|dt)$/i
const BLANK_LINE = /\n[ \t]*\n/
const COMMENT_END = /-->/
const CLOSING_TAG = /<\/([A-Za-z][\w.:-]*)?\s*>/g

/** Reads what a line starts with that is no Markdown: tags, directives, and the module code and expressions of MDX. */
export abstract class MarkupReader extends BlockBuilder {
  /** The page, or the part of another file that is read in its place. */
  source: string
  braces: BraceFinder
  /** Names of the closing tags of the page. Only a tag with an end opens a frame. */
  closed: Pick<ReadonlySet<string>, 'has'>
  /** Containers in which all lines of the page, or of the present part, stand. */
  base = 1
  lineStart = 0
  /** End of the current line. */
  lineEnd = 0
  /** Start of the line to read next. */
  next = 0
  /** What of the current line is still to be read, behind a tag. */
  rest = ''
  afterBlank = true
  /** Whether what is read is no text of the page itself. */
  isPart = false
  /** Number of the present line of the page, from 1, and how far lines are counted. */
  number = 1
  counted = 0
  constructs: readonly Construct[]
  commentsClose = true
  /** What a look at the text tells as a template, once it was asked for. */
  scan: ReturnType<typeof scanTemplate> | null = null
  /** Gives the id of an element that has none of its own, or null. */
  elementId: ElementId | null = null
  /** End of the last expression that has its lines not to itself. What starts before it is part of it. */
  textEnd = 0

  constructor(source: string, mdx: boolean, constructs: readonly Construct[]) {
    super()
    this.source = source
    this.mdx = mdx
    this.constructs = constructs
    this.braces = createBraceFinder(source)
    this.closed = closedIn(source)
  }

  angle(rest: string, matched: number): boolean {
    if (rest.startsWith('<!--')) {
      this.interrupt(matched)
      this.beforeBlock()
      this.ended = { block: this.top.blocks.at(-1), lines: [] }
      this.raw = { end: COMMENT_END, lines: null }
      this.rawText(rest.slice(4))
      return true
    }
    const start = this.lineEnd - rest.length
    const written = parseTag(this.source, start, this.mdx ? this.braces : null)
    if (written === null) return false
    if (this.held(written, start, matched)) return true
    const file = this.present
    const tag =
      file?.template?.tagOf(written, () => this.lineAt(start)) ??
      resolvedTag(written, file, (expression) => this.leaveOut(expression))
    if (this.replaced(written, tag, matched)) return true
    if (!this.startsBlock(tag)) return this.longTag(tag, start, matched)
    this.interrupt(matched)
    this.readTag(tag)
    return true
  }

  /** Reads what stands in the place of an element that has its line to itself, or other elements beside it. */
  replaced(written: Tag, tag: Tag, matched: number): boolean {
    if (this.mdx && tag.name === 'CodeBlock' && tag.kind === 'open') return this.codeElement(tag, matched)
    const isGiven = this.mdx && hasGivenHtml(tag)
    const file = this.present
    const whole = file === null && !isGiven ? null : wholeElement(this.source, tag)
    if (whole === null || !/^\s*(?:<|$)/.test(this.source.slice(whole.end, this.lineEndAt(whole.end)))) return false
    const { end } = whole
    const html = isGiven ? withGivenHtml(written, tag) : null
    if (isGiven && html === null) this.leaveOut([...tag.expressions.values()].join(', '))
    const part = html === null ? file?.partOf(whole, () => this.lineNumber()) : { text: html, constructs: [] }
    if (part == null) return false
    this.interrupt(matched)
    this.continueWithin(end)
    if (part.text !== '') this.standIn(part)
    this.rest = this.source.slice(end, this.lineEnd)
    return true
  }

  /** Reads what a template shows of an element that is a block. */
  held(tag: Tag, start: number, matched: number): boolean {
    const template = this.present?.template
    if (template === undefined || !template.holds(tag)) return false
    const { constructs, counted, number, source } = this
    this.scan ??= scanTemplate(source)
    const lineAt = (offset: number): number => this.lineAt(offset)
    const held = heldAt(start, tag, template, { source, closings: this.scan.closings, lineAt, rowAt: lineAt })
    if (held === null || !this.isOwnBlock(tag, held)) {
      Object.assign(this, { counted, number })
      return false
    }
    this.interrupt(matched)
    this.continueWithin(held.end)
    for (const part of template.partsOf(held.elements))
      this.standIn({ ...part, constructs, text: this.unquoted(part.text) })
    this.rest = source.slice(held.end, this.lineEnd)
    return true
  }

  /** A text of several lines of the page, without the marks of the quotations that it stands in. */
  unquoted(text: string): string {
    const quotes = this.stack.slice(this.base).filter(({ type }) => type === 'quote').length
    return quotes === 0 ? text : text.replace(new RegExp(`(?<=\\n)(?: {0,3}> ?){1,${quotes}}`, 'g'), '')
  }

  /** Whether an element is no part of a line. */
  isOwnBlock(tag: Tag, { elements, end }: HeldElements): boolean {
    const contents = elements.map(({ content }) => content ?? '')
    if (tag.name !== 'template') {
      const hasBlocks = this.paragraph.length === 0 && contents.some((content) => BLANK_LINE.test(content))
      return hasBlocks || this.startsBlock(tag)
    }
    const isAlone = this.source.slice(end, this.lineEndAt(end)).trim() === ''
    if (contents.some((content) => content.includes('\n') || /^\s*</.test(content))) return true
    return isAlone && this.paragraph.length === 0
  }

  lineNumber(): number {
    return this.lineAt(this.lineStart)
  }

  /** Number of the line of the page at an offset. Offsets are asked for in their order. */
  lineAt(offset: number): number {
    if (this.isPart) return this.number
    for (; this.counted < offset; this.counted++) if (this.source[this.counted] === '\n') this.number += 1
    return this.number
  }

  /** Reads a part as blocks of its own. */
  standIn(part: Part): void {
    const depth = this.stack.length
    this.readPart(part, depth)
    this.flush()
    this.closeTo(depth)
  }

  /** Reads what stands within a part in the place of the present line. */
  abstract readPart(part: Part, matched: number): void

  /** Code that stands in a component as a text: ``<CodeBlock>{`a()`}</CodeBlock>``. */
  codeElement({ attributes, end, expressions, name }: Tag, matched: number): boolean {
    const open = /\s*/y
    open.lastIndex = end
    open.exec(this.source)
    const start = open.lastIndex
    const close = this.source[start] === '{' ? this.braces(start) : -1
    const closing = /\s*<\/CodeBlock>/y
    closing.lastIndex = Math.max(close, 0)
    if (close < 0 || !closing.test(this.source)) return false
    const expression = this.source.slice(start, close)
    const code = stringLiteral(expression) ?? this.file?.valueOf(expression.slice(1, -1))
    if (typeof code !== 'string') return false
    const given = new Map([
      ...attributes,
      ['code', code.replace(/^\n/, '')],
      ['lang', attributes.get('language') ?? ''],
    ])
    this.interrupt(matched)
    for (const draft of codeOf({ name, component: name, attributes: given, expressions, title: null }) ?? [])
      if (draft.kind === 'code') this.addCode(draft)
    this.continueWithin(closing.lastIndex)
    this.rest = this.source.slice(closing.lastIndex, this.lineEnd)
    return true
  }

  /** Takes a tag of several lines into the paragraph as a whole, since its lines may look like other blocks. */
  longTag({ end, name }: Tag, start: number, matched: number): boolean {
    if (!(this.mdx || isPlayer(name)) || end <= this.lineEnd) return false
    if (this.paragraph.length === 0) {
      this.closeTo(matched)
      this.beforeBlock()
    }
    this.continueWithin(end)
    const tag = this.source.slice(start, end).replace(/\n\s*/g, ' ')
    this.textLine(tag + this.source.slice(end, this.lineEnd))
    return true
  }

  /** Tells whether a tag at the start of a line stands there as a block. */
  startsBlock(tag: Tag): boolean {
    const { name, kind, end } = tag
    if (name === 'template' && this.present?.template !== undefined) return false
    if (isComponent(name) || this.isBlockLink(tag)) return true
    if (isInlineElement(name) || isLinkElement(name) || imageComponent(name) || isPlayer(name)) return false
    if (isBlockElement(name)) return true
    if (!this.mdx && !isMarkup(tag) && !this.closed.has(name)) return false
    if (kind === 'close') return true
    const after = this.source.slice(end, this.lineEndAt(end)).trimStart()
    return after === '' || after.startsWith('<')
  }

  /** Whether a link of HTML has blocks within, as cards have: its tags have lines to themselves. */
  isBlockLink({ attributes, end, kind, name }: Tag): boolean {
    if (name !== 'a' || this.paragraph.length > 0) return false
    if (kind === 'close') return this.stack.some(({ frame }) => frame?.name === name)
    // A link in what stands for a line is a part of that line.
    if (this.stack.some(({ frame }) => frame !== null && LINE.test(frame.name))) return false
    const rest = this.source.slice(end, this.lineEndAt(end))
    const isAlone =
      rest.trim() === '' && /^\s*<(?!\/?a\b)\w/.test(this.source.slice(end + rest.length, end + rest.length + 200))
    return kind === 'open' && isAlone && attributes.has('href') && this.closed.has(name)
  }

  readTag(tag: Tag): void {
    const { name, kind, attributes, expressions, end } = tag
    this.continueWithin(end)
    if (kind === 'close') this.closeFrame(name)
    else if (HIDDEN_ELEMENTS.has(name.toLowerCase()) && kind === 'open') {
      this.raw = { end: endTag(name), lines: null }
      this.rawText(this.source.slice(end, this.lineEnd))
      return
    } else if (name === 'pre' && kind === 'open') {
      this.beforeBlock()
      this.raw = { end: endTag(name), lines: [], attributes, line: this.lineAt(end) }
      this.rawText(this.source.slice(end, this.lineEnd))
      return
    } else {
      const frame: Frame = { name, component: name, attributes, expressions, title: null }
      this.anchor(tag)
      if (isUnknownComponent(name) && commandTabs(attributes) === null) this.unknown.add(name)
      const isEmpty = kind === 'void' || VOID_ELEMENTS.has(name.toLowerCase()) || !this.closed.has(name)
      if (isEmpty) this.addAll(finishFrame(frame, [], (raw) => this.text(raw)))
      else this.openFrame(frame)
    }
    const rest = this.source.slice(end, this.lineEnd)
    // Behind a tag on its line stands text, as `1. Install` in a heading, or a further tag.
    if (kind !== 'open' || rest.trim() === '' || rest.trimStart().startsWith('<')) this.rest = rest
    else {
      this.beforeBlock()
      this.textLine(rest)
    }
  }

  /** Keeps the id of an element, which links may lead to. A heading keeps its own. */
  anchor(tag: Tag): void {
    const { attributes, name } = tag
    const id = attributes.get('id') || this.elementId?.(tag)
    if (id && !NO_ANCHOR.test(name)) this.add({ kind: 'paragraph', content: [{ kind: 'anchor', id }] })
  }

  /** Adds a line to the paragraph, up to the tag that closes a component, if the line has one outside of code. */
  textLine(rest: string): void {
    const held = this.frames > 0 && rest.includes('<') ? this.heldIn(rest) : -1
    if (held >= 0) {
      this.addLine(rest.slice(0, held))
      this.flush()
      this.rest = rest.slice(held)
      return
    }
    if (this.frames > 0 && rest.includes('</')) {
      const isCode = codeTester(rest)
      for (const { 0: closing, 1: name = '', index } of rest.matchAll(CLOSING_TAG)) {
        if (isCode(index) || !this.stack.some(({ frame }) => frame?.name === name)) continue
        if (rest.slice(0, index).trim() !== '') this.addLine(rest.slice(0, index))
        this.flush()
        this.closeFrame(name)
        this.rest = rest.slice(index + closing.length)
        return
      }
    }
    this.addLine(rest)
  }

  /** Where an element begins within a line of text that a template tells of and that is a block; negative: nowhere. */
  heldIn(rest: string): number {
    const template = this.present?.template
    if (template === undefined) return -1
    const isCode = codeTester(rest)
    for (const { index } of rest.matchAll(/<[a-z]/gi)) {
      const tag = index === 0 || isCode(index) ? null : parseTag(rest, index, null)
      if (tag !== null && tag.name !== 'template' && isBlockElement(tag.name) && template.holds(tag)) return index
    }
    return -1
  }

  rawText(content: string): void {
    const { raw } = this
    if (raw === null) return
    const end = raw.end.exec(content)
    if (end === null) return void raw.lines?.push(content)
    raw.lines?.push(content.slice(0, end.index))
    this.endVerbatim()
    this.rest = content.slice(end.index + end[0].length)
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
    this.openFrame({ name: ':::', component: directive.name, attributes: NONE, expressions: NONE, title })
    return true
  }

  /** Drops an expression that has its lines to itself, or keeps the text of a mere string. */
  expression(rest: string, matched: number): boolean {
    const isComment = rest.startsWith('{/*')
    if (!this.mdx && !isComment) return false
    const start = this.lineEnd - rest.length
    if (start < this.textEnd) return false
    const end = isComment ? this.commentEnd(start) : this.braces(start)
    if (end < 0) return false
    const after = this.source.slice(end, this.lineEndAt(end))
    const expression = this.source.slice(start, end)
    if (after.trim() !== '' || stringLiteral(expression) !== null) {
      this.textEnd = end
      return false
    }
    const shown = isComment ? '' : this.shown(expression.slice(1, -1))
    this.interrupt(matched)
    this.continueAt(end)
    if (shown !== '') this.standIn({ text: shown, constructs: [] })
    return true
  }

  /** What an expression shows, as MDX; `''`: nothing, or what only a program tells. */
  shown(expression: string): string {
    const shown = isEmptyExpression(expression) ? '' : (this.file?.shown(expression) ?? null)
    if (shown === null) this.leaveOut(expression)
    return shown ?? ''
  }

  leaveOut(expression: string): void {
    this.unread.add(expression, () => this.lineNumber())
  }

  /** Finds the end of a comment. Once there is none, no later one has an end. */
  commentEnd(start: number): number {
    const end = this.commentsClose ? this.source.indexOf('*/}', start) : -1
    this.commentsClose = end >= 0
    return end < 0 ? -1 : end + 3
  }

  moduleCode(rest: string): boolean {
    if (
      !this.mdx ||
      this.stack.slice(this.base).some(({ frame }) => frame === null) ||
      !this.afterBlank ||
      this.paragraph.length > 0
    )
      return false
    const start = this.lineEnd - rest.length
    const end = moduleCodeEnd(this.source, start, this.braces)
    if (end === null || end < 0) return false
    this.continueAt(end)
    return true
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

/** Names of the closing tags of a text. */
export function closedIn(source: string): Set<string> {
  return source.includes('</')
    ? new Set(Array.from(source.matchAll(CLOSING_TAG), (match) => match[1] ?? ''))
    : new Set()
}

function endTag(name: string): RegExp {
  return new RegExp(`</${name}[^>]*(?:>|$)`, 'i')
}

/** Tells whether an offset of a line stands in code. Offsets are asked for in their order. */
function codeTester(line: string): (index: number) => boolean {
  let ticks = 0
  let counted = 0
  return (index) => {
    for (; counted < index; counted++) if (line[counted] === '`') ticks += 1
    return (ticks & 1) === 1
  }
}

function imageComponent(name: string): boolean {
  return /^(?:Img|[A-Z]\w*Image|Image|ImageZoom)$/.test(name)
}

interface Directive {
  /** `''`: the line ends a directive. */
  readonly name: string
  readonly title: string
}

const DIRECTIVE = /^:{3,}[ \t]*\{?([A-Za-z][\w-]*)?\}?(.*)$/s

/** Parses a line of the `:::note Title` … `:::` notation, or null if it is not one. */
function parseDirective(line: string): Directive | null {
  if (!line.startsWith(':::')) return null
  const [, name = '', rest = ''] = DIRECTIVE.exec(line.trimEnd()) ?? []
  if (name === '') return rest === '' ? { name, title: '' } : null
  return { name, title: titleOf(rest) }
}

/** Reads the title: `Title` or `[Title]`, each optionally followed by `{attributes}`. */
function titleOf(rest: string): string {
  // Two braces are an expression of Vue.
  const brace = rest.endsWith('}') && !rest.endsWith('}}') ? rest.lastIndexOf('{') : -1
  const title = (brace < 0 ? rest : rest.slice(0, brace)).trim()
  return title.startsWith('[') && title.endsWith(']') ? title.slice(1, -1) : title
}
