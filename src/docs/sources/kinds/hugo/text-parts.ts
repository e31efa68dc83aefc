import { FENCE, ITEM_MARK } from '../../expand-lines.ts'

const FENCES = new RegExp(FENCE, 'gm')

/** Tells, for offsets that grow, whether they lie in fenced code. The text has spaces for its shortcodes. */
export function codeTester(text: string): (offset: number) => boolean {
  const marks = Array.from(text.matchAll(FENCES), ({ 1: before = '', 2: ticks = '', 3: info = '', index }) => {
    return { before, ticks, info, index: index + before.length }
  })
  let fence: string | null = null
  let next = 0
  return (offset) => {
    for (let mark = marks[next]; mark !== undefined && mark.index <= offset; mark = marks[++next]) {
      const { before, info, ticks } = mark
      if (fence === null && !(ticks.startsWith('`') && info.includes('`'))) fence = ticks
      else if (fence !== null && info.trim() === '' && ticks.startsWith(fence) && !ITEM_MARK.test(before)) fence = null
    }
    return fence !== null
  }
}

/** Whether code that began on the line is still open. */
export function hasOpenTick(line: string): boolean {
  return (line.split('`').length & 1) === 0
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

/** Puts what stands behind an opening call on a line of its own. */
export function behind(prefix: string, inner: string): string {
  const line = inner.indexOf('\n')
  const first = line < 0 ? inner : inner.slice(0, line)
  return first.trim() === '' ? inner.slice(line < 0 ? inner.length : line + 1).trimEnd() : `${prefix}${inner.trim()}`
}
