import { writeRecordTable } from './record-table.ts'

export interface NewRecord {
  readonly key: string
  /** JSON. */
  readonly meta: string
  readonly body: string
}

export interface PackedRecords {
  readonly table: SharedArrayBuffer
  readonly byteLength: number
  /** The data file's bytes in order. A chunk is valid until the next one is asked for. */
  chunks(): Generator<Uint8Array>
}

const CHUNK_BYTES = 1_048_576

/** Sorts the records and lays out their table. The text is encoded chunk by chunk, so that it is not held twice. */
export function packRecords(records: readonly NewRecord[]): PackedRecords {
  const sorted = records
    .map((record) => ({
      record,
      key: Buffer.from(record.key, 'utf8'),
      metaBytes: Buffer.byteLength(record.meta),
      bodyBytes: Buffer.byteLength(record.body),
    }))
    .sort((left, right) => Buffer.compare(left.key, right.key))
  const byteLength = sorted.reduce((sum, size) => sum + size.metaBytes + size.bodyBytes, 0)
  return {
    table: writeRecordTable(sorted),
    byteLength,
    *chunks() {
      let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      let used = 0
      for (const { record, metaBytes, bodyBytes } of sorted) {
        const size = metaBytes + bodyBytes
        if (used + size > chunk.length) {
          if (used > 0) yield chunk.subarray(0, used)
          used = 0
          if (size > chunk.length) chunk = Buffer.allocUnsafe(size)
        }
        chunk.write(record.meta, used, 'utf8')
        chunk.write(record.body, used + metaBytes, 'utf8')
        used += size
      }
      if (used > 0) yield chunk.subarray(0, used)
    },
  }
}
