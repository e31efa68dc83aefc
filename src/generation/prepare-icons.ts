import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGuides } from '../icons/guides.ts'
import { builderFingerprint } from './builder-fingerprint.ts'
import type { BuilderEvents } from './builder-events.ts'
import { openCatalogue } from './open-catalogue.ts'
import type { IconParts } from './generation.ts'

/** Limit of skipped files that are reported one by one: an operator's folder may hold thousands of files that are no icons. */
const FAULTS_SHOWN = 20

/** `content` folder of the project, above both `src` and `dist`. */
const OWN_CONTENT = fileURLToPath(new URL('../../content', import.meta.url))

export interface IconsRequest {
  readonly contentDir: string
  readonly dataDir: string
  readonly siteUrl: string
  /** Icons in service, for a rebuild. */
  readonly current: IconParts | null
}

export interface OpenedIcons {
  /** Whether the catalogue was built or loaded. */
  readonly outcome: 'built' | 'loaded'
  readonly parts: IconParts
  readonly descriptors: readonly number[]
}

/**
 * Prepares the icons of a generation: the catalogue from disk or from its sources, and all other data in memory. What nothing
 * has changed is taken over from the icons in service: an edited page would otherwise take seconds longer to appear.
 */
export async function prepareIcons(request: IconsRequest, events: BuilderEvents): Promise<OpenedIcons> {
  const { current, dataDir, siteUrl } = request
  const { catalogue, assets, descriptors, faults, outcome } = await openCatalogue(
    { contentDir: iconSourcesIn(request.contentDir, events), dataDir },
    events,
  )
  const read = readGuides(contentDirWith(request.contentDir, 'guides', events), siteUrl)
  const leftOut = [...faults, ...read.faults]
  for (const { file, reason } of leftOut.slice(0, FAULTS_SHOWN))
    events.log('warn', 'an icon source or guide is left out', { file, reason })
  if (leftOut.length > FAULTS_SHOWN)
    events.log('warn', 'more icon sources or guides are left out', { count: leftOut.length - FAULTS_SHOWN })
  const content = hashOf([siteUrl, catalogue.version, read.guides])
  const fingerprint = hashOf([builderFingerprint(), content])
  const built =
    current?.fingerprint === fingerprint
      ? current
      : // A rebuild that changes no icon does not load the modules for building.
        (await import('./build-icons.ts')).buildIcons(catalogue, read.guides, siteUrl)
  return { outcome, parts: { ...built, fingerprint, content, assets }, descriptors }
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
