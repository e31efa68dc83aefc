import type { Page } from '../../../../docs/page.ts'
import { endOfBraces, textOfExpression } from './braces.ts'
import { COMPONENTS, type ComponentUse } from './components.ts'
import { createScanBudget, type ScanBudget } from './scan-budget.ts'
import { parseDirective } from './directive.ts'
import { endOfModuleCode } from './module-code.ts'
import { HIDDEN_ELEMENTS, closedNames, isMarkup, isVoidElement } from './tag-names.ts'
import { parseTag, type Tag } from './tag.ts'

/**
 * Markdown for a CommonMark parser, made from a page that may be MDX. Module code, comments and block tags are removed.
 * Lines inside block tags lose the indentation that those gave them. Each known component has a mark on a separate line
 * where it opens and where it closes.
 */
export interface PreparedMarkdown {
  readonly text: string
  /** Marks of the text. A line of `MARK` and a number n stands for `marks[n]`. */
  readonly marks: readonly Mark[]
  /** Tells whether a tag in the text is markup, which is written or dropped, not shown. */
  readonly isMarkup: (tag: Tag) => boolean
  readonly budget: ScanBudget
}

export interface Mark {
  use: ComponentUse
  /** Number of the text's line that closes this mark; -1 for a mark that closes, or that is never closed. */
  closeLine: number
}

/** A private-use character. It is replaced in the page's text, so that a page cannot write a mark. */
export const MARK = '\uE000'

interface Frame {
  readonly name: string
  readonly mark: Mark | null
  /** Indentation of the tag within the frames around it. */
  readonly indent: number
  /** Characters to strip from each line inside; null until the first line determines it. */
  strip: number | null
}

/** A name that no tag has, so that a tag cannot close a directive. */
const DIRECTIVE_NAME = ':::'
const DEPTH_LIMIT = 60
const SUMMARY_LIMIT_CHARS = 2048
const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]*)*(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/
const ONLY_SPACE_FOLLOWS = /[ \t]*(?:\n|$)/y
const ONLY_TAGS_FOLLOW = /[ \t]*(?:<|\n|$)/y

export function prepareMarkdown(markdown: string, format: Page['format']): PreparedMarkdown {
  return new Preparation(markdown.replaceAll(MARK, '\uFFFD'), format).run()
}

class Preparation {
  readonly source: string
  readonly isMdx: boolean
  readonly closed: ReadonlySet<string>
  readonly budget: ScanBudget
  readonly lines: string[] = []
  readonly marks: Mark[] = []
  readonly frames: Frame[] = []
  /**
   * Strings that the rest of the page does not contain. Each is searched for only once, so that a page takes linear time.
   */
  readonly missing = new Set<string>()
  position = 0
  currentLineEnd = -1
  /** Indentation of the line if `position` is within it, after a tag; null at the start of a line. */
  restIndent: number | null = null
  lineIndent = 0
  fence: string | null = null
  afterBlank = true

  constructor(source: string, format: Page['format']) {
    this.source = source
    this.isMdx = format === 'mdx'
    this.closed = closedNames(source)
    this.budget = createScanBudget(source)
  }

  run(): PreparedMarkdown {
    while (this.position < this.source.length) this.readLine()
    const { marks, budget } = this
    return { text: this.lines.join('\n'), marks, isMarkup: (tag) => this.isMarkup(tag), budget }
  }

  readLine(): void {
    const lineEnd = this.lineEnd()
    const raw = this.source.slice(this.position, lineEnd)
    if (this.fence !== null) return this.readFenced(raw, lineEnd)
    if (raw.trim() === '') return this.writeBlank(lineEnd)
    const indented = this.restIndent === null ? this.dedent(raw) : ' '.repeat(this.restIndent) + raw.trimStart()
    const fence = FENCE.exec(indented)?.[1]
    if (fence !== undefined) {
      this.fence = fence
      return this.write(indented, lineEnd)
    }
    const text = indented.trimStart()
    const indent = indented.length - text.length
    this.lineIndent = indent
    const isCode = !this.isMdx && indent >= 4 && this.afterBlank && this.frames.length === 0
    if (!isCode && (this.readMarkup(lineEnd - text.length, indent) || this.readDirective(text, indent, lineEnd))) return
    if (this.isMdx && indent === 0 && this.afterBlank) {
      const end = endOfModuleCode(this.source, this.position, this.budget)
      if (end !== null) return this.endLine(end - 1)
    }
    this.readText(indented, lineEnd)
  }

  isMarkup(tag: Tag): boolean {
    return this.isMdx || isMarkup(tag, this.closed)
  }

  lineEnd(): number {
    if (this.position > this.currentLineEnd) {
      const end = this.source.indexOf('\n', this.position)
      this.currentLineEnd = end < 0 ? this.source.length : end
    }
    return this.currentLineEnd
  }

  readFenced(raw: string, lineEnd: number): void {
    const end = FENCE_END.exec(raw)?.[1]
    if (end !== undefined && this.fence !== null && end.startsWith(this.fence)) this.fence = null
    this.write(this.dedent(raw), lineEnd)
  }

  /** Reads text up to the tag that closes the innermost component, if this line has that tag outside of code. */
  readText(indented: string, lineEnd: number): void {
    const frame = this.frames.at(-1)
    const at = frame === undefined ? -1 : indented.indexOf(`</${frame.name}>`)
    const isCode = at > 0 && (indented.slice(0, at).split('`').length & 1) === 0
    if (frame === undefined || at <= 0 || isCode) return this.write(indented, lineEnd)
    if (frame.mark === null) {
      // The inline rules drop its closing tag.
      this.frames.pop()
      return this.write(indented, lineEnd)
    }
    this.lines.push(indented.slice(0, at))
    this.afterBlank = false
    this.position = lineEnd - (indented.length - at)
    this.restIndent = this.lineIndent
  }

  /** Reads markup that starts with `<` or `{` at `start`; false: it is text. */
  readMarkup(start: number, indent: number): boolean {
    const { source } = this
    if (source.startsWith('<!--', start)) return this.skipPast('-->', start + 4)
    if (source.startsWith('{/*', start)) return this.skipPast('*/}', start + 3)
    if (source.charAt(start) === '{') return this.isMdx && this.dropExpression(start)
    if (source.charAt(start) !== '<') return false
    const tag = parseTag(source, start, this.budget)
    if (tag === null || !this.isMarkup(tag)) return false
    const component = COMPONENTS.get(tag.name)
    if (component !== undefined) {
      this.readComponent(tag, indent, { component, attributes: tag.attributes })
      return true
    }
    if (tag.name === 'summary' && tag.kind === 'open' && this.readSummary(tag)) return true
    if (tag.kind === 'open' && HIDDEN_ELEMENTS.has(tag.name) && this.skipPast(`</${tag.name}>`, tag.end)) return true
    return this.dropTag(tag, indent)
  }

  readDirective(text: string, indent: number, lineEnd: number): boolean {
    const directive = parseDirective(text)
    if (directive === null) return false
    if (directive !== 'close') {
      this.pushFrame({ name: DIRECTIVE_NAME, mark: this.writeMark(directive, indent), indent, strip: null })
    } else {
      const mark = this.popFrame(DIRECTIVE_NAME)?.mark
      if (!mark) return false
      this.closeMark(mark, mark.use, indent)
    }
    this.endLine(lineEnd)
    return true
  }

  readComponent(tag: Tag, indent: number, use: ComponentUse): void {
    if (tag.kind !== 'close') {
      const mark = this.writeMark(use, indent)
      if (tag.kind === 'open') this.pushFrame({ name: tag.name, mark, indent, strip: null })
      else this.closeMark(mark, use, indent)
    } else {
      const frame = this.popFrame(tag.name)
      if (frame?.mark) this.closeMark(frame.mark, use, frame.indent)
    }
    this.skipTo(tag.end)
  }

  /** Makes the text of a `summary` the title of its `details`. */
  readSummary(tag: Tag): boolean {
    const mark = this.frames.at(-1)?.mark
    const within = this.source.slice(tag.end, tag.end + SUMMARY_LIMIT_CHARS)
    const length = within.indexOf('</summary>')
    if (!mark || mark.use.component.kind !== 'details' || length < 0) return false
    const title = within.slice(0, length).replace(/\s+/g, ' ').trim()
    mark.use = { component: mark.use.component, attributes: new Map([['title', title]]) }
    this.skipTo(tag.end + length + '</summary>'.length)
    return true
  }

  /** Drops an expression that has its lines to itself. The inline rules read those within text. */
  dropExpression(start: number): boolean {
    const end = endOfBraces(this.source, start, this.budget)
    ONLY_SPACE_FOLLOWS.lastIndex = end
    if (end < 0 || !ONLY_SPACE_FOLLOWS.test(this.source)) return false
    const text = textOfExpression(this.source.slice(start, end))
    if (text.trim() !== '') return false
    this.skipTo(end)
    return true
  }

  dropTag(tag: Tag, indent: number): boolean {
    ONLY_TAGS_FOLLOW.lastIndex = tag.end
    if (!ONLY_TAGS_FOLLOW.test(this.source)) return false
    if (tag.kind === 'close') this.popFrame(tag.name)
    else if (tag.kind === 'open' && !isVoidElement(tag.name) && this.closed.has(tag.name)) {
      this.pushFrame({ name: tag.name, mark: null, indent, strip: null })
    }
    this.lines.push('')
    this.afterBlank = true
    this.skipTo(tag.end)
    return true
  }

  writeMark(use: ComponentUse, indent: number): Mark {
    const mark: Mark = { use, closeLine: -1 }
    this.marks.push(mark)
    this.lines.push('', `${' '.repeat(indent)}${MARK}${this.marks.length - 1}`, '')
    this.afterBlank = true
    return mark
  }

  closeMark(opened: Mark, use: ComponentUse, indent: number): void {
    this.writeMark(use, indent)
    opened.closeLine = this.lines.length - 2
  }

  pushFrame(frame: Frame): void {
    if (this.frames.length < DEPTH_LIMIT) this.frames.push(frame)
  }

  popFrame(name: string): Frame | null {
    const index = this.frames.findLastIndex((frame) => frame.name === name)
    return index < 0 ? null : (this.frames.splice(index)[0] ?? null)
  }

  dedent(raw: string): string {
    const indent = raw.length - raw.trimStart().length
    let strip = 0
    for (const frame of this.frames) {
      if (frame.strip === null && raw.charAt(indent) !== '<') frame.strip = Math.max(strip, indent - frame.indent)
      strip = frame.strip ?? Math.max(strip, indent - frame.indent)
    }
    return raw.slice(Math.min(strip, indent))
  }

  skipPast(end: string, from: number): boolean {
    const at = this.missing.has(end) ? -1 : this.source.indexOf(end, from)
    if (at < 0) this.missing.add(end)
    if (at < 0) return false
    this.skipTo(at + end.length)
    return true
  }

  /** Continues at `position`, or on the next line if only space remains of this one. */
  skipTo(position: number): void {
    this.position = position
    const lineEnd = this.lineEnd()
    this.restIndent = this.lineIndent
    if (this.source.slice(position, lineEnd).trim() === '') this.endLine(lineEnd)
  }

  write(line: string, lineEnd: number): void {
    this.lines.push(line)
    this.afterBlank = false
    this.endLine(lineEnd)
  }

  writeBlank(lineEnd: number): void {
    this.lines.push('')
    this.afterBlank = true
    this.endLine(lineEnd)
  }

  endLine(lineEnd: number): void {
    this.position = lineEnd + 1
    this.restIndent = null
  }
}
