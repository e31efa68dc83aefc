import type { PackedRecords } from './pack-records.ts'
import type { RecordStoreParts } from './record-store.ts'

/** Stores the records in one shared buffer. */
export function inMemory(
  records: PackedRecords,
): RecordStoreParts & { readonly data: { readonly buffer: SharedArrayBuffer } } {
  const buffer = new SharedArrayBuffer(records.byteLength)
  const bytes = new Uint8Array(buffer)
  let length = 0
  for (const chunk of records.chunks()) {
    bytes.set(chunk, length)
    length += chunk.length
  }
  return { table: records.table, data: { buffer } }
}
