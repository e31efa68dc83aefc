import type { BraceFinder } from './braces.ts'

const BLANK_LINE = /\n[ \t]*(?:\n|$)/g
const IMPORT_OR_EXPORT =
  /import(?:\s+(?:[\w$]+\s*(?:,|\sfrom\b)|[{*'"])|["'{*])|export(?:\s+(?:const|let|var|function|async|class|default|\{|\*)|[{*])/y

/**
 * Finds the end of an import or export that starts at `start`: the first blank line outside of its braces. -1: they are
 * never closed. Null: neither starts here.
 */
export function moduleCodeEnd(source: string, start: number, braces: BraceFinder): number | null {
  IMPORT_OR_EXPORT.lastIndex = start
  if (!IMPORT_OR_EXPORT.test(source)) return null
  const end = lineGroupEnd(source, start)
  const brace = source.slice(start, end).indexOf('{')
  if (brace < 0) return end
  const closed = braces(start + brace)
  if (closed < 0) return -1
  return closed > end ? lineGroupEnd(source, closed) : end
}

/** Finds the next blank line, or the end of the source. */
export function lineGroupEnd(source: string, start: number): number {
  BLANK_LINE.lastIndex = start
  return BLANK_LINE.exec(source)?.index ?? source.length
}
