import { isUtf8 } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCodeSpanFinder } from '../readers/markdown/code-span.ts'
import { trackFences } from '../sources/expand-lines.ts'
import type { ContentFault } from '../content.ts'

/**
 * Writes corrections of faults that have one into their files. From the line of the fault on, `fix.from` becomes `fix.to`
 * where it stands as the target of a link: all links of a page to one address are one fault. Code, and files that are not
 * UTF-8, stay as they are. Gives the faults that were corrected.
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
      let isFixed = false
      for (let number = fault.line - 1; number < lines.length; number++) {
        if (isCode[number] === true) continue
        const line = corrected(lines[number] as string, from, to)
        if (line === lines[number]) continue
        lines[number] = line
        isFixed = true
      }
      if (!isFixed) continue
      fixed.push(fault)
      isChanged = true
    }
    if (isChanged) writeFileSync(path, lines.join('\n'))
  }
  return fixed
}

/** A line with another address where it stands between the signs around the target of a link, outside of code. */
function corrected(line: string, from: string, to: string): string {
  let at = line.indexOf(from)
  if (at < 0) return line
  const spans = createCodeSpanFinder(line)
  let codeEnd = 0
  let end = 0
  let text = ''
  for (; at >= 0; at = line.indexOf(from, at + 1)) {
    for (let tick = line.indexOf('`', codeEnd); tick >= 0 && tick < at; tick = line.indexOf('`', codeEnd)) {
      codeEnd = spans.at(tick).end
    }
    const before = line[at - 1] ?? ''
    const after = line[at + from.length] ?? ' '
    if (at < codeEnd || at < end || !/[(<"'= :]/.test(before) || !/[)>"'\s]/.test(after)) continue
    text += line.slice(end, at) + to
    end = at + from.length
  }
  return text + line.slice(end)
}
