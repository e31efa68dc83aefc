import { closeSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  besidePath,
  generationPath,
  MANIFEST_LIMIT_BYTES,
  MANIFEST_NAME,
  readGenerationManifest,
} from '../artefact/layout.ts'
import type { BuilderEvents } from '../builder-events.ts'
import { takeBuildLock } from '../disk/build-lock.ts'
import { isDamage } from '../disk/checked-files.ts'
import { fileFolder, filePath, openFileStore } from '../disk/file-store.ts'
import { filesBeside, readGenerationFolder, type OpenedDocs } from '../disk/generation-folder.ts'
import { GenerationList } from '../disk/generation-list.ts'
import { GENERATION_FORMAT, isComplete, type Manifest } from '../disk/manifest.ts'
import { openSealedJson } from '../disk/sealed-json.ts'
import { pruneFiles, type DocsRequest, type PreparedDocs } from '../prepare-docs.ts'
import { reasonOf } from '../../shared/reason.ts'
import { download, type WantedFile } from './download.ts'
import { isWithdrawn, wantedHash, type Followed } from './followed.ts'
import { incomingFolder } from './incoming-folder.ts'
import { findLoss } from './lost-pages.ts'
import { openCarrier } from './open-carrier.ts'
import { RefusedGenerationError } from './refused-generation.ts'

type Request = Omit<DocsRequest, 'followed'> & { readonly followed: Followed }

/** Time between two signs of life of a download, during which other processes with the same `DATA_DIR` wait. */
const TOUCH_MS = 5000

/**
 * Prepares the documentation that the pointer names: from disk if it is there, else from where it was published. Rejects when the
 * pointer could not be read, and with `RefusedGenerationError` when no node can serve what it names.
 */
export async function followDocs(request: Request, events: BuilderEvents): Promise<PreparedDocs> {
  const { dataDir, followed } = request
  const wanted = wantedHash(followed, 'generation')
  if (wanted === undefined) throw new RefusedGenerationError('GENERATION_URL publishes no documentation')
  const list = new GenerationList(dataDir)
  const lock = await takeBuildLock(join(list.folder, 'lock'), (isFirst) => {
    events.works?.('waiting for another process')
    if (isFirst) events.log('info', 'another process brings a generation; waiting for it', {})
  })
  const touching = setInterval(() => lock.touch(), TOUCH_MS)
  try {
    for (const number of list.numbers()) {
      const content = list.manifestOf(number)?.content
      if (content !== undefined && isWithdrawn(followed, content)) list.remove(number)
    }
    if (request.current?.content === wanted) return { outcome: 'unchanged' }
    const opened = openKept(list, wanted, request, events) ?? (await bring(list, wanted, request, events))
    if (lock.isHeld()) {
      list.prune()
      pruneFiles(list, openFileStore(dataDir), opened)
    }
    return { outcome: 'loaded', opened }
  } finally {
    clearInterval(touching)
    lock.release()
  }
}

/** Loads what was followed last: the newest complete generation on disk that is not withdrawn. Rejects when there is none. */
export function reloadFollowedDocs(request: Request, events: BuilderEvents): PreparedDocs {
  const list = new GenerationList(request.dataDir)
  for (const number of list.completeFirst()) {
    const content = list.manifestOf(number)?.content
    if (content === undefined || isWithdrawn(request.followed, content)) continue
    try {
      return { outcome: 'loaded', opened: open(list.folderOf(number), number, request) }
    } catch (error) {
      events.log('warn', 'a stored generation cannot be used', { generation: number, reason: reasonOf(error) })
    }
  }
  throw new Error('DATA_DIR has no good generation')
}

/** Opens a generation that is on disk, as the newest from now on, so that a start without network serves it again. */
function openKept(list: GenerationList, wanted: string, request: Request, events: BuilderEvents): OpenedDocs | null {
  const number = list.find(wanted)
  if (number === null) return null
  try {
    const newest = list.next - 1
    const opened = open(list.folderOf(number), number === newest ? number : newest + 1, request)
    if (number !== newest) list.adopt(list.folderOf(number), newest + 1)
    return opened
  } catch (error) {
    events.log('warn', 'a stored generation cannot be used', { generation: number, reason: reasonOf(error) })
    if (!isDamage(error)) throw error
    list.remove(number)
    return null
  }
}

/** Brings a generation into a folder of its own, which becomes one of the list once every byte of it is checked. */
async function bring(
  list: GenerationList,
  wanted: string,
  request: Request,
  events: BuilderEvents,
): Promise<OpenedDocs> {
  const { dataDir, followed } = request
  const carrier = openCarrier(followed.url)
  const folder = incomingFolder(dataDir, 'docs', wanted)
  const { manifest, text } = await readManifestAt(carrier, wanted)
  const before = list.manifestOf(list.find(request.current?.content ?? '') ?? list.completeFirst()[0] ?? 0)
  const loss = before === null ? null : findLoss(before.pageCounts, manifest.pageCounts)
  if (loss !== null && followed.pointer?.allowLoss !== true) throw new RefusedGenerationError(loss)
  let came = 0
  const onBytes = (path: string, byteLength: number): void => {
    came += byteLength
    events.works?.('downloading', path)
    events.progress('download', came, Math.max(came, total))
  }
  const files = Object.entries(manifest.files).map(([name, record]): WantedFile => ({
    path: generationPath(wanted, name),
    target: join(folder, name),
    ...record,
  }))
  let total = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
  linkEqual(list, manifest, folder)
  await download(files, { carrier, onBytes })
  writeFileSync(join(folder, MANIFEST_NAME), text)
  const beside = filesBeside(folder).map(({ hash, sizeBytes }): WantedFile => ({
    path: besidePath(hash),
    target: filePath(fileFolder(dataDir), hash),
    byteLength: sizeBytes,
    sha256: hash,
  }))
  total += beside.reduce((sum, { byteLength }) => sum + byteLength, 0)
  await download(beside, { carrier, onBytes })
  events.works?.('checking the generation')
  let opened: OpenedDocs | null = null
  try {
    const number = Math.max(list.next, (request.current?.number ?? 0) + 1)
    opened = open(folder, number, request)
    list.adopt(folder, number)
    events.log('info', 'a generation was downloaded', { content: `sha256:${wanted}`, bytes: came })
    return opened
  } catch (error) {
    opened?.descriptors.forEach((fd) => closeSync(fd))
    rmSync(folder, { recursive: true, force: true })
    if (isDamage(error)) throw new RefusedGenerationError(reasonOf(error))
    throw error
  }
}

async function readManifestAt(
  carrier: ReturnType<typeof openCarrier>,
  wanted: string,
): Promise<{ readonly manifest: Manifest; readonly text: string }> {
  const path = generationPath(wanted, MANIFEST_NAME)
  const read = await carrier.readSmall(path, MANIFEST_LIMIT_BYTES, null)
  const text = read?.text ?? ''
  try {
    // The format comes first, since a manifest of another one may have other members.
    const { format } = openSealedJson(text) as Partial<Manifest>
    if (format !== GENERATION_FORMAT)
      throw new Error(
        `its format is ${format}, and this Signpost reads ${GENERATION_FORMAT}: bring both to one version`,
      )
    const manifest = readGenerationManifest(text, wanted)
    if (!isComplete(manifest)) throw new Error('pages are missing in it, since its build left some out')
    return { manifest, text }
  } catch (error) {
    throw new RefusedGenerationError(`${path}: ${reasonOf(error)}`)
  }
}

/** Takes files that have not changed from the generations on disk. What the disk does not let be linked is downloaded. */
function linkEqual(list: GenerationList, { files }: Manifest, folder: string): void {
  const known = new Map<string, string>()
  for (const number of list.numbers()) {
    for (const [name, { sha256 }] of Object.entries(list.manifestOf(number)?.files ?? {}))
      known.set(sha256, join(list.folderOf(number), name))
  }
  for (const [name, { byteLength, sha256 }] of Object.entries(files)) {
    const from = known.get(sha256)
    if (from === undefined) continue
    try {
      // The bytes are checked like those that come. A file that was cut is left alone, since what came would be written into it.
      if (statSync(from).size === byteLength) linkSync(from, join(folder, `${name}.part`))
    } catch {
      // It is there already, or came in part.
    }
  }
}

function open(folder: string, number: number, { dataDir, siteUrl }: Request): OpenedDocs {
  return readGenerationFolder(folder, { number, fileFolder: fileFolder(dataDir), siteUrl })
}
