import type { SessionAsker, SessionRecord } from '../mcp/session.ts'

/**
 * Number of MCP sessions of one grant. One more ends the oldest. A client that never ends its sessions begins one for each
 * connection.
 */
export const GRANT_SESSION_LIMIT = 256

/** Names the grant that a session belongs to. The endpoint has no anonymous sessions. */
export function grantOf({ subject }: { readonly subject: string | null }): string {
  if (subject === null) throw new TypeError('A session of the account host belongs to a grant')
  return subject
}

/** Gets the session that `Admissions` has read; undefined: it has read none. */
export function readFound({ found }: SessionAsker): SessionRecord | null | undefined {
  if (typeof found !== 'object' || found === null || !('session' in found)) return undefined
  return found.session as SessionRecord | null
}
