// `.` with the flag s is any sign of the line, also U+2028: a pattern that could not reach the end would try again from
// every place before, which takes quadratic time.
const TAB_IN_INDENT = /^[ >]*(?:(?:[-*+]|\d{1,9}[.)])[ >]*)*\t/
const LIST_MARKER = /(?:[-*+]|(\d{1,9})[.)])(?= |$)/y

export interface ListMarker {
  readonly width: number
  /** Sign that the markers of one list share. */
  readonly sign: string
  /** Null: the list has no numbers. */
  readonly number: number | null
}

export function indentAt(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 0x20) at += 1
  return at - start
}

/** The list marker that `text` starts with, or null. One that interrupts a paragraph must start a list. */
export function listMarker(text: string, interrupts: boolean): ListMarker | null {
  LIST_MARKER.lastIndex = 0
  const marker = LIST_MARKER.exec(text)
  if (!marker) return null
  const width = marker[0].length
  const number = marker[1] === undefined ? null : Number(marker[1])
  if (interrupts && (text.slice(width).trim() === '' || (number !== null && number !== 1))) return null
  return { width, sign: marker[0].slice(-1), number }
}

export function isThematicBreak(text: string): boolean {
  const mark = text[0]
  if (mark !== '-' && mark !== '*' && mark !== '_') return false
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    const c = text[at]
    if (c === mark) marks += 1
    else if (c !== ' ' && c !== '\t') return false
  }
  return marks >= 3
}

/** `## Title ##` is `Title`, `# C#` is `C#`. */
export function withoutClosingMarks(text: string): string {
  const trimmed = text.trim()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end -= 1
  if (end === 0) return ''
  return end < trimmed.length && /\s/.test(trimmed[end - 1] as string) ? trimmed.slice(0, end).trimEnd() : trimmed
}

/** Makes tabs before the text spaces up to the next column that four divides (CommonMark §2.2). */
export function expandTabs(text: string): string {
  if (!text.includes('\t') || !TAB_IN_INDENT.test(text)) return text
  let expanded = ''
  let at = 0
  for (; at < text.length && /[\s>*+\-\d.)]/.test(text[at] as string); at++) {
    expanded += text[at] === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : text[at]
  }
  return expanded + text.slice(at)
}

/** What stands in a line from a column on. A tab that reaches across the column leaves spaces (CommonMark §2.2). */
export function fromColumn(line: string, column: number): string {
  let at = 0
  let reached = 0
  while (reached < column && at < line.length) reached += line[at++] === '\t' ? 4 - (reached % 4) : 1
  return ' '.repeat(Math.max(reached - column, 0)) + line.slice(at)
}

/** Attributes behind a heading, as mdBook and VitePress read them: `{#id .class key="value"}`. */
export const HEADING_ATTRIBUTES = /(?<![{\\])\{([^{}`\n]{1,500})\}$/

/** A value in quotation marks, which may have a `#` too. */
const OTHER_VALUE = /(?<!(?:^|\s)id)=(?:"[^"]*"|'[^']*')/g

/** Ids in brackets at the end of a heading, as Nextra and Fumadocs have them, and whether the table of contents lists it. */
export const BRACKET_ID = /((?:\[(?:#[^\s[\]]+|!?toc)\][ \t]*){1,10})$/

/** The id that attributes give: `#id`, `[#id]` or `id="id"`. */
export function idOf(attributes: string): string | undefined {
  const bare = attributes.replace(OTHER_VALUE, '')
  const [, short, quoted] = /(?:^|[\s[])(?:#([^\s{}#"[\]]{1,200})|id=["']?([^\s{}#"']{1,200}))/.exec(bare) ?? []
  return short ?? quoted
}
