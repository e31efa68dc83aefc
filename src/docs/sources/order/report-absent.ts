import { lineOf } from '../../links/page-links.ts'
import { quoted } from '../../paths.ts'
import type { SourceFolder } from '../source.ts'

/** Entries of one navigation that are reported. */
const FAULT_LIMIT = 100

/** Reports entries of the navigation of a file that lead to no page. */
export function reportAbsent(folder: SourceFolder, file: string, entries: Iterable<string>): void {
  const absent = [...new Set(entries)].slice(0, FAULT_LIMIT)
  const text = absent.length === 0 ? '' : (folder.readText(file) ?? '')
  for (const entry of absent) {
    const line = lineOf(entry, { text, line: 1 })
    folder.fault(file, 'dead_link', `${quoted(entry)} in the navigation leads to no page`, line)
  }
}
