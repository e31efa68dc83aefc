import type { RpcExchange } from '../http/route/rpc-route.ts'
import { readCapabilities } from './capabilities.ts'
import { CLIENT_TEXT_LIMIT_CHARACTERS } from './limits.ts'
import { LEGACY_VERSIONS, NEWEST_LEGACY_VERSION, readObject, type JsonObject } from './protocol.ts'
import type { ClientCapabilities, LogLevel } from './features/tool.ts'

/**
 * What a session holds, for the revisions up to 2025-11-25. It is plain data, so any node can serve any session. Its id carries
 * all of it but the level of log messages.
 */
export interface SessionRecord {
  readonly protocolVersion: string
  readonly client: { readonly name: string; readonly version: string }
  readonly capabilities: ClientCapabilities
  /** Lowest level of log messages. Null until the client sets it: then it gets every message. */
  readonly logLevel: LogLevel | null
}

/** What a store keeps of a session: its record, or that its client has ended it. */
export type KeptSession = SessionRecord | 'ended'

/**
 * Keeps what is known of sessions until they have been idle for `SESSION_IDLE_LIMIT_SECONDS`. It may lose any of it at any
 * time. A session that nothing is kept of goes on with the record of its id.
 */
export interface SessionStore {
  /** Keeps a record, or the end of a session, in place of what was kept. */
  keep(key: string, kept: KeptSession, owner: SessionOwner): void | Promise<void>
  /**
   * Reads what is kept of a session and counts as a use; null if nothing is kept of it.
   *
   * @param asker A store whose sessions the gate has already read looks into `found`.
   */
  get(key: string, asker: SessionAsker): KeptSession | null | Promise<KeptSession | null>
}

/** Whose sessions they are: the subject of the client's token. */
export type SessionOwner = Pick<RpcExchange, 'subject'>
export type SessionAsker = Pick<RpcExchange, 'subject' | 'found'>

/** A session in use. */
export interface Session {
  /** Names it among all sessions: the first part of its id. */
  readonly key: string
  readonly record: SessionRecord
}

/** Converts the parameters of `initialize` to a record; null: they are invalid. */
export function toSessionRecord(params: JsonObject): SessionRecord | null {
  const capabilities = readObject(params['capabilities'])
  const clientInfo = readObject(params['clientInfo'])
  const protocolVersion = params['protocolVersion'] ?? NEWEST_LEGACY_VERSION
  if (typeof protocolVersion !== 'string' || capabilities === null || clientInfo === null) return null
  return {
    protocolVersion: LEGACY_VERSIONS.includes(protocolVersion) ? protocolVersion : NEWEST_LEGACY_VERSION,
    client: { name: toText(clientInfo['name']), version: toText(clientInfo['version']) },
    capabilities: readCapabilities(capabilities),
    logLevel: null,
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, CLIENT_TEXT_LIMIT_CHARACTERS).toWellFormed() : ''
}
