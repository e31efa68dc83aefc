import type { Unavailable } from '../../shared/unavailable.ts'
import type { Callers } from '../route/caller.ts'
import { WireEventStream } from './event-stream.ts'
import type { StreamOwner } from './event-stream.ts'
import type { Caller } from '../route/gate.ts'
import { NO_LINES, NOTHING_ADDED, HeaderBlock, addedLines, headerLines } from '../wire/header-block.ts'
import type { AddedLines, HeaderLines, Headers } from '../wire/header-block.ts'
import { rawQueryOf } from '../wire/request-head.ts'
import type { RequestId } from '../wire/request-id.ts'
import type { CacheUse } from '../observe/request-log.ts'
import type { Representation } from '../cache/representation.ts'
import type { CompiledRpc } from './route-table.ts'
import type { BodyPart, EventStream, RpcExchange } from '../route/rpc-route.ts'
import { sendBody, sendLast, sendNoBody } from './send.ts'
import type { Ending } from './send.ts'
import { statusLineOf } from '../wire/status.ts'
import { CLIENT_GONE } from './traffic.ts'
import type { Passage, Traffic } from './traffic.ts'
import type { Unread } from './unread.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

/** Status line and header fields, put together once for each status. */
interface Head {
  readonly statusLine: string
  readonly fields: HeaderBlock
  /** For the entity tag; empty where the fields have none. */
  readonly digest: string
}

/** What all exchanges of a host share. */
export interface RpcHost {
  readonly traffic: Traffic
  readonly unread: Unread
  readonly callers: Callers
  /** Head of a JSON answer. */
  readonly jsonHead: (status: number) => Head
  /** Head of an answer without a body. */
  readonly emptyHead: (status: number) => Head
  readonly streamFields: HeaderBlock
}

/** @param common Header fields of every answer of the host. */
export function createRpcHost(options: {
  readonly traffic: Traffic
  readonly unread: Unread
  readonly callers: Callers
  readonly common: HeaderLines
}): RpcHost {
  const { callers, common, traffic, unread } = options
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
    callers,
    jsonHead: rememberHeads(() => new HeaderBlock(json, common)),
    emptyHead: rememberHeads((status) => new HeaderBlock(status === 204 ? NO_LINES : noBody, common)),
    streamFields: new HeaderBlock(stream, common),
  }
}

function rememberHeads(fieldsOf: (status: number) => HeaderBlock): (status: number) => Head {
  const heads: Head[] = []
  return (status) => (heads[status] ??= { statusLine: statusLineOf(status), fields: fieldsOf(status), digest: '' })
}

/** A longer text is made into bytes once: to count, send and keep it costs as much each time. */
const LONG_CHARACTERS = 64 * 1024
const NO_PARTS: readonly BodyPart[] = []

type CloseListener = (aborted: boolean) => void

/**
 * One request of an RpcRoute on its connection. A class, because thousands of them may be open at once, each with a stream:
 * its functions are shared.
 */
export class WireRpcExchange implements RpcExchange, StreamOwner, Passage {
  readonly res: HttpResponse
  readonly method: string
  readonly id: RequestId
  readonly startedAt: number
  readonly metric: number
  readonly cache: CacheUse = 'none'
  readonly rawQuery: string
  readonly forwarded: string
  readonly xForwardedFor: string
  readonly caller: Caller
  readonly #host: RpcHost
  readonly #compiled: CompiledRpc
  readonly #fields: readonly string[]
  body = ''
  parts: readonly BodyPart[] = NO_PARTS
  subject: string | null = null
  principal: unknown = undefined
  found: unknown = undefined
  over = false
  /** What becomes of the connection with the answer. A request with a chunked body ends it: see `sendLast`. */
  readonly ending: Ending
  /** Running inside a handler of uWebSockets.js, which corks by itself. */
  corked = true
  #lines: AddedLines = NOTHING_ADDED
  #stream: WireEventStream | null = null
  /** When the head of the stream went out. */
  #answeredAt: number | undefined = undefined
  #listeners: CloseListener | CloseListener[] | null = null

  constructor(
    host: RpcHost,
    compiled: CompiledRpc,
    res: HttpResponse,
    req: HttpRequest,
    id: RequestId,
    ending: Ending,
  ) {
    const { gate, fields, method } = compiled.route
    this.#host = host
    this.#compiled = compiled
    this.res = res
    this.method = method
    this.id = id
    this.ending = ending
    this.startedAt = host.traffic.lastBegun
    this.metric = compiled.metric
    this.rawQuery = rawQueryOf(req)
    const { forwarded, xForwardedFor } = host.callers.hopsOf(req)
    this.forwarded = forwarded
    this.xForwardedFor = xForwardedFor
    this.caller = host.callers.callerOf(this, gate === undefined ? '' : req.getHeader('authorization'))
    this.#fields = fields.map((name) => req.getHeader(name))
  }

  get unread(): Unread {
    return this.#host.unread
  }

  get requestId(): string {
    return this.id.text
  }

  get routeName(): string {
    return this.#compiled.route.name
  }

  get done(): boolean {
    return this.over
  }

  get streaming(): boolean {
    return this.#stream !== null
  }

  field(name: string): string {
    const position = this.#compiled.fields.get(name)
    if (position === undefined) throw new TypeError(`${this.routeName} does not name the field ${name}`)
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

  noteUnavailable(error: Unavailable): void {
    this.#host.traffic.fault(this, error)
  }

  addHeaders(headers: Headers): void {
    if (headers.length > 0) this.#lines = `${this.#lines}${addedLines(headers)}` as AddedLines
  }

  json(status: number, body: string): void {
    if (this.over) return
    if (this.#stream !== null) {
      this.#stream.end(body)
      return
    }
    const head = this.#host.jsonHead(status)
    this.#writeWhole(status, head, body.length > LONG_CHARACTERS ? Buffer.from(body) : body)
  }

  empty(status: number): void {
    if (this.over) return
    if (this.#stream !== null) {
      this.#stream.end()
      return
    }
    const head = this.#host.emptyHead(status)
    this.#writeWhole(status, head, null)
  }

  /** Sends a finished answer as it is, without a content coding. */
  reply({ digest, identity, status, statusLine }: Representation): void {
    if (this.over) return
    if (this.#stream === null) this.#writeWhole(status, { statusLine, fields: identity.head, digest }, identity.bytes)
    else this.res.close()
  }

  events(): EventStream {
    if (this.#stream === null) {
      this.#stream = new WireEventStream(this)
      // Streams stay open for hours, and a client may have many.
      this.body = ''
      this.parts = NO_PARTS
      if (!this.over) this.#host.traffic.openStreams++
    }
    return this.#stream
  }

  writeHead(): void {
    this.#answeredAt = performance.now()
    this.#writeFields(this.#host.streamFields, '')
    if (this.#host.traffic.endingOf(this) !== 'none') this.res.writeHeader('Connection', 'close')
  }

  finish(bodyBytes: number): void {
    this.#close(200, bodyBytes, '', false)
  }

  /** The client has gone. For a stream that is as good an end as any. */
  abort(): void {
    if (this.over) return
    if (this.#stream === null) this.#close(CLIENT_GONE, 0, '', true)
    else this.#close(200, this.#stream.sentBytes, '', true)
  }

  #writeWhole(status: number, head: Head, body: string | Uint8Array | null): void {
    // The address can be read only before the answer is out.
    const client = status >= 400 ? this.#host.callers.addressOf(this) : ''
    if (this.ending !== 'none') {
      this.over = true
      sendLast(
        this.res,
        () => this.#write(status, head, body, client),
        () => this.#close(CLIENT_GONE, 0, '', true),
      )
    } else if (this.corked) this.#write(status, head, body, client)
    else this.res.cork(() => this.#write(status, head, body, client))
  }

  #write(status: number, { digest, fields, statusLine }: Head, body: string | Uint8Array | null, client: string): void {
    const { res } = this
    const ending = this.#host.traffic.endingOf(this)
    if (statusLine !== '') res.writeStatus(statusLine)
    this.#writeFields(fields, digest)
    const length = lengthOf(body)
    if (body === null) sendNoBody(res, ending)
    else if (!sendBody(res, body, length, ending, this.#host.unread.turns)) {
      this.over = true
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      this.#host.unread.keep(res, bytes, ending, (complete) => {
        if (complete) this.#close(status, length, client, false)
        else this.#close(CLIENT_GONE, 0, '', true)
      })
      return
    }
    this.#close(status, length, client, false)
  }

  #writeFields(fields: HeaderBlock, digest: string): void {
    this.res.writeHeader(fields.withDigest(digest), this.#lines === '' ? this.id.bytes : this.id.text + this.#lines)
  }

  #close(status: number, bodyBytes: number, client: string, aborted: boolean): void {
    const { traffic } = this.#host
    this.over = true
    traffic.leave()
    if (this.#stream !== null) {
      this.#stream.release()
      traffic.openStreams--
    }
    traffic.record(this, status, bodyBytes, client, this.#answeredAt)
    const listeners = this.#listeners
    if (listeners === null) return
    this.#listeners = null
    for (const listener of typeof listeners === 'function' ? [listeners] : listeners) {
      try {
        listener(aborted)
      } catch (error) {
        traffic.fault(this, error)
      }
    }
  }
}

function lengthOf(body: string | Uint8Array | null): number {
  if (body === null) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}
