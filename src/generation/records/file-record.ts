import { fileAddress, parseFileAddress } from '../../docs/files/file-address.ts'
import type { PlacedFile } from '../../docs/files/serve-file.ts'
import type { NewRecord } from './pack-records.ts'
import type { StoredRecord } from './record-store.ts'
import { openRecordTable, recordKeys } from './record-table.ts'

/** A file beside pages, as its record has it. */
export interface FileRecordFacts {
  readonly hash: string
  readonly sizeBytes: number
  /** The bytes where they are in no file of their own; empty otherwise. */
  readonly bytes: Uint8Array
}

/** A file as a record. Its bytes are in the file store, or `held` in the record where that cannot be written. */
export function toFileRecord({ hash, name, sizeBytes }: PlacedFile, held: Uint8Array | null): NewRecord {
  return { key: fileAddress(hash, name), meta: JSON.stringify({ hash, sizeBytes }), body: held ?? '' }
}

export function fromFileRecord({ body, meta }: StoredRecord): FileRecordFacts {
  const { hash, sizeBytes } = JSON.parse(meta) as Omit<FileRecordFacts, 'bytes'>
  return { hash, sizeBytes, bytes: body }
}

/** Hashes of the files in a table of such records. */
export function hashesOf(table: SharedArrayBuffer): string[] {
  return recordKeys(openRecordTable(table)).flatMap((address) => parseFileAddress(address)?.hash ?? [])
}
