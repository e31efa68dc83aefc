import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue, CatalogueFault } from '../icons/catalogue.ts'
import { readCatalogue } from '../icons/build/read-catalogue.ts'
import { fingerprintSources } from '../icons/build/source-fingerprint.ts'
import { takeBuildLock, type BuildLock } from './disk/build-lock.ts'
import type { BuilderEvents } from './builder-events.ts'
import { builderFingerprint } from './builder-fingerprint.ts'
import {
  packAssets,
  readCatalogueFolder,
  storedCatalogue,
  writeCatalogue,
  type StoredCatalogue,
} from './disk/catalogue-folder.ts'
import { syncFolder } from './disk/checked-files.ts'
import { inMemory } from './keep-in-memory.ts'

export interface OpenedCatalogue extends StoredCatalogue {
  readonly outcome: 'built' | 'loaded'
  readonly faults: readonly CatalogueFault[]
}

/** Catalogues that stay on disk: the one used last, and the one before it. */
const KEEP = 2

/** The code that decides what a catalogue of given sources holds. */
const CODE = ['icons/build', 'icons/stem.ts']

const FINISHED = /^[0-9a-f]{64}$/

/**
 * Brings the catalogue of the sources as they are now: from disk when it is there, otherwise built and written there.
 * Processes that share `DATA_DIR` take turns, so that one builds and the others load.
 *
 * ```
 * DATA_DIR/catalogues/
 *   <fingerprint>/         finished: renamed into place with its manifest inside
 *   <fingerprint>.tmp-…/   being written; the leftover of a crash once nobody holds the lock
 *   lock
 * ```
 *
 * Rejects with CatalogueError when the sources cannot be read.
 */
export async function openCatalogue(
  { contentDir, dataDir }: { readonly contentDir: string; readonly dataDir: string },
  events: BuilderEvents,
): Promise<OpenedCatalogue> {
  const folder = join(dataDir, 'catalogues')
  const lock = await lockOrNull(folder, events)
  try {
    const fingerprint = createHash('sha256')
      .update(`${builderFingerprint(CODE)} ${fingerprintSources(contentDir)}`)
      .digest('hex')
    const loaded = load(join(folder, fingerprint), events)
    if (loaded !== null) return { ...loaded, outcome: 'loaded', faults: loaded.catalogue.faults }
    const catalogue = await readCatalogue({
      contentDir,
      onProgress(done, total) {
        lock?.touch()
        events.progress('icons', done, total)
      },
    })
    const stored = await keep(folder, fingerprint, catalogue, lock, events)
    return { ...stored, outcome: 'built', faults: catalogue.faults }
  } finally {
    lock?.release()
  }
}

/** Null when `DATA_DIR` cannot be written: then there is nothing to take turns for. */
async function lockOrNull(folder: string, events: BuilderEvents): Promise<BuildLock | null> {
  try {
    return await takeBuildLock(join(folder, 'lock'), () =>
      events.log('info', 'another process is building the icon catalogue; waiting for it', {}),
    )
  } catch {
    return null
  }
}

/** Null when it is not there, or damaged; then it is removed. */
function load(path: string, events: BuilderEvents): StoredCatalogue | null {
  if (!existsSync(path)) return null
  try {
    const stored = readCatalogueFolder(path)
    markAsUsed(path)
    return stored
  } catch (error) {
    events.log('warn', 'a stored icon catalogue cannot be used', { reason: reasonOf(error) })
    attempt(() => rmSync(path, { recursive: true, force: true }))
    return null
  }
}

/** Writes the catalogue, or keeps it in memory when it cannot be written. */
async function keep(
  folder: string,
  fingerprint: string,
  catalogue: Catalogue,
  lock: BuildLock | null,
  events: BuilderEvents,
): Promise<StoredCatalogue> {
  const packed = await packAssets(catalogue)
  try {
    const stored = write(folder, fingerprint, (temporary) => writeCatalogue(temporary, catalogue, packed))
    if (lock !== null) prune(folder, fingerprint)
    return stored
  } catch (error) {
    const reason = reasonOf(error)
    events.log('warn', 'the icon catalogue cannot be written to DATA_DIR; serving it from memory', { reason })
    return storedCatalogue(catalogue, inMemory(packed), [])
  }
}

/** Should two processes get here at once in spite of the lock, the second fails to rename and serves from memory. */
function write(folder: string, fingerprint: string, into: (temporary: string) => StoredCatalogue): StoredCatalogue {
  mkdirSync(folder, { recursive: true })
  // Not `mkdtemp`, whose folders are for one user alone: who installs as root runs the service as somebody else.
  const temporary = join(folder, `${fingerprint}.tmp-${randomBytes(6).toString('hex')}`)
  mkdirSync(temporary)
  let stored: StoredCatalogue | null = null
  try {
    stored = into(temporary)
    renameSync(temporary, join(folder, fingerprint))
    syncFolder(folder)
    return stored
  } catch (error) {
    stored?.descriptors.forEach((fd) => closeSync(fd))
    rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

/** Removes all but those used last, and what crashed writers left. Only for the holder of the lock. Who reads goes on reading. */
function prune(folder: string, current: string): void {
  attempt(() => {
    const names = readdirSync(folder)
    const surplus = names
      .filter((name) => FINISHED.test(name) && name !== current)
      .map((name) => ({ name, usedAt: statSync(join(folder, name)).mtimeMs }))
      .toSorted((left, right) => right.usedAt - left.usedAt)
      .slice(KEEP - 1)
      .map(({ name }) => name)
    const leftovers = names.filter((name) => name.includes('.tmp-'))
    for (const name of [...surplus, ...leftovers]) rmSync(join(folder, name), { recursive: true, force: true })
  })
}

function markAsUsed(path: string): void {
  attempt(() => utimesSync(path, Date.now() / 1000, Date.now() / 1000))
}

/** For what does no harm when it fails, on a file system that can only be read, say. */
function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // The next start tries again.
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
