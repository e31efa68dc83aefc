import type { Log } from '../shared/log.ts'
import type { AnswerCache } from './answer-cache.ts'
import { ALLOWED_METHODS, PREFLIGHT_HEADERS } from './cors.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderLines } from './header-block.ts'
import { UNMATCHED } from './metrics.ts'
import type { Metrics } from './metrics.ts'
import type { ErrorWire } from './error-wires.ts'
import { isServiceError } from './reply.ts'
import type { Outcome } from './reply.ts'
import { createRepresentation } from './representation.ts'
import type { Representation } from './representation.ts'
import type { Responder } from './responder.ts'
import type { ReadableField, RouteRequest } from './route.ts'
import type { CalledRoute, CompiledRoute } from './route-table.ts'
import { createSharedAnswers } from './shared-answers.ts'
import type { HttpRequest, HttpResponse } from './uws.ts'

const INTERNAL = {
  status: 500,
  code: 'internal',
  detail: 'The service failed to answer. The fault is in its log under the X-Request-Id of this answer.',
}

const PREFLIGHT = {
  status: 204,
  cacheControl: 'no-store',
  headers: [['Allow', ALLOWED_METHODS], ...PREFLIGHT_HEADERS],
} as const

export interface Server {
  /** Answers a request on a route, which only looks at whether the method is HEAD. */
  serve(res: HttpResponse, req: HttpRequest, method: string, path: string, compiled: CompiledRoute): void
  /** Answers a method that no route has: OPTIONS with what is allowed, others with 405. */
  refuseMethod(res: HttpResponse, req: HttpRequest, method: string, routeName: string): void
}

/** The life of a request: copy, look in the cache, parse, call the route, send once. */
export function createServer(options: {
  readonly responder: Responder
  /** Header fields of every answer. */
  readonly common: HeaderLines
  readonly wire: ErrorWire
  readonly cache: AnswerCache
  readonly generation: () => number
  readonly metrics: Metrics
  readonly log: Log
}): Server {
  const { cache, common, log, metrics, responder, wire } = options
  const metricOf = new Map(metrics.shared.routes.map((name, index) => [name, index]))
  const preflight = createRepresentation(PREFLIGHT, common)
  const shareAnswer = createSharedAnswers({ cache, generation: options.generation, finish, respond, fail })

  function begin(res: HttpResponse, req: HttpRequest, method: string, routeName: string): Exchange | null {
    const exchange = responder.begin(res, req, method)
    if (exchange !== null) {
      exchange.routeName = routeName
      exchange.metric = metricOf.get(routeName) ?? metricOf.get(UNMATCHED)!
    }
    return exchange
  }

  function finish(outcome: Outcome): Representation {
    return createRepresentation(isServiceError(outcome) ? wire(outcome) : outcome, common)
  }

  function respond(exchange: Exchange, representation: Representation): void {
    responder.respond(exchange, representation, fail)
  }

  function fail(exchange: Exchange, error: unknown): void {
    log.pino.error({ err: error, reqId: exchange.requestId, route: exchange.routeName }, 'request failed')
    respond(exchange, finish(INTERNAL))
  }

  function serve(res: HttpResponse, req: HttpRequest, method: string, path: string, compiled: CompiledRoute): void {
    const exchange = begin(res, req, method, compiled.route.name)
    if (exchange === null) return
    if (compiled.fixed !== null) {
      respond(exchange, compiled.fixed)
      return
    }
    // Its type says string, but without a question mark it is undefined.
    const rawQuery = (req.getQuery() as string | undefined) ?? ''
    const { reads } = compiled.route
    const fields = reads === undefined ? null : readFields(req, reads)
    const alias = aliasOf(path, rawQuery, fields)
    const found = cache.find(alias)
    if (found !== undefined) {
      metrics.count('cacheHits')
      exchange.cache = 'hit'
      respond(exchange, found)
      return
    }
    try {
      answer(exchange, compiled, alias, path, rawQuery, fields)
    } catch (error) {
      fail(exchange, error)
    }
  }

  function answer(
    exchange: Exchange,
    compiled: CalledRoute,
    alias: string,
    path: string,
    rawQuery: string,
    fields: Fields,
  ): void {
    const parsed = compiled.parse(rawQuery)
    if (!parsed.ok) {
      respond(exchange, finish(parsed.error))
      return
    }
    const request: RouteRequest = {
      path,
      query: parsed.values,
      body: new Uint8Array(0),
      caller: { address: '', authorization: '' },
      field: (name) => fields?.get(name) ?? '',
    }
    const outcome = compiled.call(request)
    if (outcome instanceof Promise) {
      responder.detach(exchange)
      outcome.then((value) => respond(exchange, finish(value))).catch((error: unknown) => fail(exchange, error))
    } else if ('produce' in outcome) {
      const found = cache.findByKey(outcome.key, alias)
      metrics.count(found === undefined ? 'cacheMisses' : 'cacheHits')
      exchange.cache = found === undefined ? 'miss' : 'hit'
      if (found !== undefined) {
        respond(exchange, found)
        return
      }
      responder.detach(exchange)
      shareAnswer(exchange, outcome)
    } else {
      respond(exchange, finish(outcome))
    }
  }

  return {
    serve,
    refuseMethod(res, req, method, routeName) {
      const exchange = begin(res, req, method, routeName)
      if (exchange === null) return
      if (method === 'OPTIONS') {
        respond(exchange, preflight)
        return
      }
      const detail = `This address answers ${ALLOWED_METHODS} only.`
      respond(exchange, finish({ status: 405, code: 'endpoint_not_found', detail, allow: ALLOWED_METHODS }))
    },
  }
}

type Fields = ReadonlyMap<ReadableField, string> | null

function readFields(req: HttpRequest, names: readonly ReadableField[]): Fields {
  return new Map(names.map((name) => [name, req.getHeader(name)]))
}

/** A URL as it came, with the fields that its route reads: equal aliases have equal answers. No field holds a line end. */
function aliasOf(path: string, rawQuery: string, fields: Fields): string {
  const url = `${path}?${rawQuery}`
  return fields === null ? url : `${url}\n${[...fields.values()].join('\n')}`
}
