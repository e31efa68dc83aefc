import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { builderFingerprint } from './builder-fingerprint.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { takeBuildLock, type BuildLock } from './disk/build-lock.ts'
import type { BuiltContent } from './built-content.ts'
import type { BuilderEvents } from './builder-events.ts'
import { isDamage } from './disk/checked-files.ts'
import { fileFolder, openFileStore, type FileStore } from './disk/file-store.ts'
import { readFileTable, readGenerationFolder, type OpenedDocs } from './disk/generation-folder.ts'
import { GenerationList } from './disk/generation-list.ts'
import { findLoss } from './follow/lost-pages.ts'
import { LostPagesError } from './lost-pages-error.ts'
import { keepInMemory } from './keep-in-memory.ts'
import { isCurrent, readBuiltFrom, readManifest, writeBuiltFrom, type Manifest } from './disk/manifest.ts'
import { hashesOf } from './records/file-record.ts'
import { openReadingStore, type ReadingStore } from './disk/reading-store.ts'
import { hashOf } from '../docs/kept/hash-of.ts'
import { startReadingThreads } from './kept/reading-threads.ts'
import type { Followed } from './follow/followed.ts'
import { reasonOf } from '../shared/reason.ts'

/** A service goes on where fewer pages than these are gone: people who write delete some. */
const LEAST_LOST_PAGES = 5

export interface DocsRequest {
  readonly contentDir: string
  readonly dataDir: string
  readonly siteUrl: string
  /** Processor time that one page may take, in milliseconds. */
  readonly pageDeadlineMs?: number | undefined
  /** Documentation in service, for a rebuild. */
  readonly current: {
    readonly number: number
    readonly fingerprint: string
    readonly content?: string
    /** Absent where a loss of pages is meant. */
    readonly pageCounts?: Manifest['pageCounts'] | undefined
  } | null
  /** What is published where content comes from `GENERATION_URL`; absent where it is built here. */
  readonly followed?: Followed | undefined
}

/** Prepared documentation. `unchanged` means that the generation in service has exactly this content. */
export type PreparedDocs =
  | { readonly outcome: 'built' | 'loaded'; readonly opened: OpenedDocs }
  | { readonly outcome: 'unchanged' }

/**
 * Prepares the documentation of the current content: from disk if a complete generation is there, otherwise built and written
 * there. Processes that share `DATA_DIR` take turns, so that one builds and the others load.
 *
 * Rejects when there is no content, or when the build fails.
 */
export async function prepareDocs(request: DocsRequest, events: BuilderEvents): Promise<PreparedDocs> {
  const list = new GenerationList(request.dataDir)
  const lock = await lockOrNull(list, events)
  let readings: ReadingStore | null = null
  try {
    // Fingerprints are taken before the content is read. Changes made meanwhile differ from them and are built the next time.
    events.works?.('the names of files')
    const found = await fingerprintsOf(request.contentDir)
    const { fingerprint } = found
    const { current } = request
    if (current?.fingerprint === fingerprint && !isOver(list, current.number)) return { outcome: 'unchanged' }
    const wanted: Wanted = {
      numbers: list.numbers(),
      has: (folder, manifest) => readBuiltFrom(folder).fingerprint === fingerprint && isCurrent(manifest),
      onDamaged: (number) => discard(list, number),
    }
    const loaded = load(list, wanted, request, events)
    if (loaded !== null) return { outcome: 'loaded', opened: loaded }
    events.works?.('the bytes of files')
    const bytesFingerprint = found.ofBytes() ?? undefined
    const same = bytesFingerprint === undefined ? null : list.withBytes(bytesFingerprint)
    if (same !== null) {
      // It is noted that the same bytes now have other times, or lie elsewhere, so that nobody reads them again.
      attempt(() =>
        writeBuiltFrom(list.folderOf(same), { contentDir: request.contentDir, fingerprint, bytesFingerprint }),
      )
      if (same === current?.number) return { outcome: 'unchanged' }
      const copied = load(list, { ...wanted, numbers: [same], has: () => true }, request, events)
      if (copied !== null) return { outcome: 'loaded', opened: copied }
    }
    // A start that finds its index on disk does not load the modules for building.
    const { buildContent } = await import('./build-content.ts')
    const fileStore = openFileStore(request.dataDir)
    const store = openReadingStore(request.dataDir, hashOf(builderFingerprint(), process.version, request.contentDir))
    readings = store
    const works = (step: string, file?: string): void => {
      lock?.touch()
      events.works?.(step, file)
    }
    const built = await buildContent(
      {
        ...request,
        fingerprint,
        bytesFingerprint,
        fileStore,
        readings: {
          open: (source, world) => store.open(source, world),
          help: (source, world, claims) => startReadingThreads(request, { source, world, claims }, works),
        },
      },
      { ...events, works },
    )
    assertNoLoss(current?.pageCounts, built)
    // Bytes that changed while they were read may be others than those that were hashed.
    const known = (await found.isStill()) ? built : { ...built, bytesFingerprint: undefined }
    const opened = keep(list, known, (request.current?.number ?? 0) + 1, lock, events)
    if (lock?.isHeld() === true) {
      pruneFiles(list, fileStore, opened)
      store.commit()
    }
    return { outcome: 'built', opened }
  } finally {
    readings?.close()
    lock?.release()
  }
}

/**
 * Loads the last generation of this content as it was before it had a fault. The same content is the same `CONTENT_DIR`, by its
 * name, in a format that this code reads. The newest complete one is the good one; an incomplete one is served only where there
 * is no complete one. Nothing is removed, since nothing is built in its place.
 *
 * Rejects when no such generation is on disk.
 */
export async function reloadDocs(request: DocsRequest, events: BuilderEvents): Promise<PreparedDocs> {
  const { contentDir, dataDir } = request
  const list = new GenerationList(dataDir)
  const lock = await lockOrNull(list, events)
  try {
    const isOurs = (folder: string): boolean => readBuiltFrom(folder).contentDir === contentDir
    const wanted: Wanted = { numbers: list.completeFirst(), has: isOurs, onDamaged: () => undefined }
    const opened = load(list, wanted, request, events)
    if (opened === null) throw new Error('DATA_DIR has no good generation of this content')
    return { outcome: 'loaded', opened }
  } finally {
    lock?.release()
  }
}

/**
 * Refuses what a service would publish without anybody looking. A start publishes what is there, and so does who loads what another
 * process has published.
 */
function assertNoLoss(before: Manifest['pageCounts'] = {}, { locales }: BuiltContent): void {
  const after = Object.fromEntries([...locales].map(([locale, { pageCount }]) => [locale, pageCount]))
  const loss = findLoss(before, after, LEAST_LOST_PAGES)
  if (loss !== null) throw new LostPagesError(loss.replace('say --allow-loss', 'run signpost reindex --allow-loss'))
}

/** Takes the lock. Returns null when `DATA_DIR` cannot be written, because nothing is then shared. */
async function lockOrNull(list: GenerationList, events: BuilderEvents): Promise<BuildLock | null> {
  try {
    return await takeBuildLock(join(list.folder, 'lock'), (isFirst) => {
      events.works?.('waiting for another process')
      if (isFirst) events.log('info', 'another process is building an index; waiting for it', {})
    })
  } catch {
    return null
  }
}

/** Whether a page of the generation in service was to appear or to go by now. What is in memory alone is not asked. */
function isOver(list: GenerationList, number: number): boolean {
  try {
    return !isCurrent(readManifest(list.folderOf(number)))
  } catch {
    return false
  }
}

interface Wanted {
  /** Numbers of generations in the order in which they are tried. */
  readonly numbers: readonly number[]
  readonly has: (folder: string, manifest: Manifest) => boolean
  readonly onDamaged: (number: number) => void
}

/** Loads the first undamaged generation that is wanted and has a number greater than that of the one in service. */
function load(
  list: GenerationList,
  { has, numbers, onDamaged }: Wanted,
  { current, dataDir, siteUrl }: DocsRequest,
  events: BuilderEvents,
): OpenedDocs | null {
  const after = current?.number ?? 0
  for (const number of numbers) {
    if (number <= after) continue
    try {
      const folder = list.folderOf(number)
      if (has(folder, readManifest(folder)))
        return readGenerationFolder(folder, { number, fileFolder: fileFolder(dataDir), siteUrl })
    } catch (error) {
      events.log('warn', 'a stored generation cannot be used', { generation: number, reason: reasonOf(error) })
      if (isDamage(error)) onDamaged(number)
    }
  }
  return null
}

/** Writes the generation, or keeps it in memory when it cannot be written. */
function keep(
  list: GenerationList,
  built: BuiltContent,
  atLeast: number,
  lock: BuildLock | null,
  events: BuilderEvents,
): OpenedDocs {
  let opened: OpenedDocs | null = null
  events.works?.('writing the generation')
  try {
    opened = list.write(built, atLeast)
    if (lock?.isHeld() === true) list.prune()
    return opened
  } catch (error) {
    opened?.descriptors.forEach((fd) => closeSync(fd))
    events.log('warn', 'the index cannot be written to DATA_DIR; serving it from memory', { reason: reasonOf(error) })
    return keepInMemory(atLeast, built)
  }
}

/** Removes files that no kept generation names. A damaged generation names none; where one cannot be read for now, all files stay. */
export function pruneFiles(list: GenerationList, fileStore: FileStore, { docs }: OpenedDocs): void {
  attempt(() => {
    const tables = list.numbers().flatMap((number) => fileTableOf(list.folderOf(number)) ?? [])
    // One that could not be written is in no folder.
    fileStore.prune(new Set([...tables, docs.files.records.table].flatMap(hashesOf)))
  })
}

/** Table of the files of a generation. Returns null when it is damaged, and throws when it cannot be read for now. */
function fileTableOf(folder: string): SharedArrayBuffer | null {
  try {
    return readFileTable(folder)
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** Removes a damaged generation to free its space. A folder that cannot be removed is harmless: the next start skips it again. */
function discard(list: GenerationList, number: number): void {
  attempt(() => list.remove(number))
}

/** Runs an action whose failure is harmless, for example on a read-only disk. */
function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // The next build tries again.
  }
}
