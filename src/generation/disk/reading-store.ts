import { createHash, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
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
 * Readings of pages, so that a build reads only what has changed. Each source has a file of its own, which a build writes anew:
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
  const temporary = `${path}.tmp-${randomBytes(6).toString('hex')}`
  let out = attempt(() => {
    mkdirSync(folder, { recursive: true })
    return openSync(temporary, 'wx')
  })
  const written = new Map<string, Place>()
  /** Readings whose hashes were compared. */
  const checked = new Set<string>()
  let end = 0

  function write(bytes: Uint8Array): void {
    if (out === null) return
    for (let done = 0; done < bytes.length;) done += writeSync(out, bytes, done)
    end += bytes.length
  }

  function close(): void {
    if (before !== null) attempt(() => closeSync(before.fd))
    if (out === null) return
    attempt(() => closeSync(out as number))
    out = null
    attempt(() => rmSync(temporary, { force: true }))
  }

  return {
    kept: {
      get count() {
        return places.size
      },
      clear: () => void (places = new Map()),
      get(key) {
        const place = places.get(key)
        if (place === undefined || before === null) return null
        const bytes = attempt(() => readExactly(before.fd, place.start, place.length))
        if (bytes === null || digest(bytes) !== place.hash) return null
        checked.add(key)
        return bytes
      },
      put(key, bytes) {
        if (written.has(key) || end + bytes.length > READINGS_LIMIT_BYTES) return
        const known = checked.has(key) ? places.get(key) : undefined
        const place = { start: end, length: bytes.length, hash: known?.hash ?? digest(bytes) }
        if (attempt(() => write(bytes)) === null) close()
        else written.set(key, place)
      },
    },
    commit() {
      const directory = serialize({ world, places: written } satisfies Directory)
      const trailer = Buffer.alloc(TRAILER_BYTES)
      trailer.writeBigUInt64LE(BigInt(directory.length))
      trailer.set(Buffer.from(digest(directory), 'hex'), 8)
      attempt(() => {
        if (out === null) return
        write(directory)
        write(trailer)
        closeSync(out)
        out = null
        renameSync(temporary, path)
      })
      close()
    },
    close,
  }
}

function openBefore(path: string): { readonly fd: number; readonly directory: Directory } | null {
  const fd = attempt(() => openSync(path, 'r'))
  if (fd === null) return null
  const directory = attempt(() => {
    const { size } = statSync(path)
    const trailer = readExactly(fd, size - TRAILER_BYTES, TRAILER_BYTES)
    const length = Math.min(size, Number(trailer.readBigUInt64LE()))
    const bytes = readExactly(fd, size - TRAILER_BYTES - length, length)
    return digest(bytes) === trailer.toString('hex', 8) ? (deserialize(bytes) as Directory) : null
  })
  if (directory !== null) return { fd, directory }
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
