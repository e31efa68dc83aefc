import { performance } from 'node:perf_hooks'
import type { Log } from '../../shared/log.ts'
import type { RefusalReason } from '../../shared/result.ts'
import { activeTracer, type RequestTrace } from '../../shared/trace/request-trace.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import type { Metrics } from '../observe/metrics.ts'
import { createOutageLog } from '../route/outages.ts'
import type { Framing } from '../wire/request-head.ts'
import { createRequestIds, type RequestId } from '../wire/request-id.ts'
import { createRequestLog, type LoggedRequest } from '../observe/request-log.ts'
import { sendLast, type Ending } from './send.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

/** Status in the log, as nginx has it, for a client that went away before its answer. It never goes out. */
export const CLIENT_GONE = 499

/** The members of an exchange for the log and the metrics. */
export interface Passage extends LoggedRequest {
  /** Milliseconds, by `performance.now()`. */
  readonly startedAt: number
  /** Position of the route's name in the metrics. */
  readonly metric: number
  /** Why it was refused; null: it was not, or its status says it. */
  readonly refusal: RefusalReason | null
}

/** The account of a host's requests: their ids, how many are under way, their lines in the log. */
export interface Traffic {
  /** Begins the trace of a request, or gives null where nothing is traced. */
  trace(req: HttpRequest, method: string, routeName: string): RequestTrace | null
  /** Gives a new request its id. Null: its framing is doubtful, and it has been refused. */
  admit(res: HttpResponse, framing: Framing): RequestId | null
  /**
   * Logs and counts a request that is over.
   *
   * @param answeredAt Time at which its answer began, by `performance.now()`; default now. A stream may go on for hours.
   */
  record(passage: Passage, status: number, bodyBytes: number, client: string, answeredAt?: number): void
  /** Logs an error under the request's id. One that is `Unavailable` is logged now and then. */
  recordFault(passage: Pick<Passage, 'id' | 'routeName' | 'trace'>, error: unknown): void
  /** Number of requests that outlive their handlers. */
  inFlight: number
  /** Time at which the last request began, by `performance.now()`. */
  lastBegun: number
  /** What becomes of a connection with an answer that goes out now. Each answer of a host that drains ends its connection. */
  endingOf(exchange: { readonly ending: Ending }): Ending
  /** Number of open event streams. */
  openStreams: number
  startDraining(): void
  /**
   * Calls `listener` when the host begins to drain, or at once if it drains already. A listener that was added several times
   * is called until it has been removed as often.
   *
   * @returns a function that removes it, to be called once
   */
  onDrain(listener: () => void): () => void
}

export function createTraffic(options: {
  readonly host: string
  readonly log: Log
  readonly metrics: Metrics
}): Traffic {
  const { log, metrics } = options
  const nextId = createRequestIds()
  const logRequest = createRequestLog(log, options.host)
  const logOutage = createOutageLog(log)
  /** Counts how often each has been added and not removed: thousands of streams share one function. */
  const drainListeners = new Map<() => void, number>()
  let draining = false

  const tracer = activeTracer()
  const traffic: Traffic = {
    trace(req, method, route) {
      if (tracer === null) return null
      const attributes = { 'http.request.method': method, 'http.route': route, 'signpost.host': options.host }
      return tracer.begin(`${method} ${route}`, (name) => req.getHeader(name), attributes)
    },
    inFlight: 0,
    lastBegun: 0,
    openStreams: 0,
    admit(res, framing) {
      const id = nextId()
      if (framing === 'doubtful') {
        metrics.count('framing')
        refuseFraming(res, id)
        return null
      }
      traffic.lastBegun = performance.now()
      return id
    },
    record(passage, status, bodyBytes, client, answeredAt) {
      const { startedAt } = passage
      const now = performance.now()
      const refusal = refusalOf(passage, status)
      if (status === CLIENT_GONE) metrics.count('aborted')
      else metrics.record(passage.metric, status, (answeredAt ?? now) - startedAt, refusal)
      logRequest(passage, status, now - startedAt, bodyBytes, client, refusal)
      passage.trace?.end(status, { 'signpost.cache': passage.cache, ...(refusal && { 'signpost.refusal': refusal }) })
    },
    recordFault(passage, error) {
      if (error instanceof Unavailable) {
        logOutage(passage, error)
        return
      }
      const { id, routeName, trace } = passage
      const traced = trace === null ? {} : { traceId: trace.traceId }
      log.pino.error({ err: error, reqId: id.text, route: routeName, ...traced }, 'request failed')
    },
    endingOf: ({ ending }) => (ending === 'none' && draining ? 'close' : ending),
    startDraining() {
      draining = true
      for (const listener of drainListeners.keys()) listener()
      drainListeners.clear()
    },
    onDrain(listener) {
      if (draining) {
        listener()
        return () => undefined
      }
      drainListeners.set(listener, (drainListeners.get(listener) ?? 0) + 1)
      return () => {
        const left = (drainListeners.get(listener) ?? 0) - 1
        if (left > 0) drainListeners.set(listener, left)
        else drainListeners.delete(listener)
      }
    },
  }
  return traffic
}

/** Why a request was refused; null for other answers. */
function refusalOf({ refusal }: Passage, status: number): RefusalReason | null {
  if (refusal !== null || (status !== 429 && status !== 503)) return refusal
  return status === 429 ? 'limit' : 'other'
}

/** Refuses a request whose framing is doubtful: nothing that follows on its connection can be trusted (RFC 9112 §6.3). */
function refuseFraming(res: HttpResponse, id: RequestId): void {
  sendLast(res, () => res.writeStatus('400 Bad Request').writeHeader('X-Request-Id', id.bytes).end('', true))
}
