import { closeSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guide } from '../../icons/icons-service.ts'
import { cataloguePath, MANIFEST_LIMIT_BYTES, MANIFEST_NAME, readCatalogueManifest } from '../artefact/layout.ts'
import type { BuilderEvents } from '../builder-events.ts'
import { takeBuildLock } from '../disk/build-lock.ts'
import { CATALOGUE_FORMAT, readCatalogueFolder } from '../disk/catalogue-folder.ts'
import { isDamage, syncFolder } from '../disk/checked-files.ts'
import { cataloguesIn } from '../open-catalogue.ts'
import { OWN_CONTENT, prepareIcons, serveCatalogue, type IconsRequest, type PreparedIcons } from '../prepare-icons.ts'
import { reasonOf } from '../../shared/reason.ts'
import { download } from './download.ts'
import { isWithdrawn, wantedHash, type Followed } from './followed.ts'
import { incomingFolder } from './incoming-folder.ts'
import { openCarrier } from './open-carrier.ts'
import { RefusedGenerationError } from './refused-generation.ts'

type Request = Omit<IconsRequest, 'followed'> & { readonly followed: Followed }

const GUIDES_NAME = 'guides.json'
/** Number of followed catalogues kept on disk: the one used last, and the one before it. */
const KEEP = 2
const TOUCH_MS = 5000

/** Prepares the icons that the pointer names, or those of the content folder or of Signpost itself where it names none. */
export async function followIcons(request: Request, events: BuilderEvents): Promise<PreparedIcons> {
  const { dataDir, followed } = request
  const wanted = wantedHash(followed, 'icons')
  if (wanted === undefined) return prepareOwn(request, events)
  if (request.current?.content === wanted) return { outcome: 'unchanged' }
  const folder = join(cataloguesIn(dataDir), wanted)
  const lock = await takeBuildLock(join(cataloguesIn(dataDir), 'lock'), () =>
    events.works?.('waiting for another process'),
  )
  const touching = setInterval(() => lock.touch(), TOUCH_MS)
  try {
    if (existsSync(folder)) {
      try {
        return await serve(folder, request)
      } catch (error) {
        if (!isDamage(error)) throw error
        events.log('warn', 'a stored icon catalogue cannot be used', { reason: reasonOf(error) })
        rmSync(folder, { recursive: true, force: true })
      }
    }
    const prepared = await bring(folder, wanted, request, events)
    if (lock.isHeld()) for (const old of followedIn(dataDir).slice(KEEP)) rmSync(old, { recursive: true, force: true })
    return prepared
  } finally {
    clearInterval(touching)
    lock.release()
  }
}

/** Loads the icons that were followed last, or those that need no network. */
export async function reloadFollowedIcons(request: Request, events: BuilderEvents): Promise<PreparedIcons> {
  for (const folder of followedIn(request.dataDir)) {
    if (isWithdrawn(request.followed, folder.slice(-64))) continue
    try {
      return await serve(folder, request)
    } catch (error) {
      events.log('warn', 'a stored icon catalogue cannot be used', { reason: reasonOf(error) })
    }
  }
  return prepareOwn(request, events)
}

function prepareOwn(request: Request, events: BuilderEvents): Promise<PreparedIcons> {
  const contentDir = existsSync(request.contentDir) ? request.contentDir : OWN_CONTENT
  return prepareIcons({ ...request, contentDir }, events)
}

async function bring(folder: string, wanted: string, request: Request, events: BuilderEvents): Promise<PreparedIcons> {
  const carrier = openCarrier(request.followed.url)
  const path = cataloguePath(wanted, MANIFEST_NAME)
  const text = (await carrier.readSmall(path, MANIFEST_LIMIT_BYTES, null))?.text ?? ''
  const incoming = incomingFolder(request.dataDir, 'icons', wanted)
  const files = refusing(path, () => {
    const { files: named, format } = readCatalogueManifest(text, wanted)
    if (format !== CATALOGUE_FORMAT)
      throw new Error(`its format is ${format}, and this Signpost reads ${CATALOGUE_FORMAT}: bring both to one version`)
    return Object.entries(named).map(([name, record]) => ({
      path: cataloguePath(wanted, name),
      target: join(incoming, name),
      ...record,
    }))
  })
  let came = 0
  const onBytes = (name: string, byteLength: number): void => {
    came += byteLength
    events.works?.('downloading', name)
  }
  await download(files, { carrier, onBytes })
  writeFileSync(join(incoming, MANIFEST_NAME), text)
  let prepared: PreparedIcons
  try {
    prepared = await serve(incoming, request)
    const content = prepared.outcome === 'unchanged' ? wanted : prepared.opened.icons.content
    if (content !== wanted) throw new Error(`its icons have the hash ${content}`)
  } catch (error) {
    rmSync(incoming, { recursive: true, force: true })
    if (isDamage(error)) throw new RefusedGenerationError(`${path}: ${reasonOf(error)}`)
    throw error
  }
  renameSync(incoming, folder)
  syncFolder(cataloguesIn(request.dataDir))
  events.log('info', 'a catalogue of icons was downloaded', { content: `sha256:${wanted}`, bytes: came })
  return prepared
}

/** Opens a followed catalogue. Every byte is checked. */
async function serve(folder: string, request: Request): Promise<PreparedIcons> {
  const stored = readCatalogueFolder(folder)
  try {
    const guides = JSON.parse(readFileSync(join(folder, GUIDES_NAME), 'utf8')) as Guide[]
    return await serveCatalogue(request, stored, guides, 'loaded')
  } catch (error) {
    stored.descriptors.forEach((fd) => closeSync(fd))
    throw error
  }
}

/** Folders of catalogues that came with their guides, that which was brought last first. */
function followedIn(dataDir: string): string[] {
  const folder = cataloguesIn(dataDir)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, GUIDES_NAME)))
    .map((path) => ({ path, cameAt: statSync(path).mtimeMs }))
    .toSorted((left, right) => right.cameAt - left.cameAt)
    .map(({ path }) => path)
}

function refusing<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new RefusedGenerationError(`${path}: ${reasonOf(error)}`)
  }
}
