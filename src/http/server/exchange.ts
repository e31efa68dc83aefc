import type { Unavailable } from '../../shared/unavailable.ts'
import type { RouteWire } from '../route/error-wires.ts'
import type { AddedLines, HeaderLines } from '../wire/header-block.ts'
import type { CodingChoice } from '../wire/negotiation.ts'
import type { Outcome } from '../route/reply.ts'
import type { RequestId } from '../wire/request-id.ts'
import type { Ending } from './send.ts'
import type { CacheUse } from '../observe/request-log.ts'
import type { HttpResponse } from '../uws.ts'

/** What an exchange takes over from its route. */
export interface ExchangeRoute extends Pick<Exchange, 'common' | 'metric' | 'personal' | 'routeName' | 'wire'> {
  /** Whether its answers depend on what a client accepts and already has: codings, conditions and ranges. */
  readonly negotiates: boolean
}

/** What is kept of one request until its answer is out. */
export interface Exchange {
  readonly res: HttpResponse
  readonly method: string
  readonly headOnly: boolean
  readonly id: RequestId
  /** Milliseconds, by `performance.now()`. */
  readonly startedAt: number
  readonly coding: CodingChoice
  readonly ifNoneMatch: string
  readonly ifModifiedSince: string
  readonly range: string
  readonly ifRange: string
  /** Fields of proxies, as `Hops`. */
  readonly forwarded: string
  readonly xForwardedFor: string
  /** Position of the route's name in the metrics. */
  readonly metric: number
  readonly routeName: string
  /** The form of its errors. */
  readonly wire: RouteWire
  /** Header fields of each of its answers. */
  readonly common: HeaderLines
  /** Its answers are for one person. They are not compressed: the length would give away secrets beside text of others. */
  readonly personal: boolean
  /** The route's own answer to what is `Unavailable`; null: the wire answers. */
  unavailable: ((error: Unavailable) => Outcome) | null
  /** Called once, when the exchange is over; null: nobody waits for that. */
  endListener: EndListener | null
  /** Fields that are added to whatever the answer is. */
  added: AddedLines
  cache: CacheUse
  /** What becomes of the connection with the answer. A request with a chunked body ends it: see `sendLast`. */
  readonly ending: Ending
  /** A handler of uWebSockets.js is running, which corks by itself. Elsewhere, writing needs `cork`. */
  corked: boolean
  /** It outlives its handler: it counts as in flight, and an abort may come before the answer. */
  detached: boolean
  /** Answered or aborted: `res` may not be touched any more. */
  over: boolean
}

/** An object and not a function, so that no function is made for each request. */
export interface EndListener {
  /** @param aborted Whether the client has gone before the answer was out. */
  onEnd(aborted: boolean): void
}
