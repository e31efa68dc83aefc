import type { Callers } from '../route/caller.ts'
import { BORROWED_LIMIT_BYTES } from '../route/reply.ts'
import { type AddedLines, type HeaderBlock, NOTHING_ADDED } from '../wire/header-block.ts'
import type { Message } from '../wire/message.ts'
import type { Exchange } from './exchange.ts'
import { sendBody, sendLast, sendNoBody } from './send.ts'
import { CLIENT_GONE, type Traffic } from './traffic.ts'
import type { Unread } from './unread.ts'

/** The one place that writes whole answers, and that ends exchanges. */
export interface Writer {
  /** Must be called before the handler of uWebSockets.js returns without an answer, unless `countInFlight` was. */
  detach(exchange: Exchange): void
  /** Counts an exchange that outlives its handler, and has an abort handler of its own. That must call `close`. */
  countInFlight(exchange: Exchange): void
  /** Sends an answer; the exchange must not be over. A body of up to `BORROWED_LIMIT_BYTES` may be overwritten after the call. */
  send(exchange: Exchange, message: Message): void
  /**
   * Ends an exchange whose answer is out, or whose client has gone: counts it, logs it frees its body and calls `onEnd` of its RPC side.
   *
   * @param client Address of the client of a refused request; else `''`.
   * @param answeredAt See `Traffic.record`.
   */
  close(exchange: Exchange, status: number, bodyBytes: number, client: string, answeredAt?: number): void
}

export function createWriter(options: {
  readonly traffic: Traffic
  readonly callers: Callers
  readonly unread: Unread
}): Writer {
  const { callers, traffic, unread } = options

  function detach(exchange: Exchange): void {
    if (exchange.detached) return
    countInFlight(exchange)
    exchange.res.onAborted(() => {
      if (!exchange.over) close(exchange, CLIENT_GONE, 0, '')
    })
  }

  function countInFlight(exchange: Exchange): void {
    if (exchange.detached) return
    exchange.detached = true
    traffic.inFlight++
  }

  function close(exchange: Exchange, status: number, bodyBytes: number, client: string, answeredAt?: number): void {
    exchange.over = true
    if (exchange.detached) traffic.inFlight--
    traffic.record(exchange, status, bodyBytes, client, answeredAt)
    if (exchange.freeBody !== null) exchange.freeBody()
    if (exchange.rpc !== null) exchange.rpc.onEnd(status === CLIENT_GONE)
  }

  function send(exchange: Exchange, message: Message): void {
    // The address can be read only before the answer is out.
    const client = message.status >= 400 ? callers.addressOf(exchange) : ''
    const length = lengthOf(message.body)
    if (exchange.ending !== 'none') sendInNextTurn(exchange, message, length, client)
    else if (exchange.corked) write(exchange, message, length, client)
    else writeInCork(exchange, message, length, client)
  }

  // Functions with closures stand apart from those of every answer: V8 allocates the variables of closures at each call.
  function writeInCork(exchange: Exchange, message: Message, length: number, client: string): void {
    exchange.res.cork(() => write(exchange, message, length, client))
  }

  /** Sends the last answer of a connection in the next turn, in which a borrowed body is gone. */
  function sendInNextTurn(exchange: Exchange, message: Message, length: number, client: string): void {
    const { body } = message
    const own = body === null ? message : { ...message, body: ownBody(body) }
    countInFlight(exchange)
    exchange.over = true
    sendLast(
      exchange.res,
      () => write(exchange, own, length, client),
      () => close(exchange, CLIENT_GONE, 0, ''),
    )
  }

  function write(exchange: Exchange, message: Message, length: number, client: string): void {
    const { body, digest, head, added, status, statusLine } = message
    const { headOnly, res } = exchange
    const ending = traffic.endingOf(exchange)
    if (statusLine !== '') res.writeStatus(statusLine)
    writeFields(exchange, head, digest, added)
    if (body === null || headOnly) {
      if (body !== null) res.writeHeader('Content-Length', String(length))
      sendNoBody(res, ending)
      close(exchange, status, 0, client)
    } else if (sendBody(res, body, length, ending, unread.turns)) {
      close(exchange, status, length, client)
    } else {
      keepUnread(exchange, message, length, client)
    }
  }

  function keepUnread(exchange: Exchange, { body, status }: Message, length: number, client: string): void {
    if (body === null) throw new TypeError('an answer without a body is complete at once')
    countInFlight(exchange)
    exchange.over = true
    unread.keep(exchange.res, ownBody(body), traffic.endingOf(exchange), (complete) => {
      if (complete) close(exchange, status, length, client)
      else close(exchange, CLIENT_GONE, 0, '')
    })
  }

  return { detach, countInFlight, send, close }
}

/** Writes the header fields of an answer and its request id. */
export function writeFields(
  { added, id, res }: Exchange,
  head: HeaderBlock,
  digest: string,
  own: AddedLines = NOTHING_ADDED,
): void {
  res.writeHeader(head.withDigest(digest), added === '' && own === '' ? id.bytes : id.text + added + own)
}

function lengthOf(body: Message['body']): number {
  if (body === null) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

/** The body as bytes that nobody overwrites: a copy of one that may be borrowed. */
function ownBody(body: Uint8Array | string): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  return body.byteLength <= BORROWED_LIMIT_BYTES ? new Uint8Array(body) : body
}
