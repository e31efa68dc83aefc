import type { RefusalReason } from '../../shared/result.ts'
import type { Unavailable } from '../../shared/unavailable.ts'
import { WireEventStream, type StreamOwner } from './event-stream.ts'
import type { Exchange, RpcSide } from './exchange.ts'
import type { Admitted, Caller } from '../route/gate.ts'
import { NO_LINES, NOTHING_ADDED, HeaderBlock, addedLines, headerLines } from '../wire/header-block.ts'
import type { AddedLines, HeaderLines, Headers } from '../wire/header-block.ts'
import type { Message } from '../wire/message.ts'
import { rawQueryOf } from '../wire/request-head.ts'
import type { CompiledRpc } from './route-table.ts'
import type { BodyPart, BodySize, EventStream, RpcExchange } from '../route/rpc-route.ts'
import type { ServiceError } from '../route/service-error.ts'
import { statusLineOf } from '../wire/status.ts'
import { CLIENT_GONE, type Traffic } from './traffic.ts'
import type { Unread } from './unread.ts'
import { type Writer, writeFields } from './writer.ts'
import type { HttpRequest } from '../uws.ts'

/** A whole answer without its body, put together once for each status. */
type Head = Omit<Message, 'added' | 'body'>

/** Services and heads that all exchanges of a host share. */
export interface RpcHost {
  readonly traffic: Traffic
  readonly unread: Unread
  readonly writer: Writer
  /** Head of a JSON answer. */
  readonly jsonHead: (status: number) => Head
  /** Head of an answer without a body. */
  readonly emptyHead: (status: number) => Head
  readonly streamHead: HeaderBlock
}

/** @param common Header fields of every answer of the host. */
export function createRpcHost(options: {
  readonly traffic: Traffic
  readonly unread: Unread
  readonly writer: Writer
  readonly common: HeaderLines
}): RpcHost {
  const { common, traffic, unread, writer } = options
  const json = headerLines([
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
  ])
  const stream = headerLines([
    ['Content-Type', 'text/event-stream'],
    ['Cache-Control', 'no-cache, no-transform'],
    ['X-Accel-Buffering', 'no'],
  ])
  // `endWithoutBody` writes no length by itself, and without one a client would wait for the end of the connection.
  const noBody = headerLines([['Content-Length', '0']])
  return {
    traffic,
    unread,
    writer,
    jsonHead: rememberHeads(() => new HeaderBlock(json, common)),
    emptyHead: rememberHeads((status) => new HeaderBlock(status === 204 ? NO_LINES : noBody, common)),
    streamHead: new HeaderBlock(stream, common),
  }
}

function rememberHeads(headOf: (status: number) => HeaderBlock): (status: number) => Head {
  const heads: Head[] = []
  return (status) => (heads[status] ??= { status, statusLine: statusLineOf(status), head: headOf(status), digest: '' })
}

/** A longer text is encoded once: to count, to send and to keep it as text would encode it each time. */
const LONG_CHARACTERS = 64 * 1024
const NO_PARTS: readonly BodyPart[] = []

/** A refused body of up to so many characters is parsed for its id. A longer one gets the id null. */
const REFUSED_BODY_LIMIT_CHARACTERS = 4096

/** A body that has come, before it is parsed. */
export interface ReadBody extends BodySize {
  /** The reason why it is not going to be parsed, or null. */
  readonly fault: ServiceError | null
  /** A copy of a long body, for another thread; null for others. */
  readonly long: Uint8Array<ArrayBuffer> | null
}

export const NO_BODY: ReadBody = { bytes: 0, messages: 1, fault: null, long: null }

type CloseListener = (aborted: boolean) => void

/**
 * One request of an RpcRoute, for its handler. It is a class because thousands of them may be open at once, each with a
 * stream: they share their functions.
 */
export class WireRpcExchange implements RpcExchange, StreamOwner, RpcSide {
  readonly kind = 'rpc'
  readonly compiled: CompiledRpc
  readonly exchange: Exchange
  readonly rawQuery: string
  readonly caller: Caller
  readonly #host: RpcHost
  readonly #fields: readonly string[]
  /** The body, between its arrival and the call of the handler. */
  read: ReadBody = NO_BODY
  body = ''
  parts: readonly BodyPart[] = NO_PARTS
  subject: string | null = null
  principal: unknown = undefined
  found: unknown = undefined
  #stream: WireEventStream | null = null
  /** The client has gone while the stream was open. */
  #gone = false
  /** The time at which the head of the stream went out. */
  #answeredAt: number | undefined = undefined
  #listeners: CloseListener | CloseListener[] | null = null

  constructor(host: RpcHost, exchange: Exchange, compiled: CompiledRpc, caller: Caller, req: HttpRequest) {
    this.#host = host
    this.exchange = exchange
    this.compiled = compiled
    this.caller = caller
    this.rawQuery = rawQueryOf(req)
    this.#fields = (compiled.route.reads ?? []).map((name) => req.getHeader(name))
    exchange.rpc = this
    host.writer.countInFlight(exchange)
    exchange.res.onAborted(() => this.#onAborted())
  }

  get unread(): Unread {
    return this.#host.unread
  }

  get requestId(): string {
    return this.exchange.id.text
  }

  get done(): boolean {
    return this.exchange.over
  }

  get streaming(): boolean {
    return this.#stream !== null
  }

  get refusedBody(): string {
    return this.body.length <= REFUSED_BODY_LIMIT_CHARACTERS ? this.body : ''
  }

  /** The number of messages that the gate counts. */
  get cost(): number {
    return this.compiled.route.cost?.(this.read) ?? 1
  }

  admit({ found, principal, subject }: Admitted): void {
    this.subject = subject
    this.principal = principal
    this.found = found
  }

  field(name: string): string {
    const position = this.compiled.fields.get(name)
    if (position === undefined) throw new TypeError(`${this.exchange.routeName} does not read the field ${name}`)
    return this.#fields[position]!
  }

  onClose(listener: CloseListener): void {
    if (this.#listeners === null) this.#listeners = listener
    else if (typeof this.#listeners === 'function') this.#listeners = [this.#listeners, listener]
    else this.#listeners.push(listener)
  }

  onDrain(listener: () => void): void {
    this.onClose(this.#host.traffic.onDrain(listener))
  }

  recordUnavailable(error: Unavailable): void {
    this.refused(error.reason)
    this.#host.traffic.recordFault(this.exchange, error)
  }

  refused(reason: RefusalReason): void {
    this.exchange.refusal = reason
  }

  addHeaders(headers: Headers): void {
    const exchange = this.exchange
    if (headers.length > 0) exchange.added = `${exchange.added}${addedLines(headers)}` as AddedLines
  }

  json(status: number, body: string): void {
    if (this.exchange.over) return
    if (this.#stream !== null) this.#stream.end(body)
    else this.#send(this.#host.jsonHead(status), body.length > LONG_CHARACTERS ? Buffer.from(body) : body)
  }

  empty(status: number): void {
    if (this.exchange.over) return
    if (this.#stream !== null) this.#stream.end()
    else this.#send(this.#host.emptyHead(status), null)
  }

  events(): EventStream {
    if (this.#stream === null) {
      this.#stream = new WireEventStream(this)
      // Streams stay open for hours, and a client may have many.
      this.body = ''
      this.parts = NO_PARTS
      if (!this.exchange.over) this.#host.traffic.openStreams++
    }
    return this.#stream
  }

  writeHead(): void {
    this.#answeredAt = performance.now()
    writeFields(this.exchange, this.#host.streamHead, '')
    if (this.#host.traffic.endingOf(this.exchange) !== 'none') this.exchange.res.writeHeader('Connection', 'close')
  }

  finish(bodyBytes: number): void {
    this.#host.writer.close(this.exchange, 200, bodyBytes, '', this.#answeredAt)
  }

  onEnd(aborted: boolean): void {
    const { traffic } = this.#host
    if (this.#stream !== null) {
      this.#stream.release()
      traffic.openStreams--
    }
    const listeners = this.#listeners
    if (listeners === null) return
    this.#listeners = null
    for (const listener of typeof listeners === 'function' ? [listeners] : listeners) {
      try {
        listener(aborted || this.#gone)
      } catch (error) {
        traffic.recordFault(this.exchange, error)
      }
    }
  }

  #send({ digest, head, status, statusLine }: Head, body: Message['body']): void {
    this.#host.writer.send(this.exchange, { status, statusLine, head, digest, added: NOTHING_ADDED, body })
  }

  /** A client that goes is a normal end of a stream. */
  #onAborted(): void {
    if (this.exchange.over) return
    this.#gone = true
    if (this.#stream === null) this.#host.writer.close(this.exchange, CLIENT_GONE, 0, '')
    else this.finish(this.#stream.sentBytes)
  }
}
