import { read as readCallback, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { findRecord, openRecordTable } from './record-table.ts'

/** Data with which a thread opens a store. It passes through `postMessage` without a copy of the records. */
export interface RecordStoreParts {
  readonly table: SharedArrayBuffer
  /** A descriptor that the process keeps open for the life of the generation, or the records themselves. */
  readonly data: { readonly fd: number; readonly buffer?: undefined } | { readonly buffer: SharedArrayBuffer }
}

export interface StoredRecord {
  /** Meta of the record as JSON. */
  readonly meta: string
  readonly body: Uint8Array
}

/** Many small records in one file, found by key. Readers keep no record in memory. */
export interface RecordStore {
  /** Number of records. */
  readonly count: number
  /** Returns the number of the record with that key, or -1. */
  find(key: string): number
  /** Reads a record. Rejects when the file cannot be read in full. */
  read(index: number): Promise<StoredRecord>
  /** Reads the meta of a record alone, which stands before its body. Rejects as `read` does. */
  readMeta(index: number): Promise<string>
  /** Reads a record synchronously, for threads without other work. */
  readSync(index: number): StoredRecord
}

const readAt = promisify(readCallback)

export function openRecordStore(parts: RecordStoreParts): RecordStore {
  const table = openRecordTable(parts.table)
  const { data } = parts

  const locate = (index: number): { start: number; length: number; metaBytes: number } => {
    const start = table.offsets[index]
    const end = table.offsets[index + 1]
    if (start === undefined || end === undefined) throw new RangeError(`no record ${index}`)
    return { start, length: end - start, metaBytes: table.metaBytes[index] ?? 0 }
  }

  const readBytes = async (start: number, length: number): Promise<Buffer> => {
    if (data.buffer !== undefined) return copyShared(data.buffer, start, length)
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let done = 0; done < length;) {
      const { bytesRead } = await readAt(data.fd, bytes, done, length - done, start + done)
      if (bytesRead === 0) throw new Error('the data file is shorter than its table says')
      done += bytesRead
    }
    return bytes
  }

  return {
    count: table.count,

    find: (key) => findRecord(table, key),

    async read(index) {
      const { start, length, metaBytes } = locate(index)
      return split(await readBytes(start, length), metaBytes)
    },

    async readMeta(index) {
      const { start, metaBytes } = locate(index)
      return (await readBytes(start, metaBytes)).toString('utf8')
    },

    readSync(index) {
      const { start, length, metaBytes } = locate(index)
      if (data.buffer !== undefined) return split(copyShared(data.buffer, start, length), metaBytes)
      const bytes = Buffer.allocUnsafeSlow(length)
      for (let done = 0; done < length;) {
        const bytesRead = readSync(data.fd, bytes, done, length - done, start + done)
        if (bytesRead === 0) throw new Error('the data file is shorter than its table says')
        done += bytesRead
      }
      return split(bytes, metaBytes)
    },
  }
}

/** Copies a record out of shared memory, which text decoders and sockets refuse. */
function copyShared(buffer: SharedArrayBuffer, start: number, length: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(length)
  copy.set(new Uint8Array(buffer, start, length))
  return copy
}

function split(bytes: Buffer, metaBytes: number): StoredRecord {
  return { meta: bytes.toString('utf8', 0, metaBytes), body: bytes.subarray(metaBytes) }
}
