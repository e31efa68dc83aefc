import { createCodeSpanFinder } from './code/code-span.ts'
import { indentAt } from './lines.ts'

/** A text that stands in the place of a construct, with the constructs of its own file. */
export interface Part {
  readonly text: string
  readonly constructs: readonly Construct[]
}

/** A block that a construct opens. What it holds stands below its line. */
export interface OpenedBlock {
  /** The component, element or directive that it is, as `finishFrame` knows them. */
  readonly component: string
  readonly attributes?: ReadonlyMap<string, string>
  /** Markdown of its title; `''` or absent: it has none. */
  readonly title?: string
  /** Markdown that stands for it, and for what it holds; absent: it is shown itself. */
  readonly shown?: string
  /** The line that ends it; absent: a line that is not indented by `MARGIN` more columns than its own. */
  readonly end?: string
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
  readonly pattern: RegExp
  /** Whether it has its line to itself. */
  readonly isLine?: boolean
  /** Whether its part stands in code too. */
  readonly inCode?: boolean
  /** Gives what stands in its place; `line` is that of the page, from 1. */
  readonly part?: (found: RegExpExecArray, line: number) => Part
  /** Gives the block that it opens, where it has its line to itself. */
  readonly opens?: (found: RegExpExecArray, line: number) => OpenedBlock
}

export interface FoundConstruct {
  readonly construct: Construct
  readonly found: RegExpExecArray
  /** Offset behind it. */
  readonly end: number
}

/** Columns by which all lines of a part are indented at most; deeper ones would multiply its length. */
export const INDENT_LIMIT_CHARS = 40

/** Columns by which the content of a block is indented below its line, as Python-Markdown has it. */
export const MARGIN = 4

/** The construct that has its lines to itself, from an offset on; null: none has. */
export function constructOfLine(text: string, at: number, constructs: readonly Construct[]): FoundConstruct | null {
  const whole = constructAt(text, at, constructs)
  if (whole === null) return null
  const newline = text.indexOf('\n', whole.end)
  return text.slice(whole.end, newline < 0 ? text.length : newline).trim() === '' ? whole : null
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
  const alone = constructOfLine(text, at + indent, own)
  const part = alone?.construct.part?.(alone.found, line)
  if (alone === null || part === undefined) return [withParts(text.slice(at, lineEnd), own, line, true), lineEnd]
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

/** Puts parts in the place of the constructs of a text that have no line to themselves. */
export function withParts(text: string, constructs: readonly Construct[], line: number, isCode = false): string {
  const inline = constructs.filter(({ isLine, opening }) => isLine !== true && text.includes(opening))
  if (inline.length === 0) return text
  const spans = createCodeSpanFinder(text)
  let written = ''
  let from = 0
  for (let at = 0; at < text.length;) {
    const { construct, end, found } = constructAt(text, at, inline) ?? {}
    if (construct?.part !== undefined && found !== undefined && end !== undefined) {
      const part = construct.part(found, line)
      written += text.slice(from, at) + withParts(part.text, part.constructs, line, isCode).trimEnd()
      at = from = end
    } else if (text[at] === '`' && !isCode) at = spans.at(at).end
    else at += text[at] === '\\' && !isCode ? 2 : 1
  }
  return written + text.slice(from)
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
