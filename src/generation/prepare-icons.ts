import { createHash } from 'node:crypto'
import { readGuides } from '../icons/guides.ts'
import { builderFingerprint } from './builder-fingerprint.ts'
import { buildIcons } from './build-icons.ts'
import type { BuilderEvents } from './builder-events.ts'
import { openCatalogue } from './open-catalogue.ts'
import type { IconParts } from './generation.ts'

export interface IconsRequest {
  readonly contentDir: string
  readonly dataDir: string
  readonly siteUrl: string
}

export interface OpenedIcons {
  /** Whether the catalogue was built just now. */
  readonly outcome: 'built' | 'loaded'
  readonly parts: IconParts
  /** Of everything that they depend on. */
  readonly fingerprint: string
  readonly descriptors: readonly number[]
}

/** Brings the icons of a generation: the catalogue from disk or from its sources, and all else made from it in memory. */
export async function prepareIcons(request: IconsRequest, events: BuilderEvents): Promise<OpenedIcons> {
  const { contentDir, siteUrl } = request
  const { catalogue, assets, descriptors, faults, outcome } = await openCatalogue(request, events)
  const read = readGuides(contentDir, siteUrl)
  for (const { file, reason } of [...faults, ...read.faults])
    events.log('warn', 'an icon source or guide is left out', { file, reason })
  return {
    outcome,
    parts: buildIcons(catalogue, assets, read.guides, siteUrl),
    fingerprint: createHash('sha256')
      .update(JSON.stringify([builderFingerprint(), siteUrl, catalogue.version, read.guides]))
      .digest('hex'),
    descriptors,
  }
}
