import { closeSync } from 'node:fs'
import type { BuilderEvents } from './builder-events.ts'
import type { Generation, IconParts } from './generation.ts'
import { emptyGeneration } from './empty-generation.ts'
import { prepareDocs, type DocsRequest, type PreparedDocs } from './prepare-docs.ts'
import type { IconsRequest, OpenedIcons } from './prepare-icons.ts'

export interface PrepareRequest {
  readonly contentDir: string
  readonly dataDir: string
  /** Settings of the docs host; null where it is not served. */
  readonly docs: Pick<DocsRequest, 'siteUrl' | 'llmsFullLimitBytes' | 'pageDeadlineMs'> | null
  /** Settings of the icons host; null where it is not served. */
  readonly icons: { readonly siteUrl: string } | null
  /** Generation in service, for a rebuild. */
  readonly current: { readonly number: number; readonly fingerprint: string; readonly icons: IconParts | null } | null
}

/** Prepared generation. `unchanged` means that the generation in service has exactly this content. */
export type Prepared =
  | {
      readonly outcome: 'built' | 'loaded'
      readonly generation: Generation
      readonly fingerprint: string
      /** Open descriptors. Close them when no thread uses the generation any more. */
      readonly descriptors: readonly number[]
    }
  | { readonly outcome: 'unchanged' }

/**
 * Prepares the generation of the current content for the hosts that are served.
 *
 * Rejects when one of them has no content, or when a build fails.
 */
export async function prepareGeneration(request: PrepareRequest, events: BuilderEvents): Promise<Prepared> {
  const { contentDir, current, dataDir } = request
  const icons =
    request.icons === null
      ? null
      : await openIcons({ contentDir, dataDir, ...request.icons, current: current?.icons ?? null }, events)
  const closeIcons = (): void => icons?.descriptors.forEach((fd) => closeSync(fd))
  try {
    const besides = icons?.parts.fingerprint ?? ''
    const docs: PreparedDocs =
      request.docs === null
        ? withoutDocs(besides, current)
        : await prepareDocs({ contentDir, dataDir, current, besides, ...request.docs }, events)
    if (docs.outcome === 'unchanged') {
      closeIcons()
      return docs
    }
    return join(docs, icons)
  } catch (error) {
    closeIcons()
    throw error
  }
}

async function openIcons(request: IconsRequest, events: BuilderEvents): Promise<OpenedIcons> {
  const { prepareIcons } = await import('./prepare-icons.ts')
  return prepareIcons(request, events)
}

function join(
  { opened, outcome }: Exclude<PreparedDocs, { outcome: 'unchanged' }>,
  icons: OpenedIcons | null,
): Prepared {
  return {
    outcome: outcome === 'built' || icons?.outcome === 'built' ? 'built' : 'loaded',
    generation: { ...opened.docs, icons: icons?.parts ?? null },
    fingerprint: opened.fingerprint,
    descriptors: [...opened.descriptors, ...(icons?.descriptors ?? [])],
  }
}

function withoutDocs(fingerprint: string, current: PrepareRequest['current']): PreparedDocs {
  if (current?.fingerprint === fingerprint) return { outcome: 'unchanged' }
  const docs = emptyGeneration((current?.number ?? 0) + 1)
  return { outcome: 'loaded', opened: { docs, fingerprint, descriptors: [] } }
}
