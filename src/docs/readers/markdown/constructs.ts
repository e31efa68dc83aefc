import { createCodeSpanFinder } from './code/code-span.ts'
import type { MdxFile } from './mdx/mdx-file.ts'

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

/** Columns by which the content of a block is indented below its line, as Python-Markdown has it. */
export const MARGIN = 4

/** The construct that has its lines to itself, from an offset on; null: none has. */
export function constructOfLine(text: string, at: number, constructs: readonly Construct[]): FoundConstruct | null {
  const whole = constructAt(text, at, constructs)
  if (whole === null) return null
  const newline = text.indexOf('\n', whole.end)
  return text.slice(whole.end, newline < 0 ? text.length : newline).trim() === '' ? whole : null
}

/** Puts parts in the place of the constructs of a text that have no line to themselves. */
export function withParts(text: string, constructs: readonly Construct[], line: number): string {
  const inline = constructs.filter(({ isLine, opening }) => isLine !== true && text.includes(opening))
  if (inline.length === 0) return text
  const spans = createCodeSpanFinder(text)
  let written = ''
  let from = 0
  for (let at = 0; at < text.length;) {
    const { construct, end, found } = constructAt(text, at, inline) ?? {}
    if (construct?.part !== undefined && found !== undefined && end !== undefined) {
      const part = construct.part(found, line)
      written += text.slice(from, at) + withParts(part.text, part.constructs, line).trimEnd()
      at = from = end
    } else if (text[at] === '`') at = spans.at(at).end
    else at += text[at] === '\\' ? 2 : 1
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
