import { isUtf8 } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCodeSpanFinder } from '../readers/markdown/code-span.ts'
import { trackFences } from '../sources/expand-lines.ts'
import type { ContentFault } from '../content.ts'

/** Lines below that of a fault on which its link is looked for, where the line has the address in code alone. */
const LINES_BELOW = 1000

/**
 * Writes corrections of faults that have one into their files: `fix.from` becomes `fix.to` on the line of the fault, where it
 * stands there as the target of a link. Code, and files that are not UTF-8, stay as they are. Gives the faults that were
 * corrected.
 */
export function fixContent(contentDir: string, faults: readonly ContentFault[]): ContentFault[] {
  const fixed: ContentFault[] = []
  const fixable = faults.filter(({ fix }) => fix !== undefined)
  for (const file of new Set(fixable.map((fault) => fault.file))) {
    const path = join(contentDir, file)
    const bytes = readFileSync(path)
    // What cannot be decoded would be lost.
    if (!isUtf8(bytes)) continue
    const lines = bytes.toString('utf8').split('\n')
    const fence = trackFences()
    const isCode = lines.map((line) => fence.isCode(line.replace(/\r$/, '')))
    let isChanged = false
    for (const fault of fixable.filter((each) => each.file === file)) {
      const { from, to } = fault.fix as NonNullable<ContentFault['fix']>
      const place = placeOf(lines, isCode, fault.line - 1, from)
      if (place === null) continue
      const line = lines[place.line] as string
      lines[place.line] = line.slice(0, place.at) + to + line.slice(place.at + from.length)
      fixed.push(fault)
      isChanged = true
    }
    if (isChanged) writeFileSync(path, lines.join('\n'))
  }
  return fixed
}

/** Where a line, or the next one that has it outside of code, has an address as the target of a link. */
function placeOf(
  lines: readonly string[],
  isCode: readonly boolean[],
  first: number,
  address: string,
): { readonly line: number; readonly at: number } | null {
  for (let line = first; line < Math.min(lines.length, first + LINES_BELOW); line++) {
    const at = isCode[line] === true ? -1 : targetAt(lines[line] ?? '', address)
    if (at >= 0) return { line, at }
  }
  return null
}

/** Where a line has an address between the signs that stand around the target of a link, outside of code; -1: nowhere. */
function targetAt(line: string, address: string): number {
  const spans = createCodeSpanFinder(line)
  let codeEnd = 0
  for (let at = line.indexOf(address); at >= 0; at = line.indexOf(address, at + 1)) {
    for (let tick = line.indexOf('`', codeEnd); tick >= 0 && tick < at; tick = line.indexOf('`', codeEnd)) {
      codeEnd = spans.at(tick).end
    }
    const before = line[at - 1] ?? ''
    const after = line[at + address.length] ?? ' '
    if (at >= codeEnd && /[(<"'= :]/.test(before) && /[)>"'\s]/.test(after)) return at
  }
  return -1
}
