import type { RefusalReason } from '../../shared/result.ts'
import type { Unavailable } from '../../shared/unavailable.ts'
import type { CacheUse } from '../observe/request-log.ts'
import type { Callers } from '../route/caller.ts'
import type { RouteWire } from '../route/error-wires.ts'
import type { Outcome } from '../route/reply.ts'
import type { Tally } from '../route/route.ts'
import { type AddedLines, type HeaderLines, NOTHING_ADDED } from '../wire/header-block.ts'
import { chooseCoding, type CodingChoice } from '../wire/negotiation.ts'
import type { RequestHead } from '../wire/request-head.ts'
import type { Ending } from './send.ts'
import type { Passage, Traffic } from './traffic.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

/** The members that an exchange takes over from its route. */
export interface ExchangeRoute extends Pick<Exchange, 'common' | 'metric' | 'personal' | 'routeName' | 'wire'> {
  /** Whether its answers depend on what a client accepts and already has: codings, conditions and ranges. */
  readonly negotiates: boolean
}

/** One request, as far as it is kept until its answer is out. */
export interface Exchange extends Passage, Omit<RequestHead, 'acceptEncoding' | 'framing'> {
  readonly res: HttpResponse
  readonly headOnly: boolean
  readonly coding: CodingChoice
  /** The form of its errors. */
  readonly wire: RouteWire
  /** Header fields of each of its answers. */
  readonly common: HeaderLines
  /** Its answers are for one person. They are not compressed: the length would give away secrets beside text of others. */
  readonly personal: boolean
  /** The route's own answer to what is `Unavailable`; null: the wire answers. */
  unavailable: ((error: Unavailable) => Outcome) | null
  /** Counts its answer; null: nobody does, or the client asks not to be counted. */
  tally: Tally | null
  /** Query string as it came, for the tally; `''` without one. */
  rawQuery: string
  /** The side that the `answer` of an RpcRoute sees; null on other routes. */
  rpc: RpcSide | null
  /** Frees the memory that is held for its body, whatever becomes of it, or null. */
  freeBody: (() => void) | null
  /** Fields that are added to whatever the answer is. */
  added: AddedLines
  cache: CacheUse
  /** Why it was refused; null: it was not, or its status says it. */
  refusal: RefusalReason | null
  /** What becomes of the connection with the answer. A request with a chunked body ends it: see `sendLast`. */
  ending: Ending
  /** A handler of uWebSockets.js is running, which corks by itself. Elsewhere, writing needs `cork`. */
  corked: boolean
  /** It outlives its handler: it counts as in flight, and an abort may come before the answer. */
  detached: boolean
  /** Answered or aborted: `res` may not be touched any more. */
  over: boolean
}

/** The part of an RPC exchange that the server must know. */
export interface RpcSide {
  /** Text of the request's body, for the id in a refusal; `''` where it was not read or is long. */
  readonly refusedBody: string
  /** The head of an event stream may be out, after which nothing else can be answered. */
  readonly streaming: boolean
  /**
   * Called once, when the exchange is over.
   *
   * @param aborted Whether the client has gone before the answer was out.
   */
  onEnd(aborted: boolean): void
}

/** Copies from a request what its answer needs. Null: the request was refused, and is over. */
export type Admit = (res: HttpResponse, req: HttpRequest, method: string, route: ExchangeRoute) => Exchange | null

export function createAdmission({ heads }: Callers, traffic: Traffic): Admit {
  return (res, req, method, { common, metric, negotiates, personal, routeName, wire }) => {
    const head = negotiates ? heads.read(req, method) : heads.readFraming(req, method)
    const id = traffic.admit(res, head.framing)
    if (id === null) return null
    const headOnly = method === 'HEAD'
    // Only GET and HEAD depend on what the client holds, and only GET has ranges (RFC 9110 §13.1.2, §14.2).
    const reads = headOnly || method === 'GET'
    return {
      res,
      method,
      headOnly,
      id,
      startedAt: traffic.lastBegun,
      coding: chooseCoding(head.acceptEncoding),
      ifNoneMatch: reads ? head.ifNoneMatch : '',
      range: method === 'GET' ? head.range : '',
      ifRange: head.ifRange,
      forwarded: head.forwarded,
      xForwardedFor: head.xForwardedFor,
      metric,
      routeName,
      trace: traffic.trace(req, method, routeName),
      wire,
      common,
      personal,
      unavailable: null,
      tally: null,
      rawQuery: '',
      rpc: null,
      freeBody: null,
      added: NOTHING_ADDED,
      cache: 'none',
      refusal: null,
      // Nothing behind a chunked body may be read (docs/decisions/0002).
      ending: head.framing === 'chunked' ? 'linger' : 'none',
      corked: true,
      detached: false,
      over: false,
    }
  }
}
