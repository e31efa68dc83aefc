import type { JsonRpcId } from '../../../http/route/error-wires.ts'
import type { RefusalReason } from '../../../shared/result.ts'
import type { A2aVersion } from './versions.ts'

/** Codes of JSON-RPC 2.0 §5.1 and of A2A 1.0 §5.4, by the reason that each has in an ErrorInfo. */
const CODES = {
  PARSE_ERROR: -32_700,
  INVALID_REQUEST: -32_600,
  METHOD_NOT_FOUND: -32_601,
  INVALID_PARAMS: -32_602,
  INTERNAL_ERROR: -32_603,
  TASK_NOT_FOUND: -32_001,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32_003,
  UNSUPPORTED_OPERATION: -32_004,
  CONTENT_TYPE_NOT_SUPPORTED: -32_005,
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: -32_007,
  VERSION_NOT_SUPPORTED: -32_009,
  /** The service is temporarily unavailable, which JSON-RPC expresses only as an internal error. */
  UNAVAILABLE: -32_603,
} as const

export type ErrorReason = keyof typeof CODES

/** An error within the protocol. `message` never contains text of the client. */
export interface A2aError {
  readonly ok: false
  readonly reason: ErrorReason
  readonly message: string
  /** Further data for programs, which 1.0 carries in the ErrorInfo. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Whole seconds after which the same message may succeed. */
  readonly retryAfterSeconds?: number
  /** Why the service cannot answer now. It does not go out. */
  readonly refusal?: RefusalReason
}

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
const DOMAIN = 'a2a-protocol.org'

/** Writes a JSON-RPC error response. From 1.0 on `data` has an ErrorInfo (A2A 1.0 §9.5); 0.3 has no form for it. */
export function errorResponse(version: A2aVersion, id: JsonRpcId, { message, metadata, reason }: A2aError): string {
  const info = { '@type': ERROR_INFO, reason, domain: DOMAIN, ...(metadata === undefined ? {} : { metadata }) }
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: CODES[reason], message, ...(version === '1.0' ? { data: [info] } : {}) },
  })
}

export function invalidParams(message: string): A2aError {
  return { ok: false, reason: 'INVALID_PARAMS', message }
}
