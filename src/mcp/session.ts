import type { RpcExchange } from '../http/route/rpc-route.ts'
import { readCapabilities } from './capabilities.ts'
import { CLIENT_TEXT_LIMIT_CHARACTERS } from './limits.ts'
import { isObject, LEGACY_VERSIONS, NEWEST_LEGACY_VERSION } from './protocol.ts'
import type { JsonObject } from './protocol.ts'
import type { ClientCapabilities, LogLevel } from './features/tool.ts'

/** All that the older generation remembers between requests. Plain data: any node can serve any session. */
export interface SessionRecord {
  readonly protocolVersion: string
  readonly client: { readonly name: string; readonly version: string }
  readonly capabilities: ClientCapabilities
  /** Null until the client sets one: it gets every message. */
  readonly logLevel: LogLevel | null
  /** Whose session it is; null for the anonymous. */
  readonly subject: string | null
}

/** Keeps sessions until they have been idle for `SESSION_IDLE_LIMIT_SECONDS`. */
export interface SessionStore {
  create(id: string, record: SessionRecord): void | Promise<void>
  /** Counts as a use. Null: there is no such session (any more). @param asker A store whose sessions the gate has read already looks into `found`. */
  get(id: string, asker: SessionAsker): SessionRecord | null | Promise<SessionRecord | null>
  /** Does nothing where there is no such session (any more). */
  replace(id: string, record: SessionRecord): void | Promise<void>
  /** Whether there was one. */
  delete(id: string, asker: SessionAsker): boolean | Promise<boolean>
}

export type SessionAsker = Pick<RpcExchange, 'subject' | 'found'>

/** A session in use. */
export interface Session {
  readonly id: string
  readonly record: SessionRecord
}

/** What of an `initialize` request is kept; null: its parameters are invalid. */
export function toSessionRecord(params: JsonObject, subject: string | null): SessionRecord | null {
  const { capabilities, clientInfo, protocolVersion } = params
  if (typeof protocolVersion !== 'string' || !isObject(capabilities) || !isObject(clientInfo)) return null
  return {
    protocolVersion: LEGACY_VERSIONS.includes(protocolVersion) ? protocolVersion : NEWEST_LEGACY_VERSION,
    client: { name: toText(clientInfo['name']), version: toText(clientInfo['version']) },
    capabilities: readCapabilities(capabilities),
    logLevel: null,
    subject,
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, CLIENT_TEXT_LIMIT_CHARACTERS) : ''
}
