/**
 * A sorted table from key to the place of a record in a data file. It lies in one SharedArrayBuffer, so that every
 * thread looks keys up in the same copy.
 *
 * ```
 * u32 magic · u32 version · u32 count · u32 keyBytes
 * f64 offset[count + 1]     where record i starts in the data file; the last one is the file's length
 * u32 metaBytes[count]      a record is its meta (JSON), then its body
 * u32 keyEnd[count]         into the key bytes
 * u8  key[keyBytes]         UTF-8, in the order of their bytes
 * ```
 */
export interface RecordTable {
  readonly count: number
  readonly offsets: Float64Array
  readonly metaBytes: Uint32Array
  readonly keyEnds: Uint32Array
  readonly keys: Uint8Array
}

export interface RecordSize {
  readonly key: Uint8Array
  readonly metaBytes: number
  readonly bodyBytes: number
}

const MAGIC = 0x53504b54
const VERSION = 1
const HEADER_BYTES = 16

/** Writes a table. `records` must be sorted by the bytes of their keys, without duplicates. */
export function writeRecordTable(records: readonly RecordSize[]): SharedArrayBuffer {
  const keyBytes = records.reduce((sum, record) => sum + record.key.length, 0)
  const buffer = new SharedArrayBuffer(HEADER_BYTES + (records.length + 1) * 8 + records.length * 8 + keyBytes)
  new Uint32Array(buffer, 0, 4).set([MAGIC, VERSION, records.length, keyBytes])
  const table = viewsOf(buffer, records.length, keyBytes)
  let offset = 0
  let keyEnd = 0
  records.forEach((record, index) => {
    table.offsets[index] = offset
    table.metaBytes[index] = record.metaBytes
    table.keys.set(record.key, keyEnd)
    offset += record.metaBytes + record.bodyBytes
    keyEnd += record.key.length
    table.keyEnds[index] = keyEnd
  })
  table.offsets[records.length] = offset
  return buffer
}

/** Opens a table. Throws when the buffer is not a table of this version. */
export function openRecordTable(buffer: SharedArrayBuffer): RecordTable {
  const [magic, version, count = 0, keyBytes = 0] =
    buffer.byteLength >= HEADER_BYTES ? new Uint32Array(buffer, 0, 4) : []
  if (magic !== MAGIC || version !== VERSION) throw new Error('not a record table of this version')
  return viewsOf(buffer, count, keyBytes)
}

/** Returns the number of the record with that key, or -1. */
export function findRecord(table: RecordTable, key: string): number {
  const wanted = Buffer.from(key, 'utf8')
  let low = 0
  let high = table.count - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const order = Buffer.compare(wanted, keyAt(table, middle))
    if (order === 0) return middle
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return -1
}

/** All keys, in the order of their bytes. */
export function recordKeys(table: RecordTable): string[] {
  return Array.from({ length: table.count }, (_, index) => Buffer.from(keyAt(table, index)).toString('utf8'))
}

function keyAt(table: RecordTable, index: number): Uint8Array {
  const start = index === 0 ? 0 : table.keyEnds[index - 1]
  return table.keys.subarray(start, table.keyEnds[index])
}

function viewsOf(buffer: SharedArrayBuffer, count: number, keyBytes: number): RecordTable {
  const metaStart = HEADER_BYTES + (count + 1) * 8
  return {
    count,
    offsets: new Float64Array(buffer, HEADER_BYTES, count + 1),
    metaBytes: new Uint32Array(buffer, metaStart, count),
    keyEnds: new Uint32Array(buffer, metaStart + count * 4, count),
    keys: new Uint8Array(buffer, metaStart + count * 8, keyBytes),
  }
}
