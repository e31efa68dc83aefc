import { createCodeSpanFinder } from './code/code-span.ts'

/** A text that stands in the place of a construct, with the constructs of its own file. */
export interface Part {
  readonly text: string
  readonly constructs: readonly Construct[]
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
  /** Gives what stands in its place; `line` is that of the page, from 1. */
  readonly part: (found: RegExpExecArray, line: number) => Part
}

export interface FoundConstruct {
  readonly construct: Construct
  readonly found: RegExpExecArray
}

/** The construct that has a line to itself, or null. */
export function constructOfLine(line: string, constructs: readonly Construct[]): FoundConstruct | null {
  const whole = constructAt(line, 0, constructs)
  return whole !== null && line.slice(whole.found[0].length).trim() === '' ? whole : null
}

/** Puts parts in the place of the constructs of a text that have no line to themselves. */
export function withParts(text: string, constructs: readonly Construct[], line: number): string {
  const inline = constructs.filter(({ isLine, opening }) => isLine !== true && text.includes(opening))
  if (inline.length === 0) return text
  const spans = createCodeSpanFinder(text)
  let written = ''
  let from = 0
  for (let at = 0; at < text.length;) {
    const found = constructAt(text, at, inline)
    if (found !== null) {
      const part = found.construct.part(found.found, line)
      written += text.slice(from, at) + withParts(part.text, part.constructs, line).trimEnd()
      at += found.found[0].length
      from = at
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
    if (found !== null) return { construct, found }
  }
  return null
}
