import { writeRecordTable } from './record-table.ts'

export interface NewRecord {
  readonly key: string
  /** Meta of the record as JSON. */
  readonly meta: string
  /** Body as text or bytes, whole or in parts. */
  readonly body: string | Uint8Array | readonly Uint8Array[]
}

export interface PackedRecords {
  readonly table: SharedArrayBuffer
  readonly byteLength: number
  /** Yields the bytes of the data file in order. A chunk is valid until the next one is requested. */
  chunks(): Generator<Uint8Array>
}

const CHUNK_BYTES = 1_048_576

/** Sorts the records and builds their table. Text is encoded chunk by chunk, so that it is not held in memory twice. */
export function packRecords(records: readonly NewRecord[]): PackedRecords {
  const sorted = records
    .map((record) => ({
      record,
      key: Buffer.from(record.key, 'utf8'),
      metaBytes: Buffer.byteLength(record.meta),
      bodyBytes: lengthOf(record.body),
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
        writeBody(record.body, chunk, used + metaBytes)
        used += size
      }
      if (used > 0) yield chunk.subarray(0, used)
    },
  }
}

function lengthOf(body: NewRecord['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.length : body.reduce((sum, part) => sum + part.length, 0)
}

function writeBody(body: NewRecord['body'], chunk: Buffer, start: number): void {
  if (typeof body === 'string') return void chunk.write(body, start, 'utf8')
  let end = start
  for (const part of body instanceof Uint8Array ? [body] : body) {
    chunk.set(part, end)
    end += part.length
  }
}
