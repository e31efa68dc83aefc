import type { KeptSession, SessionAsker, SessionOwner } from '../mcp/session.ts'

/**
 * Number of MCP sessions of one grant of which a store keeps something. One more drops what is kept of the oldest, which goes on
 * by its id. A client that never ends its sessions begins one for each connection.
 */
export const GRANT_SESSION_LIMIT = 256

/** Names the grant that a session belongs to. The endpoint has no anonymous sessions. */
export function grantOf({ subject }: SessionOwner): string {
  if (subject === null) throw new TypeError('A session of the account host belongs to a grant')
  return subject
}

/** Gets what `Admissions` has read of a session; undefined if it has read none. */
export function readFound({ found }: SessionAsker): KeptSession | null | undefined {
  if (typeof found !== 'object' || found === null || !('session' in found)) return undefined
  return found.session as KeptSession | null
}
