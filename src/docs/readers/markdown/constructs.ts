import { createCodeSpanFinder } from './code/code-span.ts'
import type { MdxFile } from './mdx/mdx-file.ts'

const OUTSIDE: ConstructPlace = { before: '', inCode: false }

/** A text that stands in the place of a construct, with the constructs of its own file. */
export interface Part {
  readonly text: string
  readonly constructs: readonly Construct[]
  /** Whether it is MDX, and what its expressions stand for; absent: as around it. */
  readonly mdx?: boolean
  readonly file?: MdxFile
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
  /**
   * Whether it is replaced before its line is read as Markdown, and so within code too. A backslash before it shows it as it
   * is written.
   */
  readonly inSource?: boolean
  /** Gives what stands in its place, or null if it is none; `line` is that of the page, from 1. */
  readonly part?: (found: RegExpExecArray, line: number, place: ConstructPlace) => Part | null
  /** Gives the block that it opens, where it has its line to itself. */
  readonly opens?: (found: RegExpExecArray, line: number) => OpenedBlock
  /** Gives the container that it begins or ends, wherever it stands in a line. */
  readonly mark?: (found: RegExpExecArray) => Mark
}

/** Where a construct of the source stands. */
export interface ConstructPlace {
  /** What stands before it in its line. */
  readonly before: string
  readonly inCode: boolean
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

/** What has its lines to itself, from an offset on; null: nothing has. `line` is that of the page, from 1. */
export function constructOfLine(
  text: string,
  at: number,
  constructs: readonly Construct[],
  line: number,
): LineConstruct | null {
  const whole = constructAt(text, at, constructs.filter(isInText))
  if (whole === null) return null
  const { construct, end, found } = whole
  const newline = text.indexOf('\n', end)
  if (text.slice(end, newline < 0 ? text.length : newline).trim() !== '') return null
  const part = construct.part?.(found, line, OUTSIDE) ?? null
  const block = construct.opens?.(found, line) ?? null
  return part === null && block === null ? null : { end, part, block }
}

/** The first mark of a line that stands outside of its code. */
export function markIn(line: string, constructs: readonly Construct[]): { at: number; end: number; mark: Mark } | null {
  const marks = constructs.filter(({ mark, opening }) => mark !== undefined && line.includes(opening))
  if (marks.length === 0) return null
  const spans = createCodeSpanFinder(line)
  for (let at = 0; at < line.length;) {
    const found = constructAt(line, at, marks)
    const mark = found?.construct.mark?.(found.found)
    if (found !== null && mark !== undefined) return { at, end: found.end, mark }
    at = line[at] === '`' ? spans.at(at).end : at + (line[at] === '\\' ? 2 : 1)
  }
  return null
}

/** The lines that stand in place of one of the source; null: it has no construct of the source. */
export function partOfSource(
  line: string,
  constructs: readonly Construct[],
  number: number,
  inCode: boolean,
): Part | null {
  const sourced = constructs.filter(({ inSource, opening }) => inSource === true && line.includes(opening))
  if (sourced.length === 0) return null
  const indent = line.length - line.trimStart().length
  const alone = constructAt(line, indent, sourced)
  if (alone !== null && line.slice(alone.end).trim() === '') {
    const part = alone.construct.part?.(alone.found, number, { before: line.slice(0, indent), inCode })
    return part == null ? null : { ...part, text: line.slice(0, indent) + part.text }
  }
  let text = ''
  let from = 0
  for (let at = 0; at < line.length;) {
    const isEscaped = line[at] === '\\'
    const found = constructAt(line, isEscaped ? at + 1 : at, sourced)
    if (found === null) {
      at += 1
      continue
    }
    const before = line.slice(from, at)
    const part = isEscaped ? null : found.construct.part?.(found.found, number, { before, inCode })
    text += before + (part == null ? found.found[0] : sourceOf(part, number, inCode))
    from = at = found.end
  }
  const others = constructs.filter(({ inSource }) => inSource !== true)
  return from === 0 ? null : { text: text + line.slice(from), constructs: others }
}

/** The text of a part, with the constructs of its source replaced. */
function sourceOf({ constructs, text }: Part, line: number, inCode: boolean): string {
  if (!constructs.some(({ inSource, opening }) => inSource === true && text.includes(opening))) return text
  return text
    .split('\n')
    .map((each) => partOfSource(each, constructs, line, inCode)?.text ?? each)
    .join('\n')
}

/** Puts parts in the place of the constructs of a text that have no line to themselves. */
export function withParts(text: string, constructs: readonly Construct[], line: number): string {
  const inline = constructs.filter((each) => isInText(each) && each.isLine !== true && text.includes(each.opening))
  if (inline.length === 0) return text
  const spans = createCodeSpanFinder(text)
  let written = ''
  let from = 0
  for (let at = 0; at < text.length;) {
    const found = constructAt(text, at, inline)
    const part = found?.construct.part?.(found.found, line, OUTSIDE) ?? null
    if (found !== null && part !== null) {
      written += text.slice(from, at) + withParts(part.text, part.constructs, line).trimEnd()
      at = from = found.end
    } else if (text[at] === '`') at = spans.at(at).end
    else at += text[at] === '\\' ? 2 : 1
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
