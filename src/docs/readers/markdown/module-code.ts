import { quoteEnd, type BraceFinder } from './braces.ts'

const BLANK_LINE = /\n[ \t]*(?:\n|$)/g
const IMPORT_OR_EXPORT =
  /import(?:\s+(?:[\w$]+\s*(?:,|\sfrom\b)|[{*'"])|["'{*])|export(?:\s+(?:const|let|var|function|async|class|default|\{|\*)|[{*])/y

/**
 * Finds the end of an import or export that starts at `start`: the first blank line outside of its brackets and
 * strings. -1: a brace is never closed. Null: neither starts here.
 */
export function moduleCodeEnd(source: string, start: number, brackets: BraceFinder): number | null {
  IMPORT_OR_EXPORT.lastIndex = start
  if (!IMPORT_OR_EXPORT.test(source)) return null
  let end = lineGroupEnd(source, start)
  for (let at = start; at < end; at++) {
    const c = source[at] as string
    let closed = -1
    if (c === '{' || c === '(' || c === '[') closed = brackets(at)
    // Behind a slash or a backslash it is a part of a regular expression or of a text.
    else if ((c === '"' || c === "'" || c === '`') && !'/\\'.includes(source[at - 1] ?? ''))
      closed = stringEnd(source, at)
    if (closed < 0 && c === '{') return -1
    if (closed > end) end = lineGroupEnd(source, closed)
    at = Math.max(at, closed - 1)
  }
  return end
}

/** Offset behind the string at `start`, or -1. */
function stringEnd(source: string, start: number): number {
  const { at, found } = quoteEnd(source, start, source.length)
  return found ? at + 1 : -1
}

/** Finds the next blank line, or the end of the source. */
export function lineGroupEnd(source: string, start: number): number {
  BLANK_LINE.lastIndex = start
  return BLANK_LINE.exec(source)?.index ?? source.length
}
