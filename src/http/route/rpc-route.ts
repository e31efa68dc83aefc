import type { RefusalReason } from '../../shared/result.ts'
import type { Unavailable } from '../../shared/unavailable.ts'
import type { Caller } from './gate.ts'
import type { Headers } from '../wire/header-block.ts'
import type { BodyRule, RouteBase } from './route-base.ts'
import type { ServiceError } from './service-error.ts'

/**
 * Longer bodies are parsed by another thread, where their route has one. The worst body of 64 KiB, with an object for each
 * value, takes 10 to 20 ms on a busy machine.
 */
export const LISTENER_BODY_LIMIT_BYTES = 64 * 1024

/**
 * A line of a host's URL surface whose `answer` sends by itself, in one piece or as a stream of events: JSON-RPC over HTTP.
 * `serve` reads the head and the bounded body, asks the gate, and hands over an exchange. The wire is given 400, 401, 403,
 * 413, 415 and 429 as well as what `answer` throws.
 */
export interface RpcRoute extends RouteBase {
  readonly kind: 'rpc'
  readonly method: 'POST' | 'DELETE'
  readonly body?: BodyRule & { readonly mediaType: 'application/json' }
  /**
   * A request whose `Origin` field this does not accept is refused with 403. It is asked only where there is one.
   *
   * @param host The `Host` field as it came.
   */
  readonly originAllowed: (origin: string, host: string) => boolean
  /** The cost of a body, for the gate; must not throw. Default 1. */
  readonly cost?: (body: BodySize) => number
  /**
   * Reads a body of more than `LISTENER_BODY_LIMIT_BYTES` in another thread and gives back one that is short enough for this one.
   * May reject with `Unavailable`. Default: long bodies are handed over as they are.
   */
  readonly shorten?: (body: Uint8Array<ArrayBuffer>, exchange: RpcExchange) => Promise<ShortenedBody>
  /** Must answer the exchange, now or later. What it throws is logged and answered: `Unavailable` with 503, all else with 500. */
  readonly answer: (exchange: RpcExchange) => void
}

/** The size of a body that is not parsed yet. */
export interface BodySize {
  readonly bytes: number
  /** Elements of a batch; 1 for everything else. */
  readonly messages: number
}

/** JSON text without its long parts. */
export interface ShortenedBody {
  readonly text: string
  readonly parts: readonly BodyPart[]
  /** The reason why the body is refused all the same; the wire is then given `text`. */
  readonly error?: ServiceError
}

/** A value that was taken out of a body. It stands beside the text, where nothing that a client writes can look like it. */
export interface BodyPart {
  /** Names and positions of members, from the whole body down to its place. */
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** One request of an RpcRoute, with its answer. After `done` nothing goes out any more, and every method does nothing. */
export interface RpcExchange {
  /** Names the request in the log. */
  readonly requestId: string
  /** The decoded body; `''` without a body, and from the call of `events` on, so that open streams hold no bodies. */
  readonly body: string
  /** The values that `shorten` has taken out of the body; empty where it was not asked. */
  readonly parts: readonly BodyPart[]
  /** Raw query string without the question mark. */
  readonly rawQuery: string
  readonly caller: Caller
  /** The subject of a valid token; null for anonymous callers. */
  readonly subject: string | null
  /** See `Admitted`; undefined without a gate. */
  readonly principal: unknown
  readonly found: unknown
  /** The answer is out in full, or the client has gone. */
  readonly done: boolean
  /** Value of a field that the route `reads`; `''` when it is absent. */
  field(name: string): string
  /** Calls the listener once, when the answer is out or the client has gone (`aborted`). Several listeners may be added. */
  onClose(listener: (aborted: boolean) => void): void
  /**
   * Calls the listener when the host begins to stop, or at once if it has begun: the place to end a stream that has no end of
   * its own. A stream without such a listener goes on until the wait for requests under way is over.
   */
  onDrain(listener: () => void): void
  /** Counts and logs an outage that the handler answers itself: thousands of them a second make one line. */
  recordUnavailable(error: Unavailable): void
  /** Says why the request is refused, for metrics. A handler that answers so itself calls it before it answers. */
  refused(reason: RefusalReason): void
  /** Adds fields to the answer, before anything has gone out. */
  addHeaders(headers: Headers): void
  /** Sends a whole `application/json` answer; after `events` its last event, whatever the status. */
  json(status: number, body: string): void
  /** Sends an answer without a body (202, 204); after `events` the end of the stream. */
  empty(status: number): void
  /** Begins the event stream of this answer (200, `text/event-stream`). Its head goes out with its first event or comment. */
  events(): EventStream
  /** Whether `events` has been called. */
  readonly streaming: boolean
}

/**
 * Server-sent events (HTML Living Standard §9.2). When the client reads slowly, events wait in a bounded queue. An event
 * with the same `key` replaces its predecessor there. A queue above its limit ends the connection.
 */
export interface EventStream {
  /** `data` must hold no line end; JSON.stringify makes none. */
  send(data: string, key?: string): void
  /** Sends a comment line, which keeps connections alive. It is dropped while the client is not reading. */
  comment(): void
  /** Ends the answer after the events that wait, with `data` as its last event. */
  end(data?: string): void
}
