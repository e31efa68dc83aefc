/** Names and numbers of the Model Context Protocol that both of its generations share here. */

/** Revisions without sessions, newest first: every request carries its own version and capabilities. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28']
/** The one that new rules are checked against. */
export const MODERN_VERSION = '2026-07-28'
/** Revisions that begin with `initialize`, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']
export const NEWEST_LEGACY_VERSION = '2025-11-25'
/** The first revision in which results of tools have structured content. */
export const STRUCTURED_SINCE = '2025-06-18'

/** Members of `params._meta` of a modern request, and of `_meta` of what answers it. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

/** JSON-RPC 2.0 §5.1, then those of MCP. */
export const CODE = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** Transport faults without a number of their own. */
  serverError: -32_000,
  sessionNotFound: -32_001,
  /** Legacy; the modern generation says `invalidParams`. */
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

/** Least serious first (RFC 5424). */
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

const DATE = /^\d{4}-\d\d-\d\d$/

/** Whether a version, known or not, belongs to the generation without sessions. */
export function isModernVersion(version: unknown): boolean {
  return typeof version === 'string' && version >= MODERN_VERSION && DATE.test(version)
}

/** An id past this could not be echoed as it came, since JSON numbers are doubles here. */
export function isRpcId(id: unknown): id is string | number {
  return typeof id === 'string' ? id.length <= ID_LIMIT_CHARACTERS : Number.isSafeInteger(id)
}

/** Ids stay in memory for as long as their call. */
const ID_LIMIT_CHARACTERS = 1024

/** The id as JSON text, as answers carry it. */
export function toIdJson(id: string | number): string {
  return typeof id === 'number' ? String(id) : JSON.stringify(id)
}

/** Text of the client in a message to it: whole when it is short. */
export function excerpt(text: string): string {
  return text.length <= EXCERPT_LIMIT_CHARACTERS ? text : `${text.slice(0, EXCERPT_LIMIT_CHARACTERS)}…`
}

const EXCERPT_LIMIT_CHARACTERS = 120
