import { createHash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { allocateShared } from '../../engine/index/allocate-shared.ts'

/** Record of a file in the manifest beside it. */
export interface FileRecord {
  readonly byteLength: number
  /** Hexadecimal SHA-256 of the bytes. */
  readonly sha256: string
}

const CHUNK_BYTES = 1_048_576
/** Step of reads and writes: the system transfers at most 2 GiB at once, and a digest accepts no more either. */
const STEP_BYTES = 16 * CHUNK_BYTES

/**
 * Whether an error of reading says that what is stored is damaged, or that a file of it is missing. Other errors of the system, and
 * a lack of memory, say nothing about it: the next time it may be read.
 */
export function isDamage(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || (syscall === undefined && !(error instanceof RangeError))
}

/** Makes the entries of a folder durable. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Writes a new file and makes its bytes durable. Throws the errors of the file system. */
export function writeFile(path: string, chunks: Iterable<Uint8Array>): FileRecord {
  const hash = createHash('sha256')
  let byteLength = 0
  const fd = openSync(path, 'wx')
  try {
    for (const chunk of chunks) {
      for (let done = 0; done < chunk.length;) {
        const written = writeSync(fd, chunk, done, Math.min(STEP_BYTES, chunk.length - done))
        hash.update(chunk.subarray(done, done + written))
        done += written
      }
      byteLength += chunk.length
    }
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return { byteLength, sha256: hash.digest('hex') }
}

/** Hashes bytes as `writeFile` does. */
export function hashBuffer(buffer: SharedArrayBuffer): Pick<FileRecord, 'sha256'> {
  const bytes = new Uint8Array(buffer)
  const hash = createHash('sha256')
  for (let done = 0; done < bytes.length; done += STEP_BYTES) hash.update(bytes.subarray(done, done + STEP_BYTES))
  return { sha256: hash.digest('hex') }
}

/** Reads a whole file into shared memory. Throws when it differs from its record. */
export function readShared(path: string, record: FileRecord): SharedArrayBuffer {
  const fd = openSync(path, 'r')
  try {
    checkLength(fd, path, record)
    const buffer = allocateShared(record.byteLength)
    const bytes = new Uint8Array(buffer)
    const hash = createHash('sha256')
    for (let done = 0; done < bytes.length;) {
      const bytesRead = readSync(fd, bytes, done, Math.min(STEP_BYTES, bytes.length - done), done)
      if (bytesRead === 0) throw new Error(`${path} ends early`)
      // The bytes are hashed while they are still in the cache.
      hash.update(bytes.subarray(done, done + bytesRead))
      done += bytesRead
    }
    if (hash.digest('hex') !== record.sha256) throw new Error(`${path} is damaged`)
    return buffer
  } finally {
    closeSync(fd)
  }
}

/** Opens a file for reading after checking every byte of it. Throws when it differs from its record. */
export function openChecked(path: string, record: FileRecord): number {
  const fd = openSync(path, 'r')
  try {
    checkLength(fd, path, record)
    const hash = createHash('sha256')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let bytesRead = readSync(fd, chunk); bytesRead > 0; bytesRead = readSync(fd, chunk)) {
      hash.update(chunk.subarray(0, bytesRead))
    }
    if (hash.digest('hex') !== record.sha256) throw new Error(`${path} is damaged`)
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function checkLength(fd: number, path: string, record: FileRecord): void {
  const { size } = fstatSync(fd)
  if (size !== record.byteLength) throw new Error(`${path} has ${size} bytes, not ${record.byteLength}`)
}
