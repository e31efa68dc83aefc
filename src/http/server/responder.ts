import type { Callers } from '../route/caller.ts'
import type { Exchange, ExchangeRoute } from './exchange.ts'
import { NOTHING_ADDED } from '../wire/header-block.ts'
import type { Message } from '../wire/message.ts'
import { chooseCoding } from '../wire/negotiation.ts'
import { partOf } from './ranges.ts'
import { BORROWED_LIMIT_BYTES } from '../route/reply.ts'
import { codingFor, isNotModified, notModifiedHead, variantOf } from '../cache/representation.ts'
import type { Representation, Variant } from '../cache/representation.ts'
import { endingAfter, sendBody, sendLast, sendNoBody } from './send.ts'
import { CLIENT_GONE } from './traffic.ts'
import type { Traffic } from './traffic.ts'
import type { Unread } from './unread.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

const NOT_MODIFIED = '304 Not Modified'

export interface Responder {
  /** Copies from the request what answering needs. Null: the request was refused and is over. */
  begin(res: HttpResponse, req: HttpRequest, method: string, route: ExchangeRoute): Exchange | null
  /** Call it before the uWebSockets.js handler returns without an answer. */
  detach(exchange: Exchange): void
  /** Sends a finished answer once, unless the client has gone. */
  respond(
    exchange: Exchange,
    representation: Representation,
    failed: (exchange: Exchange, error: unknown) => void,
  ): void
}

/** The one place that writes answers of routes. */
export function createResponder(options: {
  readonly traffic: Traffic
  readonly callers: Callers
  readonly unread: Unread
  /** Called when a coding was added to an answer, which then holds more memory. */
  readonly grown: (representation: Representation) => void
  /** The refusal of a range that a body of that length does not have. */
  readonly refuseRange: (exchange: Exchange, totalBytes: number) => Representation
}): Responder {
  const { callers, traffic, unread } = options

  function begin(
    res: HttpResponse,
    req: HttpRequest,
    method: string,
    { common, metric, personal, routeName, wire }: ExchangeRoute,
  ): Exchange | null {
    const head = callers.heads.read(req, method)
    const id = traffic.admit(res, head.framing)
    if (id === null) return null
    const headOnly = method === 'HEAD'
    // Only what reads is conditional on what the client holds, and only GET has ranges (RFC 9110 §13.1.2, §14.2).
    const reads = headOnly || method === 'GET'
    return {
      res,
      method,
      headOnly,
      id,
      startedAt: traffic.lastBegun,
      coding: chooseCoding(head.acceptEncoding),
      ifNoneMatch: reads ? head.ifNoneMatch : '',
      ifModifiedSince: reads ? head.ifModifiedSince : '',
      range: method === 'GET' ? head.range : '',
      ifRange: head.ifRange,
      forwarded: head.forwarded,
      xForwardedFor: head.xForwardedFor,
      metric,
      routeName,
      wire,
      common,
      personal,
      unavailable: null,
      gateLines: NOTHING_ADDED,
      cache: 'none',
      ending: endingAfter(head.framing),
      detached: false,
      over: false,
    }
  }

  function detach(exchange: Exchange): void {
    if (exchange.detached) return
    outlive(exchange)
    exchange.res.onAborted(() => {
      if (!exchange.over) finish(exchange, CLIENT_GONE, 0, '')
    })
  }

  /** Counts an exchange whose handler returns before its answer is out. */
  function outlive(exchange: Exchange): void {
    if (exchange.detached) return
    exchange.detached = true
    traffic.enter()
  }

  function finish(exchange: Exchange, status: number, bodyBytes: number, client: string): void {
    exchange.over = true
    if (exchange.detached) traffic.leave()
    traffic.record(exchange, status, bodyBytes, client)
  }

  function sendMessage(exchange: Exchange, message: Message): void {
    const { body, status } = message
    // The address can be read only before the answer is out.
    const client = status >= 400 ? callers.addressOf(exchange) : ''
    const length = body === null || exchange.headOnly ? 0 : body.byteLength
    if (exchange.ending === 'none' && !exchange.detached) {
      if (write(exchange, message)) finish(exchange, status, length, client)
      else keepUnread(exchange, message, client)
      return
    }
    const send = (sent: Message): void => {
      if (write(exchange, sent)) finish(exchange, status, length, client)
      else keepUnread(exchange, sent, client)
    }
    if (exchange.ending === 'none') {
      exchange.res.cork(() => send(message))
      return
    }
    outlive(exchange)
    exchange.over = true
    const own = body === null ? message : { ...message, body: ownBody(body) }
    sendLast(
      exchange.res,
      () => send(own),
      () => finish(exchange, CLIENT_GONE, 0, ''),
    )
  }

  /** @returns whether the answer is complete */
  function write(exchange: Exchange, { added, body, digest, head, statusLine }: Message): boolean {
    const { gateLines, headOnly, id, res } = exchange
    const ending = traffic.endingOf(exchange)
    if (statusLine !== '') res.writeStatus(statusLine)
    res.writeHeader(head.withDigest(digest), gateLines === '' && added === '' ? id.bytes : id.text + gateLines + added)
    if (body !== null && !headOnly) return sendBody(res, body, body.byteLength, ending, unread.turns)
    if (body !== null) res.writeHeader('Content-Length', String(body.byteLength))
    sendNoBody(res, ending)
    return true
  }

  function keepUnread(exchange: Exchange, { body, status }: Message, client: string): void {
    if (body === null) throw new TypeError('an answer without a body is complete at once')
    outlive(exchange)
    exchange.over = true
    unread.keep(exchange.res, ownBody(body), traffic.endingOf(exchange), (complete) => {
      if (complete) finish(exchange, status, body.byteLength, client)
      else finish(exchange, CLIENT_GONE, 0, '')
    })
  }

  function sendVariant(
    exchange: Exchange,
    { digest, status, statusLine }: Representation,
    { bytes, head }: Variant,
  ): void {
    if (exchange.over) return
    const body = status === 204 ? null : bytes
    sendMessage(exchange, { status, statusLine, head, digest, added: NOTHING_ADDED, body })
  }

  function respond(
    exchange: Exchange,
    representation: Representation,
    failed: (exchange: Exchange, error: unknown) => void,
  ): void {
    if (exchange.over) return
    const part = partOf(representation, exchange)
    const coding = part === null ? codingFor(representation, exchange.coding) : 'identity'
    if (isNotModified(representation, coding, exchange.ifNoneMatch, exchange.ifModifiedSince)) {
      const head = notModifiedHead(representation, coding)
      const { digest } = representation
      sendMessage(exchange, { status: 304, statusLine: NOT_MODIFIED, head, digest, added: NOTHING_ADDED, body: null })
      return
    }
    if (part === 'unsatisfiable') {
      respond(exchange, options.refuseRange(exchange, representation.identity.bytes.byteLength), failed)
      return
    }
    if (part !== null) {
      sendMessage(exchange, part)
      return
    }
    const variant = variantOf(representation, coding, options.grown)
    if (variant instanceof Promise) {
      detach(exchange)
      variant
        .then((late) => sendVariant(exchange, representation, late))
        .catch((error: unknown) => failed(exchange, error))
    } else {
      sendVariant(exchange, representation, variant)
    }
  }

  return { begin, detach, respond }
}

/** The body, or a copy of one that may be borrowed. */
function ownBody(body: Uint8Array): Uint8Array {
  return body.byteLength <= BORROWED_LIMIT_BYTES ? new Uint8Array(body) : body
}
