import type { JsonRpcId } from '../../../http/route/error-wires.ts'
import type { A2aError } from './errors.ts'

/** Unchecked members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>

export interface Call {
  readonly ok: true
  /** Undefined for a notification, which gets no response (JSON-RPC 2.0 §4.1). */
  readonly id: JsonRpcId | undefined
  readonly method: string
  readonly params: unknown
}

export interface NoCall {
  readonly ok: false
  readonly id: JsonRpcId
  readonly error: A2aError
}

export function parseCall(body: string): Call | NoCall {
  const message = parseJson(body)
  if (message === undefined) return noCall('PARSE_ERROR', 'The body is not valid JSON.')
  if (Array.isArray(message)) return noCall('INVALID_REQUEST', 'A2A has no batches: send one request a body.')
  if (!isMembers(message))
    return noCall('INVALID_REQUEST', 'The body must be a JSON object with jsonrpc, id and method.')
  const { id, jsonrpc, method, params } = message
  if (id !== undefined && !isId(id)) return noCall('INVALID_REQUEST', 'The id must be a string or an integer.')
  if (jsonrpc !== '2.0') return noCall('INVALID_REQUEST', 'The member jsonrpc must be "2.0".', id)
  if (typeof method !== 'string') return noCall('INVALID_REQUEST', 'The member method must be a string.', id)
  return { ok: true, id, method, params }
}

function noCall(reason: 'PARSE_ERROR' | 'INVALID_REQUEST', message: string, id: JsonRpcId = null): NoCall {
  return { ok: false, id, error: { ok: false, reason, message } }
}

/** Reads the id of a request that is refused before it is parsed; null: it cannot be read. */
export function idOf(body: string): JsonRpcId {
  const message = parseJson(body)
  return isMembers(message) && isId(message['id']) ? message['id'] : null
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON; undefined, which is no JSON value: the text is invalid. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** Numbers that an answer could not repeat exactly are no ids. */
function isId(value: unknown): value is JsonRpcId {
  return typeof value === 'string' || value === null || Number.isSafeInteger(value)
}
