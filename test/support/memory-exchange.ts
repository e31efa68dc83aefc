import type { Headers } from '../../src/http/wire/header-block.ts'
import type { EventStream, RpcExchange } from '../../src/http/route/rpc-route.ts'

/** Answer that was sent through a `memoryExchange`. */
export interface MemoryAnswer {
  /** Status of the answer: 0 before there is one, 200 for a stream. */
  status: number
  /** Body of a JSON answer. */
  body: string
  /** Data of the events of a stream, in order. */
  readonly events: string[]
  comments: number
  readonly headers: [string, string][]
  /** Messages of the outages that the handler has recorded. */
  readonly outages: string[]
  ended: boolean
  /** Number of answers that were begun. More than one is a fault of the handler. */
  begun: number
}

export interface MemoryExchange {
  readonly exchange: RpcExchange
  readonly answer: MemoryAnswer
  /** Resolves when the answer is complete or the client has disconnected. */
  readonly closed: Promise<void>
  /** Simulates that the client disconnects. */
  abort(): void
  /** Simulates that the host stops accepting requests. */
  drain(): void
}

/** Creates an exchange without a network, for handlers of RPC routes. */
export function memoryExchange(request: {
  readonly body?: string
  readonly rawQuery?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly subject?: string | null
  readonly principal?: unknown
  readonly found?: unknown
  readonly address?: string
}): MemoryExchange {
  const answer: MemoryAnswer = {
    status: 0,
    body: '',
    events: [],
    comments: 0,
    headers: [],
    outages: [],
    ended: false,
    begun: 0,
  }
  const listeners: ((aborted: boolean) => void)[] = []
  const drainListeners: (() => void)[] = []
  let done = false
  let stream: EventStream | null = null
  let resolveClosed: () => void
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve
  })

  function close(aborted: boolean): void {
    if (done) return
    done = true
    for (const listener of listeners) listener(aborted)
    resolveClosed()
  }

  function whole(status: number, body: string): void {
    if (done) return
    if (stream !== null) {
      stream.end(body === '' ? undefined : body)
      return
    }
    answer.begun++
    answer.status = status
    answer.body = body
    answer.ended = true
    close(false)
  }

  const exchange: RpcExchange = {
    requestId: 'test',
    body: request.body ?? '',
    parts: [],
    rawQuery: request.rawQuery ?? '',
    caller: { address: request.address ?? '127.0.0.1', authorization: '' },
    subject: request.subject ?? null,
    principal: request.principal,
    found: request.found,
    get done() {
      return done
    },
    get streaming() {
      return stream !== null
    },
    field: (name) => request.fields?.[name] ?? '',
    onClose: (listener) => void listeners.push(listener),
    recordUnavailable: (error) => void answer.outages.push(error.message),
    refused: () => undefined,
    onDrain: (listener) => void drainListeners.push(listener),
    addHeaders: (headers: Headers) => answer.headers.push(...headers.map(([n, v]): [string, string] => [n, v])),
    json: whole,
    empty: (status) => whole(status, ''),
    events() {
      if (stream !== null) return stream
      answer.begun++
      answer.status = 200
      stream = {
        send(data) {
          if (!done) answer.events.push(data)
        },
        comment() {
          if (!done) answer.comments++
        },
        end(data) {
          if (done) return
          if (data !== undefined) answer.events.push(data)
          answer.ended = true
          close(false)
        },
      }
      return stream
    },
  }
  return {
    exchange,
    answer,
    closed,
    abort: () => close(true),
    drain: () => drainListeners.forEach((listener) => listener()),
  }
}
