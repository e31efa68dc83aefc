import { createBraceFinder } from '../../readers/markdown/braces.ts'
import { moduleCodeEnd } from '../../readers/markdown/module-code.ts'
import { trackFences } from '../expand-lines.ts'

/** A line without anything, or with a comment alone, which is taken away before MDX is read. */
const BLANK = /^\s*(?:<!--[^>]{0,500}-->\s*)?$/

/** A part of a page, in UTF-16 code units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Ranges of the imports and exports of MDX, in their order, in linear time. */
export function moduleRanges(text: string): readonly Range[] {
  const ranges: Range[] = []
  if (!/^(?:import|export)\b/m.test(text)) return ranges
  const braces = createBraceFinder(text)
  const fence = trackFences()
  let afterBlank = true
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at)
    const lineEnd = newline < 0 ? text.length : newline
    const line = text.slice(at, lineEnd)
    const end: number | null = fence.isCode(line) || !afterBlank ? null : moduleCodeEnd(text, at, braces)
    // What has no end is no module code, and the reader reports it.
    if (end === -1) return ranges
    if (end !== null) ranges.push({ start: at, end })
    afterBlank = end !== null || BLANK.test(line)
    at = Math.max(end ?? 0, lineEnd) + 1
  }
  return ranges
}
