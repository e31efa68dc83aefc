import type { RpcExchange } from '../http/route/rpc-route.ts'
import { readCapabilities } from './capabilities.ts'
import { CLIENT_TEXT_LIMIT_CHARACTERS } from './limits.ts'
import { LEGACY_VERSIONS, NEWEST_LEGACY_VERSION, readObject, type JsonObject } from './protocol.ts'
import type { ClientCapabilities, LogLevel } from './features/tool.ts'

/** State of a session, for the revisions up to 2025-11-25. It is plain data, so any node can serve any session. */
export interface SessionRecord {
  readonly protocolVersion: string
  readonly client: { readonly name: string; readonly version: string }
  readonly capabilities: ClientCapabilities
  /** Lowest level of log messages. Null until the client sets it: then it gets every message. */
  readonly logLevel: LogLevel | null
  /** Owner of the session; null for anonymous clients. */
  readonly subject: string | null
}

/** Keeps sessions until they have been idle for `SESSION_IDLE_LIMIT_SECONDS`. */
export interface SessionStore {
  create(id: string, record: SessionRecord): void | Promise<void>
  /**
   * Reads a session and counts as a use; null: it does not exist, or no longer.
   *
   * @param asker A store whose sessions the gate has already read looks into `found`.
   */
  get(id: string, asker: SessionAsker): SessionRecord | null | Promise<SessionRecord | null>
  /** Replaces the record of a session. Unknown sessions are ignored. */
  replace(id: string, record: SessionRecord): void | Promise<void>
  /** Deletes a session. The result tells whether it existed. */
  delete(id: string, asker: SessionAsker): boolean | Promise<boolean>
}

export type SessionAsker = Pick<RpcExchange, 'subject' | 'found'>

/** A session in use. */
export interface Session {
  readonly id: string
  readonly record: SessionRecord
}

/** Converts the parameters of `initialize` to a record; null: they are invalid. */
export function toSessionRecord(params: JsonObject, subject: string | null): SessionRecord | null {
  const capabilities = readObject(params['capabilities'])
  const clientInfo = readObject(params['clientInfo'])
  const protocolVersion = params['protocolVersion'] ?? NEWEST_LEGACY_VERSION
  if (typeof protocolVersion !== 'string' || capabilities === null || clientInfo === null) return null
  return {
    protocolVersion: LEGACY_VERSIONS.includes(protocolVersion) ? protocolVersion : NEWEST_LEGACY_VERSION,
    client: { name: toText(clientInfo['name']), version: toText(clientInfo['version']) },
    capabilities: readCapabilities(capabilities),
    logLevel: null,
    subject,
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, CLIENT_TEXT_LIMIT_CHARACTERS).toWellFormed() : ''
}
