import { trackFences } from '../../expand-lines.ts'
import { noteFragment } from './fragments.ts'

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/

/** The part of a note that an embed names: all of it, a heading with what stands below it, or a block. Null: it has no such part. */
export function partOfNote(body: string, fragment: string | null): string | null {
  const lines = body.split('\n')
  const fence = trackFences()
  const headings = lines.map((line) => (fence.isCode(line) ? null : HEADING.exec(line)))
  if (fragment === null) {
    // The title of another note is no title of this page.
    return lines.map((line, at) => (headings[at]?.[1] === '#' ? `#${line.trimStart()}` : line)).join('\n')
  }
  if (fragment.startsWith('^')) return blockOf(lines, fragment)
  const start = headings.findIndex(
    (heading) => heading != null && noteFragment(plainHeading(heading[2] ?? '')) === noteFragment(fragment),
  )
  if (start < 0) return null
  const level = headings[start]?.[1]?.length ?? 0
  const end = headings.findIndex((heading, at) => at > start && heading != null && (heading[1] ?? '').length <= level)
  return lines.slice(start, end < 0 ? undefined : end).join('\n')
}

/** Text of a heading as a link names it, without the marks of links and formats. */
function plainHeading(written: string): string {
  return written.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replace(/[ \t]#+[ \t]*$/, '')
}

/** The item or the paragraph that ends with an id, or the block above a line of the id alone. */
function blockOf(lines: readonly string[], id: string): string | null {
  const end = lines.findIndex(
    (line) => line.trimEnd().endsWith(id) && /(?:^|[ \t\])])$/.test(line.trimEnd().slice(0, -id.length)),
  )
  if (end < 0) return null
  const isAlone = (lines[end] as string).trim() === id
  const last = isAlone ? lines.findLastIndex((line, at) => at < end && line.trim() !== '') : end
  if (last < 0) return null
  let start = last
  const begins = /^\s*(?:[-*+]|\d{1,9}[.)])\s/
  while (start > 0 && (lines[start - 1] as string).trim() !== '' && (isAlone || !begins.test(lines[start] as string)))
    start--
  const block = lines.slice(start, last + 1)
  const part = [
    ...block.slice(0, -1),
    (block.at(-1) as string)
      .trimEnd()
      .slice(0, isAlone ? undefined : -id.length)
      .trimEnd(),
  ]
  return part.join('\n').trimStart()
}
