import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Catalogue, CatalogueFault } from '../icons/catalogue.ts'
import { readCatalogue } from '../icons/build/read-catalogue.ts'
import { fingerprintSources } from '../icons/build/source-fingerprint.ts'
import { takeBuildLock, type BuildLock } from './disk/build-lock.ts'
import type { BuilderEvents } from './builder-events.ts'
import { builderFingerprint } from './builder-fingerprint.ts'
import { openEarlierAssets } from './earlier-assets.ts'
import {
  packAssets,
  readCatalogueFolder,
  storedCatalogue,
  writeCatalogue,
  type StoredCatalogue,
} from './disk/catalogue-folder.ts'
import { isDamage, syncFolder } from './disk/checked-files.ts'
import { inMemory } from './records/in-memory.ts'
import { reasonOf } from '../shared/reason.ts'

export interface OpenedCatalogue extends StoredCatalogue {
  readonly outcome: 'built' | 'loaded'
  /** Name of its folder. */
  readonly name: string
  readonly faults: readonly CatalogueFault[]
}

/** Number of catalogues kept on disk: the one used last, and the one before it. */
const KEEP = 2

/** Code that determines the catalogue of given sources. */
const CODE = ['icons/build', 'icons/stem.ts', 'svg']

const FINISHED = /^[0-9a-f]{64}$/

/** Where `npm run build` writes without `DATA_DIR`. */
const BUILT = join(import.meta.dirname, '../../data/catalogues')

/**
 * Opens the catalogue of the current sources: from disk if it is there, else copied from what `npm run build` made, else built
 * and written there. A build takes over assets of the catalogue used last, or of the other folder when there is none.
 * Processes that share `DATA_DIR` take turns, so that one builds and the others load.
 *
 * ```
 * DATA_DIR/catalogues/
 *   <fingerprint>/         finished: renamed into place with its manifest inside
 *   <fingerprint>.tmp-…/   being written; the leftover of a crash once nobody holds the lock
 *   last-….json            what was served last for one content folder; see `last-icons.ts`
 *   lock
 * ```
 *
 * Rejects with CatalogueError when the sources cannot be read.
 */
export async function openCatalogue(
  { contentDir, dataDir }: { readonly contentDir: string; readonly dataDir: string },
  events: BuilderEvents,
  built = BUILT,
): Promise<OpenedCatalogue> {
  const folder = cataloguesIn(dataDir)
  const lock = await lockOrNull(folder, events)
  try {
    const fingerprint = createHash('sha256')
      .update(`${builderFingerprint(CODE)} ${fingerprintSources(contentDir)}`)
      .digest('hex')
    const loaded = load(join(folder, fingerprint), events, discard) ?? copied(built, folder, fingerprint, lock)
    if (loaded !== null) return { ...loaded, name: fingerprint, outcome: 'loaded', faults: loaded.catalogue.faults }
    events.log('info', 'the icon catalogue is being built, which can take minutes', {})
    const earlier = openEarlierAssets([folder, built], FINISHED)
    const catalogue = await readCatalogue({
      contentDir,
      reuse: earlier,
      onProgress(done, total) {
        lock?.touch()
        events.works?.('icons')
        events.progress('icons', done, total)
      },
    }).finally(() => earlier.close())
    const stored = await keep(folder, fingerprint, catalogue, lock, events)
    return { ...stored, name: fingerprint, outcome: 'built', faults: catalogue.faults }
  } finally {
    lock?.release()
  }
}

/** Opens the catalogue that another build has finished in that folder, where it stays. Returns null when it is damaged. */
export function openFinished(path: string, events: BuilderEvents): OpenedCatalogue | null {
  const loaded = load(path, events, () => undefined)
  return loaded && { ...loaded, name: basename(path), outcome: 'loaded', faults: loaded.catalogue.faults }
}

/** Opens the catalogue of that name as it is on disk, whatever its sources are now. Returns null when it cannot be read. */
export async function reopenCatalogue(
  dataDir: string,
  name: string,
  events: BuilderEvents,
): Promise<StoredCatalogue | null> {
  const folder = cataloguesIn(dataDir)
  const lock = await lockOrNull(folder, events)
  try {
    return load(join(folder, name), events, () => undefined)
  } finally {
    lock?.release()
  }
}

/** Folder of all catalogues. */
export function cataloguesIn(dataDir: string): string {
  return join(dataDir, 'catalogues')
}

/** Takes the lock. Returns null when `DATA_DIR` cannot be written, because nothing is then shared. */
async function lockOrNull(folder: string, events: BuilderEvents): Promise<BuildLock | null> {
  try {
    return await takeBuildLock(join(folder, 'lock'), (isFirst) => {
      events.works?.('waiting for another process')
      if (isFirst) events.log('info', 'another process is building the icon catalogue; waiting for it', {})
    })
  } catch {
    return null
  }
}

/** Loads a catalogue. Returns null when it is missing, damaged, or cannot be read for now. */
function load(path: string, events: BuilderEvents, onDamaged: (path: string) => void): StoredCatalogue | null {
  if (!existsSync(path)) return null
  try {
    const stored = readCatalogueFolder(path)
    markAsUsed(path)
    return stored
  } catch (error) {
    events.log('warn', 'a stored icon catalogue cannot be used', { reason: reasonOf(error) })
    if (isDamage(error)) onDamaged(path)
    return null
  }
}

function discard(path: string): void {
  attempt(() => rmSync(path, { recursive: true, force: true }))
}

/** Takes a catalogue over from another folder. Returns null when it is missing or damaged there, or cannot be written. */
function copied(from: string, folder: string, fingerprint: string, lock: BuildLock | null): StoredCatalogue | null {
  if (from === folder || !existsSync(join(from, fingerprint))) return null
  try {
    return write(folder, fingerprint, lock, (temporary) => {
      cpSync(join(from, fingerprint), temporary, { recursive: true })
      return readCatalogueFolder(temporary)
    })
  } catch {
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
    return write(folder, fingerprint, lock, (temporary) => writeCatalogue(temporary, catalogue, packed))
  } catch (error) {
    const reason = reasonOf(error)
    events.log('warn', 'the icon catalogue cannot be written to DATA_DIR; serving it from memory', { reason })
    return storedCatalogue(catalogue, inMemory(packed), [])
  }
}

/**
 * Writes the catalogue, and removes what it replaces. If two processes write at once in spite of the lock, the second fails to
 * rename and serves from memory.
 */
function write(
  folder: string,
  fingerprint: string,
  lock: BuildLock | null,
  into: (temporary: string) => StoredCatalogue,
): StoredCatalogue {
  mkdirSync(folder, { recursive: true })
  // The folder is not made by `mkdtemp`, whose folders are for one user only: an installation by root runs as another user.
  const temporary = join(folder, `${fingerprint}.tmp-${randomBytes(6).toString('hex')}`)
  mkdirSync(temporary)
  let stored: StoredCatalogue | null = null
  try {
    stored = into(temporary)
    renameSync(temporary, join(folder, fingerprint))
    syncFolder(folder)
    if (lock?.isHeld() === true) prune(folder, fingerprint)
    return stored
  } catch (error) {
    stored?.descriptors.forEach((fd) => closeSync(fd))
    rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

/**
 * Removes all catalogues except those used last, and leftovers of crashed writers. Only who holds the lock may call it.
 * Processes that have a removed catalogue open can still read it.
 */
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

/** Runs an action whose failure is harmless, for example on a read-only file system. */
function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // The next start tries again.
  }
}
