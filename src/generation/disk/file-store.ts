import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { FileKeeper } from '../../docs/files/file-keeper.ts'
import { fileHash, type ServedFile } from '../../docs/files/serve-file.ts'
import { builderFingerprint } from '../builder-fingerprint.ts'
import { replaceFile } from './replace-file.ts'
import { readSealedJson, sealJson } from './sealed-json.ts'

/** Bytes that are held in memory where `DATA_DIR` cannot be written. */
const HELD_LIMIT_BYTES = 64 * 1_048_576

/**
 * Files stay for so long after a kept generation last named them, since another process with the same `DATA_DIR` may serve an older
 * one.
 */
const UNNAMED_LIMIT_MS = 24 * 60 * 60 * 1000

/** Code that determines what is served of a given source. */
const CODE = ['docs/files', 'svg']

const KNOWN = 'known.json'
const HASH = /^[0-9a-f]{32}$/

interface Known {
  /** Fingerprint of the code that made the files. */
  readonly code: string
  /** What was served of each source, by its state. */
  readonly served: Readonly<Record<string, ServedFile>>
}

/**
 * The files beside pages, by their hashes. Generations share them.
 *
 * ```
 * DATA_DIR/files/
 *   <2 digits>/<hash>   the bytes as they are served
 *   known.json          what was served of each source, so that a build reads only what has changed
 * ```
 */
export interface FileStore extends FileKeeper {
  readonly folder: string
  /** Bytes of a file that could not be written; null: it is in its folder. */
  held(hash: string): Uint8Array | null
  /** Keeps what was asked for and made for the next build, and removes files that were long in no such set of hashes. */
  prune(named: ReadonlySet<string>): void
}

export function fileFolder(dataDir: string): string {
  return join(dataDir, 'files')
}

/** Path of the bytes of a file. */
export function filePath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), hash)
}

export function openFileStore(dataDir: string): FileStore {
  const folder = fileFolder(dataDir)
  const code = builderFingerprint(CODE)
  const before = readKnown(folder, code)
  const served: Record<string, ServedFile> = {}
  const heldFiles = new Map<string, Uint8Array>()
  let heldBytes = 0

  function hold(hash: string, bytes: Uint8Array): boolean {
    if (heldFiles.has(hash)) return true
    if (heldBytes + bytes.length > HELD_LIMIT_BYTES) return false
    heldBytes += bytes.length
    heldFiles.set(hash, bytes)
    return true
  }

  return {
    folder,
    held: (hash) => heldFiles.get(hash) ?? null,
    recall(state) {
      const known = Object.hasOwn(before, state) ? before[state] : undefined
      if (known === undefined || !isKept(folder, known)) return null
      served[state] = known
      return known
    },
    adopt(state, file) {
      if (!isKept(folder, file)) return false
      served[state] = file
      return true
    },
    keep(state, file, bytes) {
      if (!isKept(folder, file) && !write(folder, file.hash, bytes)) return hold(file.hash, bytes)
      served[state] = file
      return true
    },
    prune(named) {
      remove(folder, named)
      try {
        if (Object.keys(served).length > 0) replaceFile(join(folder, KNOWN), sealJson({ code, served } satisfies Known))
      } catch {
        // The next build reads all files again.
      }
    },
  }
}

/** Throws when the bytes of a file are missing or damaged. Damaged bytes are removed, so that the next build writes them again. */
export function checkFile(folder: string, { hash, sizeBytes }: Pick<ServedFile, 'hash' | 'sizeBytes'>): void {
  const path = filePath(folder, hash)
  const bytes = readFileSync(path)
  if (bytes.length === sizeBytes && fileHash(bytes) === hash) return
  rmSync(path, { force: true })
  throw new Error(`${path} is damaged`)
}

function readKnown(folder: string, code: string): Known['served'] {
  try {
    const known = readSealedJson(join(folder, KNOWN)) as Known
    return known.code === code ? known.served : {}
  } catch {
    return {}
  }
}

function isKept(folder: string, { hash, sizeBytes }: ServedFile): boolean {
  try {
    return statSync(filePath(folder, hash), { throwIfNoEntry: false })?.size === sizeBytes
  } catch {
    return false
  }
}

/** Whether the bytes are in place. They are not synced: a generation is checked against them when it is loaded. */
function write(folder: string, hash: string, bytes: Uint8Array): boolean {
  const path = filePath(folder, hash)
  try {
    mkdirSync(join(path, '..'), { recursive: true })
    replaceFile(path, bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Removes files that no generation has named for long, and leftovers of crashed writers. The time of a file is that at which it was
 * last named. A file that cannot be removed is harmless.
 */
function remove(folder: string, named: ReadonlySet<string>): void {
  const nowMs = Date.now()
  for (const part of namesIn(folder).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of namesIn(join(folder, part))) {
      const path = join(folder, part, name)
      try {
        if (HASH.test(name) && named.has(name)) utimesSync(path, nowMs / 1000, nowMs / 1000)
        else if (nowMs - statSync(path).mtimeMs > UNNAMED_LIMIT_MS) rmSync(path, { force: true })
      } catch {
        // The next build tries again.
      }
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
