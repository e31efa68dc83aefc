import type { RpcExchange } from '../http/route/rpc-route.ts'
import { Unavailable } from '../shared/unavailable.ts'
import { CODE, excerpt, MODERN_VERSIONS } from './protocol.ts'
import { RpcError } from './rpc-error.ts'

/** The id of an answer to a message whose id is unknown. */
export const NO_ID = 'null'

/** @param idJson JSON text of the id. */
export function sendError(
  exchange: RpcExchange,
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
  idJson: string = NO_ID,
): void {
  exchange.json(status, `{"jsonrpc":"2.0","id":${idJson},"error":${JSON.stringify(error)}}`)
}

/** Sends the error for header fields that disagree with the body (2026-07-28). */
export function sendMismatch(exchange: RpcExchange, idJson: string, detail: string): void {
  const message = `Bad Request: the request headers and body disagree: ${detail}`
  sendError(exchange, 400, { code: CODE.headerMismatch, message, data: { mismatch: detail } }, idJson)
}

/** Sends the error for a revision without sessions that is not known (2026-07-28). */
export function sendUnsupportedVersion(exchange: RpcExchange, idJson: string, version: string): void {
  const requested = excerpt(version)
  const message = `Unsupported protocol version: ${requested}`
  const data = { supported: MODERN_VERSIONS, requested }
  sendError(exchange, 400, { code: CODE.unsupportedVersion, message, data }, idJson)
}

export function sendInvalidParams(exchange: RpcExchange, idJson: string, message: string, data?: unknown): void {
  sendError(exchange, 200, { code: CODE.invalidParams, message, ...(data === undefined ? {} : { data }) }, idJson)
}

/** Sends an answer whose end is prepared, such as a list. */
export function sendTail(exchange: RpcExchange, idJson: string, tail: string): void {
  exchange.json(200, `{"jsonrpc":"2.0","id":${idJson}${tail}`)
}

/**
 * Sends the error for a service that the endpoint needs and that does not answer now. In all revisions the HTTP status says
 * so too.
 */
export function sendUnavailable(exchange: RpcExchange, idJson: string, error: Unavailable): void {
  exchange.recordUnavailable(error)
  if (exchange.done) return
  exchange.addHeaders([['Retry-After', String(error.retryAfterSeconds)]])
  const message = 'The service cannot do this now; try again later'
  sendError(exchange, 503, { code: CODE.serverError, message, data: { code: 'unavailable' } }, idJson)
}

/** Sends the error for what a feature has thrown on purpose. False: it is a fault, and nothing has been sent. */
export function sendThrown(exchange: RpcExchange, idJson: string, modern: boolean, thrown: unknown): boolean {
  if (thrown instanceof Unavailable) sendUnavailable(exchange, idJson, thrown)
  else if (thrown instanceof RpcError) {
    const { code, data, message, retryAfterSeconds, status } = thrown
    if (retryAfterSeconds !== null) exchange.addHeaders([['Retry-After', String(retryAfterSeconds)]])
    sendError(exchange, modern ? status : 200, { code, message, data }, idJson)
  } else return false
  return true
}
