import { countLines } from '../../../front-matter.ts'
import { INDENT_LIMIT_CHARS, type ConstructPlace, type Part } from '../../../readers/markdown/constructs.ts'

/** What a shortcode shows. */
export interface Shown extends Part {
  /** Whether it has its lines to itself. */
  readonly isBlock?: boolean
}

/** What may stand before a block on its line: indentation, quotation marks and marks of items. */
const CONTAINERS = /^[\s>]{0,60}(?:(?:[-*+]|\d{1,9}[.)])\s{1,9}){0,9}/
/** The beginning of what is one line: a row of a table, and a heading. */
const LINE = /^[\s>]{0,60}(?:\||#{1,6}\s)/
/** Beginning of the first line within a shortcode, by which that is found. */
const FIRST_CHARS = 80

/** Whether a shortcode stands in code or in what is one line, where no block can stand. */
export function isText({ before, inCode }: ConstructPlace): boolean {
  return inCode || LINE.test(before)
}

/** What a shortcode shows, in the place where it stands. */
export function placed({ isBlock = false, ...part }: Shown, { before, inCode }: ConstructPlace, margin: string): Part {
  const { row, text } = part
  if (!inCode && LINE.test(before)) return { ...part, text: onOneLine(text), margin: '' }
  if (!isBlock || inCode || CONTAINERS.exec(before)?.[0].length === before.length) return { ...part, margin }
  return { ...part, text: `\n\n${text}`, margin, row: row === undefined ? undefined : row - 2 }
}

/** What further lines begin with, within the containers that a line opens. A long beginning would multiply them. */
export function marginOf({ before, inCode }: ConstructPlace): string {
  const [containers = ''] = (inCode ? /^[\s>]*/ : CONTAINERS).exec(before) ?? []
  return containers.length > INDENT_LIMIT_CHARS ? '' : containers.replace(/[^\s>]/g, ' ')
}

/** Takes away what all lines behind the first one have of a margin. */
export function withoutMargin(text: string, margin: string): string {
  if (margin === '') return text
  const [first = '', ...lines] = text.split('\n')
  let common = margin.length
  for (const line of lines) if (line.trim() !== '') common = Math.min(common, commonChars(line, margin))
  return [first, ...lines.map((line) => line.slice(Math.min(common, commonChars(line, margin))))].join('\n')
}

/** Number of characters with which both texts begin. */
function commonChars(text: string, other: string): number {
  let at = 0
  while (at < other.length && text[at] === other[at]) at += 1
  return at
}

/**
 * Line of the page on which a text begins that has, from an offset on, what stands within a shortcode.
 * @param row the line on which that begins; undefined: the page does not have it
 */
export function rowOf(text: string, from: number, inner: string, row: number | undefined): number | undefined {
  const within = inner.trimStart()
  const [first = ''] = within.slice(0, FIRST_CHARS).split('\n', 1)
  const at = row === undefined || within === '' ? -1 : text.indexOf(first, from)
  return row === undefined || at < 0
    ? undefined
    : row + countLines(inner, inner.length - within.length) - countLines(text, at)
}

/** Text without the indentation that all its lines have, and without blank lines at both ends. */
export function dedented(text: string): string {
  const lines = text
    .replace(/^[ \t]*\n/, '')
    .trimEnd()
    .split('\n')
  let indent = Number.POSITIVE_INFINITY
  for (const line of lines) if (line.trim() !== '') indent = Math.min(indent, line.length - line.trimStart().length)
  return lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join('\n')
}

function onOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}
