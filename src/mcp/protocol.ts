/** Names and numbers of the Model Context Protocol that its revisions share here. */
import { beginning } from '../shared/words.ts'

/** Revisions without sessions, newest first. Every request of them carries its own revision and capabilities. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28']
/** The revision whose rules are checked. */
export const MODERN_VERSION = '2026-07-28'
/** Revisions that begin with `initialize`, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']
export const NEWEST_LEGACY_VERSION = '2025-11-25'
/** The first revision in which results of tools may have links to resources. */
export const LINKS_SINCE = '2025-06-18'

/** Members of `params._meta` in requests of revision 2026-07-28, and of `_meta` in their answers. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

/** Error codes of JSON-RPC 2.0 §5.1, followed by those of MCP. */
export const CODE = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** Transport faults without a code of their own. */
  serverError: -32_000,
  sessionNotFound: -32_001,
  /** Older revisions only; revision 2026-07-28 uses `invalidParams`. */
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const

/** Header fields that the endpoint reads. */
export const FIELD = {
  accept: 'accept',
  version: 'mcp-protocol-version',
  method: 'mcp-method',
  name: 'mcp-name',
  session: 'mcp-session-id',
} as const

/** Levels of log messages, least serious first (RFC 5424). */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export interface ServerInfo {
  readonly name: string
  readonly title?: string
  readonly version: string
}

export type JsonObject = Readonly<Record<string, unknown>>

/** A JSON-RPC request whose outer shape has been checked. */
export interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: JsonObject
}

export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

const NO_MEMBERS: JsonObject = {}

/** Reads an object that may be left out, or null if it is not one. Some clients write null, or a list without members, for none. */
export function readObject(value: unknown): JsonObject | null {
  if (isObject(value)) return value
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0) ? NO_MEMBERS : null
}

/** Reads a cursor. Null and an empty text stand for none. */
export function readCursor({ cursor }: JsonObject): unknown {
  return cursor === null || cursor === '' ? undefined : cursor
}

const DATE = /^\d{4}-\d\d-\d\d$/

/** Tells whether a revision, known or not, has no sessions. */
export function isModernVersion(version: unknown): boolean {
  return typeof version === 'string' && version >= MODERN_VERSION && DATE.test(version)
}

/** Tells whether an id can be echoed unchanged. Numbers must be safe integers, since JSON numbers are doubles here. */
export function isRpcId(id: unknown): id is string | number {
  return typeof id === 'string' ? id.length <= ID_LIMIT_CHARACTERS : Number.isSafeInteger(id)
}

/** Longest id, since ids stay in memory while their call runs. */
const ID_LIMIT_CHARACTERS = 1024

/** Writes an id as the JSON text for an answer. */
export function toIdJson(id: string | number | null): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id)
}

/** Shortens text of the client for a message to it. Short text stays whole. */
export function excerpt(text: string): string {
  return text.length <= EXCERPT_LIMIT_CHARACTERS ? text : `${beginning(text, EXCERPT_LIMIT_CHARACTERS)}…`
}

const EXCERPT_LIMIT_CHARACTERS = 120
