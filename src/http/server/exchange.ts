import type { Unavailable } from '../../shared/unavailable.ts'
import type { ErrorWire } from '../route/error-wires.ts'
import type { AddedLines, HeaderLines } from '../wire/header-block.ts'
import type { CodingChoice } from '../wire/negotiation.ts'
import type { Outcome } from '../route/reply.ts'
import type { RequestId } from '../wire/request-id.ts'
import type { Ending } from './send.ts'
import type { CacheUse } from '../observe/request-log.ts'
import type { HttpResponse } from '../uws.ts'

/** What an exchange takes over from its route. */
export type ExchangeRoute = Pick<Exchange, 'common' | 'metric' | 'personal' | 'routeName' | 'wire'>

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
  /** How its errors look. */
  readonly wire: ErrorWire
  /** Header fields of each of its answers. */
  readonly common: HeaderLines
  /** Its answers are for one person: not to be compressed, since the length would tell of secrets beside text of others. */
  readonly personal: boolean
  /** How its route answers what is `Unavailable`; null: by the wire. */
  unavailable: ((error: Unavailable) => Outcome) | null
  /** Fields that the gate has added to whatever the answer is. */
  gateLines: AddedLines
  cache: CacheUse
  /** What becomes of the connection with the answer. A request with a chunked body ends it: see `sendLast`. */
  readonly ending: Ending
  /** The handler has returned: writing needs `cork`, and an abort may come before the answer. */
  detached: boolean
  /** Answered or aborted: `res` may not be touched any more. */
  over: boolean
}
