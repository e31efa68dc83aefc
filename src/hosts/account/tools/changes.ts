import type { ContentChange } from '../../../account/content/account-content.ts'
import type { Change } from '../../../mcp/listen.ts'
import { toUri } from './account-uris.ts'

/** What those who listen are told of a change: each object that it touched, and that there are others than before. */
export function changesOf({ listChanged, objectIds, userId: audience }: ContentChange): Change[] {
  const touched = objectIds.map((id): Change => ({ kind: 'resource', uri: toUri(id), audience }))
  return listChanged ? [...touched, { kind: 'resources', audience }] : touched
}
