import { createCodeSpanFinder } from './code/code-span.ts'

/** Longest beginning of a line that the further lines of a part of the source have too. */
export const MARGIN_LIMIT_CHARS = 40
const OUTSIDE = { before: '', inCode: false }

/** A text that stands in the place of a construct, with the constructs of its own file. */
export interface Part {
  readonly text: string
  readonly constructs: readonly Construct[]
  /** What stands before each of its further lines where it is one of the source; absent: what stands before the construct. */
  readonly margin?: string
}

/**
 * What a kind of source adds to Markdown. The reader looks for it where text is text, and so never within code, and reads
 * the part in its place, within the same list, table or quotation.
 */
export interface Construct {
  /** What it begins with; lines without it are not looked through. */
  readonly opening: string
  /** All of it. The pattern is sticky and takes linear time. */
  readonly pattern: RegExp
  /** Whether it has its line to itself. */
  readonly isLine?: boolean
  /** Whether it is replaced before its line is read as Markdown, and so within code too. */
  readonly inSource?: boolean
  /** What a backslash before it shows as it is written, where it is one of the source. */
  readonly escaped?: RegExp
  /** Gives what stands in its place, or null if it is none; `line` is that of the page, from 1. */
  readonly part?: (found: RegExpExecArray, line: number, place: ConstructPlace) => Part | null
  /** Gives the container that it begins or ends, where it is no part. */
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

/** What stands in place of a whole line; null: the line has no construct to itself. */
export function partOfLine(
  line: string,
  constructs: readonly Construct[],
  page: { readonly lineNumber: () => number },
): Part | null {
  if (!constructs.some(({ opening }) => line.startsWith(opening))) return null
  const whole = constructAt(line, 0, constructs.filter(isPart))
  if (whole === null || line.slice(whole.found[0].length).trim() !== '') return null
  return whole.construct.part?.(whole.found, page.lineNumber(), OUTSIDE) ?? null
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
      const end = at + found.found[0].length
      yield { at, end, mark }
      at = end
    } else at = line[at] === '`' ? spans.at(at).end : at + (line[at] === '\\' ? 2 : 1)
  }
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
  const indent = line.slice(0, line.length - line.trimStart().length)
  const alone = constructAt(line, indent.length, sourced)
  if (alone !== null && line.slice(indent.length + alone.found[0].length).trim() === '') {
    const part = alone.construct.part?.(alone.found, number, { before: indent, inCode })
    return part == null ? null : { ...part, text: indent + withMargin(part, indent) }
  }
  let text = ''
  let before = ''
  let from = 0
  // What a backslash keeps ends with the last end of the line.
  let mayEscape = true
  const add = (piece: string): void => {
    const newline = piece.lastIndexOf('\n')
    text += piece
    before = newline < 0 ? before + piece : piece.slice(newline + 1)
  }
  for (let at = 0; at < line.length;) {
    const isEscape: boolean =
      mayEscape && line[at] === '\\' && sourced.some(({ opening }) => line.startsWith(opening, at + 1))
    const shown: string | null = isEscape ? escapedAt(line, at + 1, sourced) : null
    if (isEscape) mayEscape = shown !== null
    const found = shown === null ? constructAt(line, at, sourced) : null
    if (shown === null && found === null) {
      at += 1
      continue
    }
    add(line.slice(from, at))
    const part = found?.construct.part?.(found.found, number, { before, inCode }) ?? null
    add(shown ?? (part === null ? '' : sourceOf({ ...part, text: withMargin(part, before) }, number, inCode)))
    from = at += shown === null ? (found?.found[0].length ?? 1) : shown.length + 1
  }
  const others = constructs.filter(({ inSource }) => inSource !== true)
  return from === 0 ? null : { text: text + line.slice(from), constructs: others }
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
  const written = margin ?? (before.length > MARGIN_LIMIT_CHARS ? '' : before)
  return written === '' ? text : text.replaceAll('\n', `\n${written}`)
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
  const inline = constructs.filter((each) => isPart(each) && each.isLine !== true && text.includes(each.opening))
  if (inline.length === 0) return text
  const spans = createCodeSpanFinder(text)
  let written = ''
  let from = 0
  for (let at = 0; at < text.length;) {
    const found = constructAt(text, at, inline)
    const part = found?.construct.part?.(found.found, line, OUTSIDE) ?? null
    if (found !== null && part !== null) {
      written += text.slice(from, at) + withParts(part.text, part.constructs, line).trimEnd()
      at += found.found[0].length
      from = at
    } else if (text[at] === '`') at = spans.at(at).end
    else at += text[at] === '\\' ? 2 : 1
  }
  return written + text.slice(from)
}

interface FoundConstruct {
  readonly construct: Construct
  readonly found: RegExpExecArray
}

/** Whether a construct is a part of Markdown. */
function isPart({ inSource, part }: Construct): boolean {
  return inSource !== true && part !== undefined
}

function constructAt(text: string, at: number, constructs: readonly Construct[]): FoundConstruct | null {
  for (const construct of constructs) {
    if (!text.startsWith(construct.opening, at)) continue
    construct.pattern.lastIndex = at
    const found = construct.pattern.exec(text)
    if (found !== null) return { construct, found }
  }
  return null
}
