import { Unavailable } from '../../shared/unavailable.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import { bodyFault, bodyRefusal, hasEmptyBody, readBody } from './body.ts'
import type { Admit } from './admission.ts'
import type { Callers } from '../route/caller.ts'
import type { Exchange } from './exchange.ts'
import type { Caller, FieldReader, Gate, Verdict } from '../route/gate.ts'
import { addedLines } from '../wire/header-block.ts'
import type { Metrics } from '../observe/metrics.ts'
import { toServiceError } from '../route/outages.ts'
import { rawQueryOf } from '../wire/request-head.ts'
import { isServiceError } from '../route/reply.ts'
import type { Outcome } from '../route/reply.ts'
import { createRepresentation } from '../cache/representation.ts'
import type { Representation } from '../cache/representation.ts'
import type { Respond } from './responder.ts'
import type { ReadableField, RouteRequest, RouteRequestHead } from '../route/route.ts'
import type { CalledRoute, CompiledRoute, CompiledRpc, PathEntry } from './route-table.ts'
import type { ServiceError } from '../route/service-error.ts'
import { createSharedAnswers } from './shared-answers.ts'
import type { Traffic } from './traffic.ts'
import type { Writer } from './writer.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

const EMPTY = new Uint8Array(0)
/** Gates of routes look at credentials and addresses alone. */
const NO_FIELDS: FieldReader = { field: () => '' }

export const INTERNAL: ServiceError = {
  ok: false,
  status: 500,
  code: 'internal',
  detail: 'The service failed to answer. The fault is in its log under the X-Request-Id of this answer.',
}

type PlainRoute = Exclude<CompiledRoute, CompiledRpc>

export interface Server {
  /** Answers a request on a route, whose method is the request's, or GET for a HEAD. */
  serve(res: HttpResponse, req: HttpRequest, method: string, path: string, compiled: PlainRoute): void
  /** Answers a method that a path does not have: OPTIONS with what is allowed, others with 405. */
  refuseMethod(res: HttpResponse, req: HttpRequest, method: string, entry: Omit<PathEntry, 'path' | 'routes'>): void
}

/** A request, copied as far as its route may look at it. */
interface Asked {
  readonly compiled: PlainRoute
  readonly path: string
  readonly rawQuery: string
  readonly fields: Fields
  /** Null where nobody asked for the request's credentials. */
  readonly caller: Caller | null
}

/** The life of a request: copy, read its body, ask the gate, look in the cache, parse, call the route, send once. */
export function createServer(options: {
  readonly admit: Admit
  readonly writer: Writer
  readonly respond: Respond
  readonly traffic: Traffic
  readonly callers: Callers
  /** Code of a 405. */
  readonly methodNotAllowedCode: string
  readonly cache: AnswerCache
  readonly generation: () => number
  readonly metrics: Metrics
}): Server {
  const { admit, cache, callers, metrics, traffic, writer } = options
  const shareAnswer = createSharedAnswers({ cache, generation: options.generation, finish, respond, fail })

  function finish(exchange: Exchange, outcome: Outcome): Representation {
    const reply = isServiceError(outcome) ? exchange.wire(outcome, '') : outcome
    return createRepresentation(reply, exchange.common, !exchange.personal)
  }

  function respond(exchange: Exchange, representation: Representation): void {
    options.respond(exchange, representation, fail)
  }

  function refuse(exchange: Exchange, error: ServiceError): void {
    respond(exchange, finish(exchange, error))
  }

  function fail(exchange: Exchange, error: unknown): void {
    traffic.fault(exchange, error)
    if (!(error instanceof Unavailable)) {
      refuse(exchange, INTERNAL)
      return
    }
    try {
      respond(exchange, finish(exchange, exchange.unavailable?.(error) ?? toServiceError(error)))
    } catch (fault) {
      traffic.fault(exchange, fault)
      refuse(exchange, INTERNAL)
    }
  }

  function serve(res: HttpResponse, req: HttpRequest, method: string, path: string, compiled: PlainRoute): void {
    const exchange = admit(res, req, method, compiled.begins)
    if (exchange === null) return
    start(exchange, req, path, compiled)
    exchange.corked = false
  }

  function start(exchange: Exchange, req: HttpRequest, path: string, compiled: PlainRoute): void {
    const { body, gate, reads, unavailable } = compiled.rules
    if (compiled.kind === 'fixed' && gate === undefined && body === undefined) {
      respond(exchange, compiled.fixed)
      return
    }
    const asked: Asked = {
      compiled,
      path,
      rawQuery: rawQueryOf(req),
      fields: reads === undefined ? null : readFields(req, reads),
      caller: gate === undefined ? null : callers.callerOf(exchange, callers.heads.authorizationOf(req)),
    }
    if (unavailable !== undefined) exchange.unavailable = (error) => unavailable(headOf(asked), error)
    if (body === undefined) {
      passGate(exchange, asked, gate, EMPTY)
      return
    }
    writer.detach(exchange)
    const fault = bodyFault(req, body.mediaType, body.limitBytes)
    if (fault !== null) {
      refuse(exchange, bodyRefusal(fault, body))
      return
    }
    if (hasEmptyBody(req)) {
      passGate(exchange, asked, gate, EMPTY)
      return
    }
    readBody(exchange.res, body.limitBytes, (bytes) => {
      if (exchange.over) return
      exchange.corked = true
      if (bytes === null) refuse(exchange, bodyRefusal('too-large', body))
      else passGate(exchange, asked, gate, bytes.byteLength === 0 ? EMPTY : new Uint8Array(bytes))
      exchange.corked = false
    })
  }

  function passGate(exchange: Exchange, asked: Asked, gate: Gate | undefined, body: Uint8Array): void {
    try {
      if (gate === undefined) {
        proceed(exchange, asked, body)
        return
      }
      const verdict = gate(asked.caller ?? callers.callerOf(exchange, ''), 1, NO_FIELDS)
      if (verdict instanceof Promise) {
        writer.detach(exchange)
        verdict.then((late) => heed(exchange, asked, body, late)).catch((error: unknown) => fail(exchange, error))
      } else {
        heed(exchange, asked, body, verdict)
      }
    } catch (error) {
      fail(exchange, error)
    }
  }

  function heed(exchange: Exchange, asked: Asked, body: Uint8Array, verdict: Verdict): void {
    if (exchange.over) return
    if (verdict.ok) {
      exchange.added = addedLines(verdict.headers)
      proceed(exchange, asked, body)
    } else {
      refuse(exchange, verdict)
    }
  }

  function proceed(exchange: Exchange, asked: Asked, body: Uint8Array): void {
    const { compiled } = asked
    if (compiled.kind === 'fixed') {
      respond(exchange, compiled.fixed)
      return
    }
    if (exchange.method === 'POST' || exchange.personal) {
      answer(exchange, compiled, asked, body, null)
      return
    }
    const rest = restOf(compiled, asked)
    const found = cache.find(compiled.place, rest)
    if (found === undefined) {
      answer(exchange, compiled, asked, body, rest)
      return
    }
    metrics.count('cacheHits')
    exchange.cache = 'hit'
    respond(exchange, found)
  }

  /** @param rest As it is found in the cache; null: it is not to be kept. */
  function answer(
    exchange: Exchange,
    compiled: CalledRoute,
    asked: Asked,
    body: Uint8Array,
    rest: string | null,
  ): void {
    const parsed = compiled.parse(asked.rawQuery)
    if (!parsed.ok) {
      refuse(exchange, parsed)
      return
    }
    const { fields, path, rawQuery } = asked
    // Written out: of an object that is spread into a literal V8 makes one with a shape of its own.
    const request: RouteRequest = {
      path,
      rawQuery,
      field: readerOf(fields),
      query: parsed.value,
      body,
      caller: asked.caller ?? callers.callerOf(exchange, ''),
    }
    const outcome = compiled.call(request)
    if (outcome instanceof Promise) {
      writer.detach(exchange)
      outcome
        .then((value) => respond(exchange, finish(exchange, value)))
        .catch((error: unknown) => fail(exchange, error))
    } else if (outcome.key !== undefined) {
      if (rest === null) throw new TypeError(`${exchange.routeName} answers with something to keep, and may not`)
      const { key, variant = 0 } = outcome
      const found = cache.findByName(key, variant, compiled.place, rest)
      metrics.count(found === undefined ? 'cacheMisses' : 'cacheHits')
      exchange.cache = found === undefined ? 'miss' : 'hit'
      if (found !== undefined) {
        respond(exchange, found)
        return
      }
      writer.detach(exchange)
      shareAnswer(exchange, outcome)
    } else {
      respond(exchange, finish(exchange, outcome))
    }
  }

  return {
    serve,
    refuseMethod(res, req, method, entry) {
      const { allow, begins, preflight } = entry
      const exchange = admit(res, req, method, begins)
      if (exchange === null) return
      if (method === 'OPTIONS') {
        respond(exchange, preflight)
        return
      }
      const detail = `This address answers ${allow} only.`
      refuse(exchange, { ok: false, status: 405, code: options.methodNotAllowedCode, detail, allow })
    },
  }
}

function headOf({ fields, path, rawQuery }: Asked): RouteRequestHead {
  return { path, rawQuery, field: readerOf(fields) }
}

const readNothing = (): string => ''

function readerOf(fields: Fields): RouteRequestHead['field'] {
  return fields === null ? readNothing : (name) => fields.get(name) ?? ''
}

type Fields = ReadonlyMap<ReadableField, string> | null

function readFields(req: HttpRequest, names: readonly ReadableField[]): Fields {
  return new Map(names.map((name) => [name, req.getHeader(name)]))
}

/**
 * What a request has beside the path of its route, with the fields that the route reads: requests of one route that are equal
 * in it have equal answers. No field holds a line end.
 */
function restOf({ exact }: CalledRoute, { fields, path, rawQuery }: Asked): string {
  const url = exact ? rawQuery : `${path}?${rawQuery}`
  return fields === null ? url : `${url}\n${[...fields.values()].join('\n')}`
}
