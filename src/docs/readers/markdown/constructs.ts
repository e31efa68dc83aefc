import { createCodeSpanFinder } from './code/code-span.ts'
import { fencedEnd } from './code/fence.ts'
import { indentAt } from './lines.ts'
import type { Tag } from './tag.ts'

/** A file whose expressions and elements are read: a page of MDX, or a part of one. Nothing of it is run. */
export interface MdxFile {
  /** What an expression shows, as MDX that has literals alone; null: only a program tells it. */
  readonly shown: (expression: string) => string | null
  /** The value of an expression, if it is made of texts, numbers and the like; undefined: only a program tells it. */
  readonly valueOf: (expression: string) => unknown
  /** The part that stands in the place of an element; null: the element stands for itself. */
  readonly partOf: (tag: Tag, line: () => number) => Part | null
  /** The target of a link of this file, from where the page stands. */
  readonly target: (written: string) => string
  /** What it says as a template of Vue; absent: it is MDX, or a part of a template that stands as it is written. */
  readonly template?: Template | undefined
}

/** What a template of Vue shows. Nothing of it is run. */
export interface Template {
  /** Whether it tells what is shown of an element, whose content is held back until then. */
  readonly holds: (tag: Tag) => boolean
  /** What stands in the place of elements of which each is shown where those before it are not. */
  readonly partsOf: (elements: readonly HeldElement[]) => readonly Part[]
  /** A tag with the values of its attributes. */
  readonly tagOf: (tag: Tag, line: () => number) => Tag
  /** What `{{ expression }}` shows. */
  readonly textOf: (expression: string, line: number) => string
}

/** An element of a template whose content is not read yet. */
export interface HeldElement {
  readonly tag: Tag
  /** Null: it is one that has no content. */
  readonly content: string | null
  readonly line: number
  /** What names the line of its content to the reader. */
  readonly row: number
}

/** Columns by which all lines of a part are indented at most; deeper ones would multiply its length. */
export const INDENT_LIMIT_CHARS = 40
/** What may stand before a block on its line. */
const BEFORE = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/y
const WITHIN: ConstructPlace = { before: '', inCode: false, isAlone: false }
const ALONE: ConstructPlace = { ...WITHIN, isAlone: true }

/** A text that stands in the place of a construct, with the constructs of its own file. */
export interface Part {
  readonly text: string
  readonly constructs: readonly Construct[]
  /** Whether it is MDX, and what its expressions stand for; absent: as around it. */
  readonly mdx?: boolean
  readonly file?: MdxFile
  /** What stands before each of its further lines where it is one of the source; absent: what stands before the construct. */
  readonly margin?: string
  /** Line of the page on which its text begins, where it is a text of the page itself; absent: all of it is that of its construct. */
  readonly row?: number | undefined
}

/** What finds a construct at `lastIndex`, and leaves the offset behind it there, as a sticky pattern does. */
export type ConstructPattern = Pick<RegExp, 'exec' | 'lastIndex'>

/** A block that a construct opens. What it holds stands below its line. */
export interface OpenedBlock {
  /** The component, element or directive that it is, as `finishFrame` knows them. */
  readonly component: string
  readonly attributes?: ReadonlyMap<string, string>
  /** Markdown of its title; `''` or absent without one. */
  readonly title?: string
  /** Markdown that stands for it, and for what it holds; absent: it is shown itself. */
  readonly shown?: string
  /** The line that ends it; absent: a line that is not indented by `MARGIN` more columns than its own. */
  readonly end?: string
  /** Whether it is text where no later line ends it. */
  readonly mustEnd?: boolean
  /** Whether it is a tab, which joins the tabs before it or starts a group of its own. */
  readonly tab?: 'joins' | 'starts'
}

/**
 * What a kind of source adds to Markdown. The reader looks for it where text is text, and so never within code, and reads
 * the part in its place, within the same list, table or quotation.
 */
export interface Construct {
  /** What it begins with; lines without it are not looked through. */
  readonly opening: string
  /** All of it. The pattern is sticky and takes linear time. One that has its line to itself may go on in the next ones. */
  readonly pattern: ConstructPattern
  /** Whether it has its line to itself. */
  readonly isLine?: boolean
  /** Whether it is replaced before its line is read as Markdown, and so within code too. It may go on in the next lines. */
  readonly inSource?: boolean
  /** Whether its part stands in code too. */
  readonly inCode?: boolean
  /** What a backslash before it shows as it is written, where it is one of the source. */
  readonly escaped?: RegExp
  /** What ends it, on its line or a later one, where all up to there is hidden. It is text where nothing ends it. */
  readonly until?: RegExp
  /** Gives what stands in its place, or null if nothing does; `line` is that of the page, from 1. */
  readonly part?: (found: RegExpExecArray, line: number, place: ConstructPlace) => Part | null
  /** Whether it is looked for within blocks alone that end by a line. */
  readonly isWithin?: boolean
  /** Gives the block that it opens, where it has its line to itself. */
  readonly opens?: (found: RegExpExecArray, line: number) => OpenedBlock
  /** Gives the container that it begins or ends, wherever it stands in a line. */
  readonly mark?: (found: RegExpExecArray) => Mark
}

/** Where a construct stands. */
export interface ConstructPlace {
  /** What stands before one of the source in its line. */
  readonly before: string
  readonly inCode: boolean
  /** Whether it has its line to itself. */
  readonly isAlone: boolean
}

/** The beginning or the end of a container, as a component has by its tags. */
export interface Mark {
  readonly component: string
  /** Null: the innermost one of this name ends. */
  readonly attributes: ReadonlyMap<string, string> | null
}

interface FoundConstruct {
  readonly construct: Construct
  readonly found: RegExpExecArray
  /** Offset behind it. */
  readonly end: number
}

/** A construct with its lines to itself, and the offset behind it. */
export interface LineConstruct {
  readonly end: number
  readonly part: Part | null
  readonly block: OpenedBlock | null
}

/** Columns by which the content of a block is indented below its line, as Python-Markdown has it. */
export const MARGIN = 4

/** What has its lines to itself, from an offset on; null: nothing has. */
export function constructOfLine(
  text: string,
  at: number,
  constructs: readonly Construct[],
  page: { readonly lineNumber: () => number },
): LineConstruct | null {
  if (!constructs.some(({ opening }) => text.startsWith(opening, at))) return null
  const whole = constructAt(text, at, constructs.filter(isInText))
  if (whole === null || whole.construct.until !== undefined) return null
  const { construct, end, found } = whole
  const newline = text.indexOf('\n', end)
  if (text.slice(end, newline < 0 ? text.length : newline).trim() !== '') return null
  const line = page.lineNumber()
  const part = construct.part?.(found, line, ALONE) ?? null
  const block = construct.opens?.(found, line) ?? null
  return part === null && block === null ? null : { end, part, block }
}

/** Where blocks begin that a line has to end, and does. What has begun within one that ends, and has not ended, does not begin. */
export function endedBlocks(text: string, constructs: readonly Construct[]): ReadonlySet<number> {
  const opening = constructs.filter(({ opens }) => opens !== undefined)
  const begun: { readonly start: number; readonly end: string }[] = []
  /** How many blocks with each end have begun. */
  const counts = new Map<string, number>()
  const count = (end: string, change: number): unknown => counts.set(end, (counts.get(end) ?? 0) + change)
  const ended = new Set<number>()
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at)
    const lineEnd = newline < 0 ? text.length : newline
    const behind = fencedEnd(text, at)
    BEFORE.lastIndex = at
    const start = at + (BEFORE.exec(text)?.[0].length ?? 0)
    at = (behind ?? lineEnd) + 1
    if (behind !== null) continue
    const found = constructAt(text, start, opening)
    const block = found?.construct.opens?.(found.found, 1)
    if (found !== null && block?.mustEnd === true) {
      const end = block.end ?? ''
      begun.push({ start, end })
      count(end, 1)
      at = Math.max(at, found.end + 1)
      continue
    }
    const end = text.slice(start, lineEnd).trimEnd()
    while ((counts.get(end) ?? 0) > 0) {
      const last = begun.pop()
      if (last === undefined) break
      count(last.end, -1)
      if (last.end !== end) continue
      ended.add(last.start)
      break
    }
  }
  return ended
}

/** The marks of a line that stand outside of its code. */
export function* marksIn(
  line: string,
  constructs: readonly Construct[],
): Generator<{ at: number; end: number; mark: Mark }> {
  const marks = constructs.filter(({ mark, opening }) => mark !== undefined && line.includes(opening))
  if (marks.length === 0) return
  const spans = createCodeSpanFinder(line)
  for (let at = 0; at < line.length;) {
    const found = constructAt(line, at, marks)
    const mark = found?.construct.mark?.(found.found)
    if (found !== null && mark !== undefined) {
      const { end } = found
      yield { at, end, mark }
      at = end
    } else at = line[at] === '`' ? spans.at(at).end : at + (line[at] === '\\' ? 2 : 1)
  }
}

/** Lines that stand in place of constructs of the source, and the end of the last line that they take. */
interface SourcePart {
  readonly part: Part
  readonly end: number
}

/**
 * What stands in place of a line with constructs of the source, which may go on in the next ones.
 * @param lineNumber gives the line of the page at `start`, from 1
 * @returns null: it has no such construct
 */
export function partOfSource(
  source: string,
  start: number,
  constructs: readonly Construct[],
  lineNumber: () => number,
  inCode: boolean,
): SourcePart | null {
  let lineEnd = endOfLine(source, start)
  const line = source.slice(start, lineEnd)
  const sourced = constructs.filter(({ inSource }) => inSource === true)
  if (!sourced.some(({ opening }) => line.includes(opening))) return null
  const number = lineNumber()
  const indent = line.slice(0, line.length - line.trimStart().length)
  const alone = constructAt(source, start + indent.length, sourced)
  const aloneEnd = alone === null ? -1 : endOfLine(source, alone.end)
  if (alone !== null && source.slice(alone.end, aloneEnd).trim() === '') {
    const part = alone.construct.part?.(alone.found, number, { before: indent, inCode, isAlone: true })
    if (part == null) return null
    return { part: { ...part, text: indent + withMargin(part, indent) }, end: aloneEnd }
  }
  let text = ''
  let before = ''
  let from = start
  let at = start
  let row = number
  // What a backslash keeps ends with the last end of the line.
  let mayEscape = true
  const add = (piece: string): void => {
    const newline = piece.lastIndexOf('\n')
    text += piece
    before = newline < 0 ? before + piece : piece.slice(newline + 1)
  }
  while (at < lineEnd) {
    const isEscape: boolean =
      mayEscape && source[at] === '\\' && sourced.some(({ opening }) => source.startsWith(opening, at + 1))
    const shown: string | null = isEscape ? escapedAt(source, at + 1, sourced) : null
    if (isEscape) mayEscape = shown !== null
    const found = shown === null ? constructAt(source, at, sourced) : null
    if (shown !== null || found !== null) add(source.slice(from, at))
    const part = found?.construct.part?.(found.found, row, { before, inCode, isAlone: false }) ?? null
    if (shown === null && part === null) {
      if (found !== null) from = at
      at += 1
      continue
    }
    add(shown ?? (part === null ? '' : sourceOf({ ...part, text: withMargin(part, before) }, row, inCode)))
    from = shown === null ? (found?.end ?? at + 1) : at + shown.length + 1
    row += newlinesIn(source, at, from)
    at = from
    if (at > lineEnd) lineEnd = endOfLine(source, at)
  }
  const others = constructs.filter(({ inSource }) => inSource !== true)
  if (from === start) return null
  return { part: { text: text + source.slice(from, lineEnd), constructs: others }, end: lineEnd }
}

function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  return newline < 0 ? text.length : newline
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** What a backslash shows as it is written; null: nothing of the source. */
function escapedAt(line: string, at: number, constructs: readonly Construct[]): string | null {
  for (const { escaped, opening } of constructs) {
    if (escaped === undefined || !line.startsWith(opening, at)) continue
    escaped.lastIndex = at
    const found = escaped.exec(line)
    if (found !== null) return found[0]
  }
  return null
}

/** The text of a part whose further lines begin as the first one does. A long beginning would multiply it. */
function withMargin({ margin, text }: Part, before: string): string {
  const written = margin ?? (before.length > INDENT_LIMIT_CHARS ? '' : before)
  // A blank line ends a quotation, and has no columns elsewhere.
  return written === '' ? text : text.replace(written.trim() === '' ? /\n(?!\n|$)/g : /\n/g, () => `\n${written}`)
}

/** The text of a part, with the constructs of its source replaced. */
function sourceOf({ constructs, row: first, text }: Part, number: number, inCode: boolean): string {
  if (!constructs.some(({ inSource, opening }) => inSource === true && text.includes(opening))) return text
  const lines: string[] = []
  let row = first ?? number
  for (let at = 0; at <= text.length;) {
    const sourced = partOfSource(text, at, constructs, () => row, inCode)
    const end = sourced?.end ?? endOfLine(text, at)
    const part = sourced?.part
    lines.push(part === undefined ? text.slice(at, end) : sourceOf(part, row, inCode))
    if (first !== undefined) row += newlinesIn(text, at, end) + 1
    at = end + 1
  }
  return lines.join('\n')
}

/** Characters by which parts in code may still be indented. */
export interface IndentRoom {
  chars: number
}

/**
 * Puts parts in the place of the constructs of code, from an offset on.
 * @returns lines of code, and the offset behind them
 */
export function codeWithParts(
  text: string,
  at: number,
  constructs: readonly Construct[],
  line: number,
  room: IndentRoom,
): [code: string, end: number] {
  const own = constructs.filter(({ inCode }) => inCode === true)
  const indent = indentAt(text, at)
  const newline = text.indexOf('\n', at)
  const lineEnd = newline < 0 ? text.length : newline
  const alone = constructOfLine(text, at + indent, own, { lineNumber: () => line })
  const part = alone?.part ?? null
  if (alone === null || part === null) return [withParts(text.slice(at, lineEnd), own, line, { isCode: true }), lineEnd]
  const lines: string[] = []
  for (let next = 0; next <= part.text.length;) {
    const [code, end] = codeWithParts(part.text, next, part.constructs, line, room)
    lines.push(code)
    next = end + 1
  }
  return [indented(lines.join('\n'), Math.min(indent, INDENT_LIMIT_CHARS), room), Math.max(lineEnd, alone.end)]
}

/** Indents each line, while there is room for it. */
function indented(text: string, columns: number, room: IndentRoom): string {
  const lines = columns === 0 ? [] : text.split('\n')
  if (lines.length * columns > room.chars || columns === 0) return text
  room.chars -= lines.length * columns
  return lines.map((line) => (line === '' ? line : ' '.repeat(columns) + line)).join('\n')
}

interface TextOptions {
  /** Whether the text is code, in which a backslash and a backtick mean nothing. */
  readonly isCode?: boolean
  /** Hides what follows up to an end; false: nothing ends it. */
  readonly hides?: (until: RegExp) => boolean
}

/** Puts parts in the place of the constructs of a text that have no line to themselves. */
export function withParts(
  text: string,
  constructs: readonly Construct[],
  line: number,
  { isCode = false, hides }: TextOptions = {},
): string {
  const inline = constructs.filter((each) => isInText(each) && each.isLine !== true && text.includes(each.opening))
  if (inline.length === 0) return text
  const spans = createCodeSpanFinder(text)
  let written = ''
  let from = 0
  for (let at = 0; at < text.length;) {
    const found = constructAt(text, at, inline)
    const until = found?.construct.until
    if (until !== undefined && hides?.(until) === true) return written + text.slice(from, at)
    const part = found?.construct.part?.(found.found, line, WITHIN) ?? null
    if (found !== null && part !== null && until === undefined) {
      written += text.slice(from, at) + withParts(part.text, part.constructs, line, { isCode }).trimEnd()
      at = from = found.end
    } else if (text[at] === '`' && !isCode) at = spans.at(at).end
    else at += text[at] === '\\' && !isCode ? 2 : 1
  }
  return written + text.slice(from)
}

/** Whether a construct is looked for where text is text. */
function isInText({ inSource, mark }: Construct): boolean {
  return inSource !== true && mark === undefined
}

function constructAt(text: string, at: number, constructs: readonly Construct[]): FoundConstruct | null {
  for (const construct of constructs) {
    if (!text.startsWith(construct.opening, at)) continue
    construct.pattern.lastIndex = at
    const found = construct.pattern.exec(text)
    if (found !== null) return { construct, found, end: construct.pattern.lastIndex }
  }
  return null
}
