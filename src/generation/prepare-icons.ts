import { createHash } from 'node:crypto'
import { closeSync, existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ContentFolderError, realRoot } from '../docs/tree/walk-folder.ts'
import { readGuides } from '../icons/guides.ts'
import type { Guide } from '../icons/icons-service.ts'
import { builderFingerprint } from './builder-fingerprint.ts'
import type { BuilderEvents } from './builder-events.ts'
import type { StoredCatalogue } from './disk/catalogue-folder.ts'
import { readLastIcons, writeLastIcons, type LastIcons } from './disk/last-icons.ts'
import type { IconParts } from './generation.ts'
import { cataloguesIn, openCatalogue, openFinished, reopenCatalogue, type OpenedCatalogue } from './open-catalogue.ts'
import type { Followed } from './follow/followed.ts'
import { packagedCatalogue } from './packaged-catalogue.ts'
import { reasonOf } from '../shared/reason.ts'

/** Limit of skipped files that are reported one by one: an operator's folder may hold thousands of files that are no icons. */
const FAULTS_SHOWN = 20

/** `content` folder of the project, above both `src` and `dist`. */
export const OWN_CONTENT = fileURLToPath(new URL('../../content', import.meta.url))

export interface IconsRequest {
  readonly contentDir: string
  readonly dataDir: string
  readonly siteUrl: string
  /** Icons in service, for a rebuild. */
  readonly current: IconParts | null
  /** What is published where content comes from `GENERATION_URL`; absent where it is built here. */
  readonly followed?: Followed | undefined
}

/** Icons with their open descriptors. */
export interface OpenedIcons {
  readonly icons: IconParts
  /** Open descriptors. Close them when no thread uses the icons any more. */
  readonly descriptors: readonly number[]
}

/** Prepared icons. `unchanged` means that the icons in service are exactly these. */
export type PreparedIcons =
  | { readonly outcome: 'built' | 'loaded'; readonly opened: OpenedIcons }
  | { readonly outcome: 'unchanged' }

/**
 * Prepares the icons of a generation: the catalogue from disk or from its sources, and all other data in memory.
 *
 * Rejects when the content folder, the sources of the icons or the guides cannot be read.
 */
export async function prepareIcons(request: IconsRequest, events: BuilderEvents): Promise<PreparedIcons> {
  const { catalogue: found, guides } = await findIcons(request, events)
  try {
    const prepared = await serveCatalogue(request, found, guides, found.outcome)
    remember(request, { catalogue: found.name, guides }, events)
    return prepared
  } catch (error) {
    found.descriptors.forEach((fd) => closeSync(fd))
    throw error
  }
}

/** Icons as the content has them. */
export interface FoundIcons {
  readonly catalogue: OpenedCatalogue
  readonly guides: readonly Guide[]
  /** See `IconParts`. */
  readonly content: string
}

/** Opens the catalogue and reads the guides. Rejects as `prepareIcons` does. */
export async function findIcons(
  { contentDir, dataDir }: Pick<IconsRequest, 'contentDir' | 'dataDir'>,
  events: BuilderEvents,
): Promise<FoundIcons> {
  if (readdirSync(realRoot(contentDir)).length === 0) throw new ContentFolderError(`${contentDir} is empty`)
  const found = await openIcons(iconSourcesIn(contentDir, events), dataDir, events)
  try {
    const read = readGuides(contentDirWith(contentDir, 'guides', events))
    const leftOut = [...found.faults, ...read.faults]
    for (const { file, reason } of leftOut.slice(0, FAULTS_SHOWN))
      events.log('warn', 'an icon source or guide is left out', { file, reason })
    if (leftOut.length > FAULTS_SHOWN)
      events.log('warn', 'more icon sources or guides are left out', { count: leftOut.length - FAULTS_SHOWN })
    return { catalogue: found, guides: read.guides, content: iconsHash(found.catalogue.version, read.guides) }
  } catch (error) {
    found.descriptors.forEach((fd) => closeSync(fd))
    throw error
  }
}

/** Opens the catalogue of these sources; that of Signpost's own sources is in a package of its own where that is installed. */
async function openIcons(sources: string, dataDir: string, events: BuilderEvents): Promise<OpenedCatalogue> {
  const packaged = resolve(sources) === resolve(OWN_CONTENT) ? packagedCatalogue() : null
  const opened = packaged === null ? null : openFinished(packaged, events)
  return opened ?? openCatalogue({ contentDir: sources, dataDir }, events)
}

/**
 * Loads the icons that were served last for this content: the same `CONTENT_DIR`, by its name.
 *
 * Rejects when they are not on disk.
 */
export async function reloadIcons(request: IconsRequest, events: BuilderEvents): Promise<PreparedIcons> {
  const { contentDir, dataDir } = request
  const last = readLastIcons(cataloguesIn(dataDir), contentDir)
  const packaged = packagedCatalogue()
  const isPackaged = packaged !== null && basename(packaged) === last.catalogue
  const stored = isPackaged ? openFinished(packaged, events) : await reopenCatalogue(dataDir, last.catalogue, events)
  if (stored === null) throw new Error('DATA_DIR has no good catalogue of this content')
  return serveCatalogue(request, stored, last.guides, 'loaded')
}

/** What nothing has changed is left as it is: an edited page would otherwise take seconds longer to appear. */
export async function serveCatalogue(
  { current, siteUrl }: IconsRequest,
  { assets, catalogue, descriptors }: StoredCatalogue,
  guides: readonly Guide[],
  outcome: 'built' | 'loaded',
): Promise<PreparedIcons> {
  const content = iconsHash(catalogue.version, guides)
  const fingerprint = hashOf([builderFingerprint(), siteUrl, content])
  if (current?.fingerprint === fingerprint) {
    descriptors.forEach((fd) => closeSync(fd))
    return { outcome: 'unchanged' }
  }
  // A rebuild that changes no icon does not load the modules for building.
  const { buildIcons } = await import('./build-icons.ts')
  return {
    outcome,
    opened: { icons: { ...buildIcons(catalogue, guides, siteUrl), fingerprint, content, assets }, descriptors },
  }
}

/** Hash of what is served of icons: of a catalogue, by its version, and of guides. */
function iconsHash(version: string, guides: readonly Guide[]): string {
  return hashOf([version, guides])
}

function remember({ contentDir, dataDir }: IconsRequest, last: LastIcons, events: BuilderEvents): void {
  try {
    writeLastIcons(cataloguesIn(dataDir), contentDir, last)
  } catch (error) {
    const reason = reasonOf(error)
    events.log('warn', 'DATA_DIR cannot be written: a start with a fault in the icons would have none', { reason })
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** Content folder with the icon sources: the operator's, or the one that ships with the service. */
export function iconSourcesIn(contentDir: string, events: Pick<BuilderEvents, 'log'>): string {
  return contentDirWith(contentDir, 'icons/sources.json', events)
}

/** Content folder from which `name` is read. An operator whose content has only documentation gets the icons that ship with the service. */
function contentDirWith(contentDir: string, name: string, events: Pick<BuilderEvents, 'log'>): string {
  if (existsSync(join(contentDir, name))) return contentDir
  events.log('info', 'the content folder lacks a part of the icons; what comes with the service is taken', { name })
  return OWN_CONTENT
}
