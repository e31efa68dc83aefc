import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentFault } from '../content.ts'

/**
 * Writes corrections of faults that have one into their files: `fix.from` becomes `fix.to` on the line of the fault, where it
 * stands there as the target of a link. Gives the faults that were corrected.
 */
export function fixContent(contentDir: string, faults: readonly ContentFault[]): ContentFault[] {
  const fixed: ContentFault[] = []
  const fixable = faults.filter(({ fix }) => fix !== undefined)
  for (const file of new Set(fixable.map((fault) => fault.file))) {
    const path = join(contentDir, file)
    const found = fixable.filter((fault) => fault.file === file)
    const lines = readFileSync(path, 'utf8').split('\n')
    let isChanged = false
    for (const fault of found) {
      const { from, to } = fault.fix as NonNullable<ContentFault['fix']>
      const line = lines[fault.line - 1] ?? ''
      const at = targetAt(line, from)
      if (at < 0) continue
      lines[fault.line - 1] = line.slice(0, at) + to + line.slice(at + from.length)
      fixed.push(fault)
      isChanged = true
    }
    if (isChanged) writeFileSync(path, lines.join('\n'))
  }
  return fixed
}

/** Where a line has an address between the signs that stand around the target of a link; -1: it does not. */
function targetAt(line: string, address: string): number {
  for (let at = line.indexOf(address); at >= 0; at = line.indexOf(address, at + 1)) {
    const before = line[at - 1] ?? ''
    const after = line[at + address.length] ?? ' '
    if (/[(<"'= :]/.test(before) && /[)>"'\s]/.test(after)) return at
  }
  return -1
}
