import type { BuilderEvents } from './builder-events.ts'
import type { DocsRequest, PreparedDocs } from './prepare-docs.ts'
import type { IconsRequest, PreparedIcons } from './prepare-icons.ts'

/** One part of a generation. Each is built in a thread of its own, so that none waits for the other. */
export type PartName = 'docs' | 'icons'

/** Request for a part of the generation. */
export type PrepareRequest = (
  | ({ readonly part: 'docs' } & DocsRequest)
  | ({ readonly part: 'icons' } & IconsRequest)
) & {
  /** Whether the last good state on disk is to be loaded, since the content has a fault. */
  readonly last: boolean
}

/** Prepared part. `unchanged` means that the part in service has exactly this content. */
export type PreparedPart = ({ readonly part: 'docs' } & PreparedDocs) | ({ readonly part: 'icons' } & PreparedIcons)

/** Prepares a part of the generation. Rejects when it has no content, or when the build fails. */
export async function preparePart(request: PrepareRequest, events: BuilderEvents): Promise<PreparedPart> {
  const { followed } = request
  if (request.part === 'docs' && followed !== undefined) {
    const { followDocs, reloadFollowedDocs } = await import('./follow/follow-docs.ts')
    const prepare = request.last ? reloadFollowedDocs : followDocs
    return { part: 'docs', ...(await prepare({ ...request, followed }, events)) }
  }
  if (request.part === 'docs') {
    const { prepareDocs, reloadDocs } = await import('./prepare-docs.ts')
    return { part: 'docs', ...(await (request.last ? reloadDocs : prepareDocs)(request, events)) }
  }
  if (followed !== undefined) {
    const { followIcons, reloadFollowedIcons } = await import('./follow/follow-icons.ts')
    const prepare = request.last ? reloadFollowedIcons : followIcons
    return { part: 'icons', ...(await prepare({ ...request, followed }, events)) }
  }
  const { prepareIcons, reloadIcons } = await import('./prepare-icons.ts')
  return { part: 'icons', ...(await (request.last ? reloadIcons : prepareIcons)(request, events)) }
}
