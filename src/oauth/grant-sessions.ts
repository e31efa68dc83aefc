import type { SessionAsker, SessionRecord } from '../mcp/session.ts'

/** MCP sessions of one grant; past it the one that began first goes. A client that never ends its sessions begins one a connection. */
export const GRANT_SESSION_LIMIT = 256

/** Whose session it is. The endpoint has no anonymous ones. */
export function grantOf({ subject }: { readonly subject: string | null }): string {
  if (subject === null) throw new TypeError('A session of the account host belongs to a grant')
  return subject
}

/** The session that `Admissions` has read already; undefined: nobody has. */
export function readFound({ found }: SessionAsker): SessionRecord | null | undefined {
  if (typeof found !== 'object' || found === null || !('session' in found)) return undefined
  return found.session as SessionRecord | null
}
