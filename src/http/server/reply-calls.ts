import type { AnswerCache } from '../cache/answer-cache.ts'
import type { Metrics } from '../observe/metrics.ts'
import type { Callers } from '../route/caller.ts'
import type { Caller } from '../route/gate.ts'
import type { ReadableField, RouteRequest, RouteRequestHead } from '../route/route.ts'
import { inTrace } from '../../shared/trace/request-trace.ts'
import { optsOut } from '../wire/opt-out.ts'
import { rawQueryOf } from '../wire/request-head.ts'
import { callInTurn } from './call-turns.ts'
import type { Exchange } from './exchange.ts'
import type { Responder } from './responder.ts'
import type { CalledRoute, CompiledReply } from './route-table.ts'
import { createSharedAnswers } from './shared-answers.ts'
import type { Writer } from './writer.ts'
import type { HttpRequest } from '../uws.ts'

const EMPTY = new Uint8Array(0)

type Fields = ReadonlyMap<ReadableField, string> | null

/** A request of a `ReplyRoute`, copied as far as its route may look at it. */
export interface ReplyCall {
  readonly kind: 'reply'
  readonly compiled: CompiledReply
  readonly path: string
  readonly rawQuery: string
  readonly fields: Fields
  /** Null where the route has no gate. */
  readonly caller: Caller | null
  body: Uint8Array
}

/** Answers requests of routes that return what goes out: from the cache, or by a call of the route. */
export interface ReplyCalls {
  open(exchange: Exchange, compiled: CompiledReply, path: string, req: HttpRequest): ReplyCall
  /** @param body Bytes that are overwritten after the call. */
  takeBody(call: ReplyCall, body: Buffer): void
  answer(exchange: Exchange, call: ReplyCall): void
}

export function createReplyCalls(options: {
  readonly cache: AnswerCache
  readonly callers: Callers
  readonly generation: () => number
  readonly metrics: Metrics
  readonly responder: Responder
  readonly writer: Writer
}): ReplyCalls {
  const { cache, callers, generation, metrics, responder, writer } = options
  const { fail, finish, refuse, respond } = responder
  const shareAnswer = createSharedAnswers({ cache, generation, responder })

  function answer(exchange: Exchange, call: ReplyCall): void {
    const { compiled } = call
    if (compiled.kind === 'fixed') {
      respond(exchange, compiled.fixed)
      return
    }
    if (exchange.personal || (exchange.method !== 'GET' && !exchange.headOnly)) {
      callLater(exchange, compiled, call, null)
      return
    }
    const rest = restOf(compiled, call)
    const found = cache.find(compiled.place, rest)
    if (found === undefined) {
      callLater(exchange, compiled, call, rest)
      return
    }
    metrics.count('cacheHits')
    exchange.cache = 'hit'
    respond(exchange, found)
  }

  function callLater(exchange: Exchange, compiled: CalledRoute, call: ReplyCall, rest: string | null): void {
    const isMade = callInTurn(() => {
      if (exchange.over) return
      try {
        callRoute(exchange, compiled, call, rest)
      } catch (error) {
        fail(exchange, error)
      }
    })
    if (!isMade) writer.detach(exchange)
  }

  /** @param rest The request's name in the cache; null: nothing leads from the request as it came to its answer. */
  function callRoute(exchange: Exchange, compiled: CalledRoute, call: ReplyCall, rest: string | null): void {
    const parsed = compiled.parse(call.rawQuery)
    if (!parsed.ok) {
      refuse(exchange, parsed)
      return
    }
    const { body, fields, path, rawQuery } = call
    // Each member is written out: V8 gives an object that is spread into a literal a shape of its own.
    const request: RouteRequest = {
      path,
      rawQuery,
      field: readerOf(fields),
      query: parsed.value,
      body,
      caller: call.caller ?? callers.callerOf(exchange, ''),
    }
    const outcome = inTrace(exchange.trace, () => compiled.call(request))
    if (outcome instanceof Promise) {
      writer.detach(exchange)
      outcome
        .then((value) => respond(exchange, finish(exchange, value)))
        .catch((error: unknown) => fail(exchange, error))
    } else if (outcome.key !== undefined) {
      if (exchange.personal) throw new TypeError(`${exchange.routeName} answers with something to keep, and may not`)
      const { key, variant = 0 } = outcome
      const found = rest === null ? cache.peek({ key, variant }) : cache.findByName(key, variant, compiled.place, rest)
      metrics.count(found === undefined ? 'cacheMisses' : 'cacheHits')
      exchange.cache = found === undefined ? 'miss' : 'hit'
      if (found !== undefined) {
        respond(exchange, found)
        return
      }
      writer.detach(exchange)
      inTrace(exchange.trace, () => shareAnswer(exchange, outcome))
    } else {
      respond(exchange, finish(exchange, outcome))
    }
  }

  return {
    open(exchange, compiled, path, req) {
      const { gate, reads, tally, unavailable } = compiled.rules
      const isSecret = compiled.route.credentials === 'path'
      const call: ReplyCall = {
        kind: 'reply',
        compiled,
        path,
        rawQuery: rawQueryOf(req),
        fields: reads === undefined ? null : readFields(req, reads),
        caller:
          gate === undefined ? null : callers.callerOf(exchange, isSecret ? path : callers.heads.authorizationOf(req)),
        body: EMPTY,
      }
      if (tally !== undefined && !optsOut(req)) {
        exchange.tally = tally
        exchange.rawQuery = call.rawQuery
      }
      if (unavailable !== undefined) exchange.unavailable = (error) => unavailable(headOf(call), error)
      return call
    },
    takeBody(call, body) {
      if (body.byteLength > 0) call.body = new Uint8Array(body)
    },
    answer,
  }
}

function headOf({ fields, path, rawQuery }: ReplyCall): RouteRequestHead {
  return { path, rawQuery, field: readerOf(fields) }
}

const readNothing = (): string => ''

function readerOf(fields: Fields): RouteRequestHead['field'] {
  return fields === null ? readNothing : (name) => fields.get(name) ?? ''
}

function readFields(req: HttpRequest, names: readonly ReadableField[]): Fields {
  return new Map(names.map((name) => [name, req.getHeader(name)]))
}

/**
 * The rest of a request beside the path of its route, with the fields that the route reads. Requests of one route that are
 * equal in it have equal answers. No field holds a line end.
 */
function restOf({ exact }: CalledRoute, { fields, path, rawQuery }: ReplyCall): string {
  const url = exact ? rawQuery : `${path}?${rawQuery}`
  return fields === null ? url : `${url}\n${[...fields.values()].join('\n')}`
}
