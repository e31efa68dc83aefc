import { createHash } from 'node:crypto'
import { openRecordTable, recordKeys } from '../records/record-table.ts'
import type { FileRecord } from './checked-files.ts'

/**
 * Hash of the content of a generation. It covers the files of its folder, by name, and the addresses of the files beside
 * pages, which have hashes of their own. Two builds of equal content have the same, wherever and whenever they ran.
 *
 * @param files Without the table and the data of files beside pages: those hold bytes only where `DATA_DIR` cannot be written.
 * @param fileTable Table of the files beside pages.
 */
export function hashContent(
  files: Readonly<Record<string, Pick<FileRecord, 'sha256'>>>,
  fileTable: SharedArrayBuffer,
): string {
  const hash = createHash('sha256')
  const names = Object.keys(files).toSorted()
  for (const name of names) hash.update(`${name} ${files[name]!.sha256}\n`)
  for (const address of recordKeys(openRecordTable(fileTable))) hash.update(`${address}\n`)
  return hash.digest('hex')
}
