import type { BlockList } from 'node:net'
import type { Log } from '../shared/log.ts'
import { clientAddress } from './client-address.ts'
import type { Exchange } from './exchange.ts'
import type { Metrics } from './metrics.ts'
import { chooseCoding } from './negotiation.ts'
import { codingFor, isNotModified, notModifiedHeaders, variantOf } from './representation.ts'
import type { Representation } from './representation.ts'
import { createRequestIds } from './request-id.ts'
import { createRequestLog } from './request-log.ts'
import { isStreamed, send } from './send.ts'
import type { Message } from './send.ts'
import type { HttpRequest, HttpResponse } from './uws.ts'

/** Logged as nginx does: the client went away before its answer. It never goes out. */
const CLIENT_GONE = 499
const NOT_MODIFIED = '304 Not Modified'

export interface Responder {
  /** Copies from the request what answering needs. Null: the request was refused and is over. */
  begin(res: HttpResponse, req: HttpRequest, method: string): Exchange | null
  /** Call it before the uWebSockets.js handler returns without an answer. */
  detach(exchange: Exchange): void
  /** Sends a finished answer once, unless the client has gone. */
  respond(
    exchange: Exchange,
    representation: Representation,
    failed: (exchange: Exchange, error: unknown) => void,
  ): void
  readonly inFlight: number
  /** When the last request began, by `performance.now()`. */
  readonly lastBegun: number
  /** From now on every answer asks its client to close the connection. */
  startDraining(): void
}

/** The one place that writes answers, logs requests and counts them. */
export function createResponder(options: {
  readonly host: string
  readonly log: Log
  readonly metrics: Metrics
  readonly trustedProxies: BlockList
  /** Whether the fields of proxies need to be copied at all. */
  readonly behindProxy: boolean
  /** Called when a coding was added to an answer, which then holds more memory. */
  readonly grown: (representation: Representation) => void
}): Responder {
  const { metrics, behindProxy } = options
  const nextRequestId = createRequestIds()
  const logRequest = createRequestLog(options.log, options.host)
  const addressDecoder = new TextDecoder('latin1')
  let inFlight = 0
  let lastBegun = 0
  let draining = false

  function begin(res: HttpResponse, req: HttpRequest, method: string): Exchange | null {
    if (hasDoubtfulLength(req)) {
      refuseFraming(res, nextRequestId())
      return null
    }
    const ifNoneMatch = req.getHeader('if-none-match')
    lastBegun = performance.now()
    return {
      res,
      method,
      headOnly: method === 'HEAD',
      requestId: nextRequestId(),
      startedAt: lastBegun,
      coding: chooseCoding(req.getHeader('accept-encoding')),
      ifNoneMatch,
      ifModifiedSince: ifNoneMatch === '' ? req.getHeader('if-modified-since') : '',
      forwarded: behindProxy ? req.getHeader('forwarded') : '',
      xForwardedFor: behindProxy ? req.getHeader('x-forwarded-for') : '',
      metric: 0,
      routeName: '',
      cache: 'none',
      detached: false,
      over: false,
    }
  }

  function detach(exchange: Exchange): void {
    if (exchange.detached) return
    exchange.detached = true
    inFlight++
    exchange.res.onAborted(() => {
      if (!exchange.over) finish(exchange, CLIENT_GONE, 0, '')
    })
  }

  function finish(exchange: Exchange, status: number, bodyBytes: number, client: string): void {
    exchange.over = true
    if (exchange.detached) inFlight--
    const aborted = status === CLIENT_GONE
    const durationMs = performance.now() - exchange.startedAt
    if (aborted) metrics.count('aborted')
    else metrics.record(exchange.metric, status, durationMs)
    logRequest({
      requestId: exchange.requestId,
      method: exchange.method,
      route: exchange.routeName,
      status,
      durationMs,
      bodyBytes,
      cache: exchange.cache,
      client,
    })
  }

  function sendMessage(exchange: Exchange, message: Message): void {
    // The address can be read only before the answer is out.
    const client = message.status >= 400 ? addressOf(exchange) : ''
    // A long body goes out in pieces, so the exchange must hear of an abort meanwhile.
    if (!exchange.headOnly && isStreamed(message.body)) detach(exchange)
    send(exchange, message, draining, (bodyBytes) => finish(exchange, message.status, bodyBytes, client))
  }

  function addressOf({ forwarded, res, xForwardedFor }: Exchange): string {
    return clientAddress(
      addressDecoder.decode(res.getRemoteAddressAsText()),
      forwarded,
      xForwardedFor,
      options.trustedProxies,
    )
  }

  return {
    begin,
    detach,
    respond(exchange, representation, failed) {
      if (exchange.over) return
      const { status, statusLine } = representation
      const coding = codingFor(representation, exchange.coding)
      if (isNotModified(representation, coding, exchange.ifNoneMatch, exchange.ifModifiedSince)) {
        sendMessage(exchange, {
          status: 304,
          statusLine: NOT_MODIFIED,
          headers: notModifiedHeaders(representation, coding),
          body: null,
        })
        return
      }
      const write = ({ headers, bytes }: { readonly headers: string; readonly bytes: Uint8Array }): void => {
        if (exchange.over) return
        sendMessage(exchange, { status, statusLine, headers, body: status === 204 ? null : bytes })
      }
      const variant = variantOf(representation, coding, options.grown)
      if (variant instanceof Promise) {
        detach(exchange)
        variant.then(write).catch((error: unknown) => failed(exchange, error))
      } else {
        write(variant)
      }
    },
    get inFlight() {
      return inFlight
    },
    get lastBegun() {
      return lastBegun
    },
    startDraining() {
      draining = true
    },
  }
}

/**
 * Refuses a request whose end is in doubt: a proxy may believe the other length, so nothing that follows on the connection
 * can be trusted (RFC 9112 §6.3). The answer waits for the next turn, because uWebSockets.js would go on to parse what
 * follows after an answer, but drops the connection when a request comes while one is open.
 */
function refuseFraming(res: HttpResponse, requestId: string): void {
  let aborted = false
  res.onAborted(() => {
    aborted = true
  })
  setImmediate(() => {
    if (!aborted)
      res.cork(() => res.writeStatus('400 Bad Request').writeHeader('X-Request-Id', requestId).end('', true))
  })
}

/** uWebSockets.js 20.51 goes by the first of two Content-Length fields, and takes any transfer coding for `chunked`. */
function hasDoubtfulLength(req: HttpRequest): boolean {
  const coding = req.getHeader('transfer-encoding')
  if (coding !== '') return coding.toLowerCase() !== 'chunked' || countFields(req, 'transfer-encoding') > 1
  return req.getHeader('content-length') !== '' && countFields(req, 'content-length') > 1
}

function countFields(req: HttpRequest, wanted: string): number {
  let count = 0
  req.forEach((name) => {
    if (name === wanted) count++
  })
  return count
}
