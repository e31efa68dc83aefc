import { randomBytes } from 'node:crypto'
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder, writeFile, type FileRecord } from '../disk/checked-files.ts'
import { readSealedJson, sealJson } from '../disk/sealed-json.ts'
import { HASH, MANIFEST_NAME, pointerText, POINTER_NAME, readPointer, type Pointer } from './layout.ts'

const CHUNK_BYTES = 1_048_576
/** Leftovers of a build that was ended are removed by one that begins so much later. Another one may still be writing. */
export const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000

/** What was written into an artefact. What was there already is not written again. */
export interface Written {
  files: number
  bytes: number
}

/** A folder of an artefact. */
export interface PublishedFolder {
  readonly manifest: { readonly files: Readonly<Record<string, FileRecord>> }
  /** The bytes of a file. A chunk is valid until the next one. */
  readonly bytesOf: (name: string) => Iterable<Uint8Array>
}

/** Reads the pointer of an artefact; null if nothing was published there. Throws when it cannot be read, or is not a pointer. */
export function pointerIn(out: string): Pointer | null {
  try {
    return readPointer(readFileSync(join(out, POINTER_NAME), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Lets the pointer name another state, at once and for good. Throws the errors of the file system. */
export function writePointer(out: string, pointer: Pointer): void {
  replace(join(out, POINTER_NAME), [Buffer.from(pointerText(pointer))])
  syncFolder(out)
}

/**
 * Writes a folder of an artefact: under another name first, and with the manifest last. Files that the folder before it has too are
 * linked. Throws the errors of the file system, and when a file is not as its record says.
 *
 * @param before Folder that was published before; null if this is the first.
 */
export function publishFolder(target: string, folder: PublishedFolder, before: string | null, written: Written): void {
  const manifest = sealJson(folder.manifest)
  if (isWhole(target, folder.manifest, manifest)) return touch(target)
  const temporary = `${target}.tmp-${randomBytes(6).toString('hex')}`
  const known = new Map(
    Object.entries(before === null ? {} : filesIn(before)).map(([name, { sha256 }]) => [sha256, name]),
  )
  mkdirSync(temporary, { recursive: true })
  try {
    for (const [name, record] of Object.entries(folder.manifest.files)) {
      const same = known.get(record.sha256)
      if (same === undefined || !link(join(before!, same), join(temporary, name), record))
        write(join(temporary, name), folder.bytesOf(name), record, written)
    }
    writeFile(join(temporary, MANIFEST_NAME), [Buffer.from(manifest)])
    written.files += 1
    syncFolder(temporary)
    // What lies there is not whole: something else has written it, or has removed a part of it.
    rmSync(target, { recursive: true, force: true })
    renameSync(temporary, target)
    syncFolder(dirname(target))
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

/** Writes a file beside pages, unless it is there. */
export function publishFile(target: string, path: string, sizeBytes: number, written: Written): void {
  if (statSync(target, { throwIfNoEntry: false })?.size === sizeBytes) return
  mkdirSync(dirname(target), { recursive: true })
  replace(target, [readFileSync(path)])
  written.files += 1
  written.bytes += sizeBytes
}

/** Removes all folders but the newest ones, by the times at which they were published, and leftovers of builds that were ended. */
export function pruneFolders(parent: string, keep: number, current: string | undefined): void {
  const found = namesIn(parent).map((name) => ({ name, ms: statSync(join(parent, name)).mtimeMs }))
  const surplus = found
    .filter(({ name }) => HASH.test(name) && name !== current)
    .toSorted((left, right) => right.ms - left.ms)
    .slice(Math.max(0, keep - 1))
  const leftovers = found.filter(({ ms, name }) => name.includes('.tmp-') && Date.now() - ms > LEFTOVER_AGE_MS)
  for (const { name } of [...surplus, ...leftovers]) rmSync(join(parent, name), { recursive: true, force: true })
}

/** Names of the folders of an artefact that are published, below their parent. */
export function publishedIn(parent: string): string[] {
  return namesIn(parent).filter((name) => HASH.test(name))
}

function isWhole(target: string, { files }: PublishedFolder['manifest'], manifest: string): boolean {
  try {
    if (readFileSync(join(target, MANIFEST_NAME), 'utf8') !== manifest) return false
    return Object.entries(files).every(([name, { byteLength }]) => statSync(join(target, name)).size === byteLength)
  } catch {
    return false
  }
}

function filesIn(folder: string): PublishedFolder['manifest']['files'] {
  try {
    return (readSealedJson(join(folder, MANIFEST_NAME)) as PublishedFolder['manifest']).files
  } catch {
    return {}
  }
}

/** Whether the file is there now, as another name of one that was published before. Some file systems have no such names. */
function link(from: string, to: string, { byteLength }: FileRecord): boolean {
  try {
    if (statSync(from).size !== byteLength) return false
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function write(to: string, chunks: Iterable<Uint8Array>, record: FileRecord, written: Written): void {
  const { byteLength, sha256 } = writeFile(to, chunks)
  if (sha256 !== record.sha256) throw new Error(`what was built is damaged: ${basename(to)}. Run this again`)
  written.files += 1
  written.bytes += byteLength
}

/** The bytes of a file on disk. A chunk is valid until the next one. */
export function* chunksOf(path: string): Generator<Uint8Array> {
  const fd = openSync(path, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk)) yield chunk.subarray(0, count)
  } finally {
    closeSync(fd)
  }
}

/** Writes a whole file or nothing. */
function replace(path: string, chunks: Iterable<Uint8Array>): void {
  const temporary = `${path}.tmp-${randomBytes(6).toString('hex')}`
  try {
    writeFile(temporary, chunks)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function touch(folder: string): void {
  const now = Date.now() / 1000
  utimesSync(folder, now, now)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
