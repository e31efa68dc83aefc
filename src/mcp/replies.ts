import type { RpcExchange } from '../http/route/rpc-route.ts'
import type { Unavailable } from '../shared/unavailable.ts'
import { CODE } from './protocol.ts'

/** The id of an answer to something whose own id cannot be told. */
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

/** The header fields say something else than the body (2026-07-28). */
export function sendMismatch(exchange: RpcExchange, idJson: string, detail: string): void {
  const message = `Bad Request: the request headers and body disagree: ${detail}`
  sendError(exchange, 400, { code: CODE.headerMismatch, message, data: { mismatch: detail } }, idJson)
}

export function sendInvalidParams(exchange: RpcExchange, idJson: string, message: string, data?: unknown): void {
  sendError(exchange, 200, { code: CODE.invalidParams, message, ...(data === undefined ? {} : { data }) }, idJson)
}

/** The whole of an answer whose end is known: most lists. */
export function sendTail(exchange: RpcExchange, idJson: string, tail: string): void {
  exchange.json(200, `{"jsonrpc":"2.0","id":${idJson}${tail}`)
}

/** Something that the endpoint stands on does not answer now; in both generations the HTTP status says so too. */
export function sendUnavailable(exchange: RpcExchange, idJson: string, error: Unavailable): void {
  exchange.recordUnavailable(error)
  if (exchange.done) return
  exchange.addHeaders([['Retry-After', String(error.retryAfterSeconds)]])
  const message = 'The service cannot do this now; try again later'
  sendError(exchange, 503, { code: CODE.serverError, message, data: { code: 'unavailable' } }, idJson)
}
