import type { ContentChange } from '../../../account/content/account-content.ts'
import type { Change } from '../../../mcp/listen.ts'
import { toUri } from './account-uris.ts'

/**
 * Converts a change of content to the changes for subscribers. There is one for each touched object, and one for the list
 * if objects came or went. What an object held may be thousands, so that one for all tells of its end.
 */
export function changesOf({ listChanged, objectIds, userId: audience, withContents }: ContentChange): Change[] {
  if (withContents) return [{ kind: 'content', audience }]
  const touched = objectIds.map((id): Change => ({ kind: 'resource', uri: toUri(id), audience }))
  return listChanged ? [...touched, { kind: 'resources', audience }] : touched
}
