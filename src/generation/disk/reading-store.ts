import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { hashOf } from '../../docs/kept/hash-of.ts'
import type { KeptReadings } from '../../docs/kept/readings.ts'

/** Bytes of the readings of one source. What is beyond is read again by each build. */
const READINGS_LIMIT_BYTES = 2 * 1_073_741_824
/** Sources whose readings stay, the last ones that were built. */
const SOURCE_LIMIT = 16

const NAME = /^[0-9a-f]{32}$/
const HASH_BYTES = 32
const TRAILER_BYTES = 8 + HASH_BYTES

/** Where each reading of a file is, by its key. */
interface Directory {
  readonly world: string
  readonly places: ReadonlyMap<string, Place>
}

interface Place {
  readonly start: number
  readonly length: number
  readonly hash: string
}

/** Readings of pages of earlier builds, and what becomes of them in this one. */
export interface ReadingStore {
  open(source: string, world: string): KeptReadings
  /** Lets the readings of this build take the place of earlier ones. */
  commit(): void
  /** Removes what this build has written. */
  close(): void
}

/**
 * Readings of pages, so that a build reads only what has changed. Each source has a file of its own, to which a build
 * appends what it read. Where most of a file is of no use any more, or of another world, it is written anew:
 *
 * ```
 * DATA_DIR/readings/<hash>   reading │ reading │ … │ directory │ u64 its length │ SHA-256 of the directory
 * ```
 *
 * A reading or a directory that has not its hash is as if it were not there. What cannot be written is not kept.
 * @param owner content and code to which the readings belong
 */
export function openReadingStore(dataDir: string, owner: string): ReadingStore {
  const folder = join(dataDir, 'readings')
  const opened: OpenedFile[] = []
  return {
    open(source, world) {
      const file = openFile(join(folder, hashOf(owner, source).slice(0, 32)), world, folder)
      opened.push(file)
      return file.kept
    },
    commit() {
      for (const file of opened) file.commit()
      prune(folder)
    },
    close: () => opened.forEach((file) => file.close()),
  }
}

interface OpenedFile {
  readonly kept: KeptReadings
  commit(): void
  close(): void
}

function openFile(path: string, world: string, folder: string): OpenedFile {
  const before = openBefore(path)
  let places = before?.directory.world === world ? before.directory.places : new Map<string, Place>()
  const kept = new Map<string, Place>()
  /** Where readings stand that were taken from the file, once their hashes were compared. */
  const taken = new WeakMap<Uint8Array, Place>()
  let out: Out | null | undefined
  let isOpen = true

  /** Where readings are written: behind those of the file, or in a new file. Null: nothing can be written. */
  function target(): Out | null {
    if (out !== undefined) return out
    if (before !== null && usedBytes(places) * 2 > before.size)
      return (out = { ...before, start: before.size, end: before.size })
    const temporary = `${path}.tmp-${randomBytes(6).toString('hex')}`
    return (out = attempt(() => {
      mkdirSync(folder, { recursive: true })
      return { fd: openSync(temporary, 'wx+'), temporary, start: 0, end: 0 }
    }))
  }

  function write(to: Out, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) done += writeSync(to.fd, bytes, done, bytes.length - done, to.end + done)
    to.end += bytes.length
  }

  /** Takes back what was written, and closes all. */
  function close(): void {
    if (out != null) {
      const { fd, start, temporary } = out
      if (temporary === undefined) attempt(() => ftruncateSync(fd, start))
      else attempt(() => rmSync(temporary, { force: true }))
    }
    closeFiles()
  }

  /** Closes the files once, since their numbers are then those of other files of the process. */
  function closeFiles(): void {
    if (!isOpen) return
    isOpen = false
    for (const fd of new Set([before?.fd, out?.fd])) if (fd !== undefined) attempt(() => closeSync(fd))
    out = null
    places = new Map()
  }

  return {
    kept: {
      get count() {
        return places.size
      },
      clear: () => void (places = new Map()),
      get(key) {
        const own = kept.get(key)
        const place = own ?? places.get(key)
        const fd = own === undefined ? before?.fd : out?.fd
        if (place === undefined || fd === undefined) return null
        const bytes = attempt(() => readExactly(fd, place.start, place.length))
        if (bytes === null || digest(bytes) !== place.hash) return null
        if (own === undefined) taken.set(bytes, place)
        return bytes
      },
      keep(key) {
        const place = places.get(key)
        const to = target()
        if (place === undefined || to === null) return false
        if (to.temporary === undefined) return kept.set(key, place) === kept
        const bytes = this.get(key)
        return bytes !== null && this.put(key, bytes)
      },
      put(key, bytes) {
        const to = target()
        if (kept.has(key)) return true
        if (to === null || to.end + bytes.length > READINGS_LIMIT_BYTES) return false
        const known = taken.get(bytes)
        const isThere = known !== undefined && to.temporary === undefined
        const place = isThere ? known : { start: to.end, length: bytes.length, hash: known?.hash ?? digest(bytes) }
        if (!isThere && attempt(() => write(to, bytes)) === null) close()
        else kept.set(key, place)
        return out !== null
      },
    },
    commit() {
      const to = out
      if (to == null) return
      const directory = serialize({ world, places: kept } satisfies Directory)
      const trailer = Buffer.alloc(TRAILER_BYTES)
      trailer.writeBigUInt64LE(BigInt(directory.length))
      trailer.set(Buffer.from(digest(directory), 'hex'), 8)
      const isWritten = attempt(() => {
        write(to, directory)
        write(to, trailer)
        if (to.temporary !== undefined) renameSync(to.temporary, path)
        return true
      })
      if (isWritten === null) close()
      else closeFiles()
    },
    close,
  }
}

/** A file to which readings are written. */
interface Out {
  readonly fd: number
  /** Path of a new file; absent: the readings stand behind those of the build before. */
  readonly temporary?: string
  readonly start: number
  end: number
}

function usedBytes(places: ReadonlyMap<string, Place>): number {
  let bytes = 0
  for (const { length } of places.values()) bytes += length
  return bytes
}

interface Before {
  readonly fd: number
  readonly size: number
  readonly directory: Directory
}

function openBefore(path: string): Before | null {
  const fd = attempt(() => openSync(path, 'r+'))
  if (fd === null) return null
  const before = attempt(() => {
    const { size } = fstatSync(fd)
    const trailer = readExactly(fd, size - TRAILER_BYTES, TRAILER_BYTES)
    const length = Math.min(size, Number(trailer.readBigUInt64LE()))
    const bytes = readExactly(fd, size - TRAILER_BYTES - length, length)
    if (digest(bytes) !== trailer.toString('hex', 8)) return null
    return { fd, size, directory: deserialize(bytes) as Directory }
  })
  if (before != null) return before
  attempt(() => closeSync(fd))
  return null
}

/** Removes the readings of sources that were long not built, and what crashed builds have left. */
function prune(folder: string): void {
  attempt(() => {
    const files = readdirSync(folder).map((name) => ({ name, ms: statSync(join(folder, name)).mtimeMs }))
    const kept = files.filter(({ name }) => NAME.test(name)).toSorted((a, b) => b.ms - a.ms)
    const stays = new Set(kept.slice(0, SOURCE_LIMIT).map(({ name }) => name))
    for (const { name } of files) if (!stays.has(name)) rmSync(join(folder, name), { force: true })
  })
}

function readExactly(fd: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length;) {
    const count = readSync(fd, bytes, done, length - done, start + done)
    if (count === 0) throw new Error('the file ends early')
    done += count
  }
  return bytes
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What a call gives; null: it fails. Nothing here is needed, so that no fault of a disk ends a build. */
function attempt<T>(call: () => T): T | null {
  try {
    return call()
  } catch {
    return null
  }
}
