import { performance } from 'node:perf_hooks'
import type { Log } from '../../shared/log.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import type { Metrics } from '../observe/metrics.ts'
import { createOutageLog } from '../route/outages.ts'
import type { Framing } from '../wire/request-head.ts'
import { createRequestIds, type RequestId } from '../wire/request-id.ts'
import { createRequestLog } from '../observe/request-log.ts'
import type { CacheUse } from '../observe/request-log.ts'
import { sendLast, type Ending } from './send.ts'
import type { HttpResponse } from '../uws.ts'

/** Logged as nginx does: the client went away before its answer. It never goes out. */
export const CLIENT_GONE = 499

/** What the log and the metrics tell of a request. */
export interface Passage {
  readonly method: string
  readonly id: RequestId
  /** Milliseconds, by `performance.now()`. */
  readonly startedAt: number
  /** Position of the route's name in the metrics. */
  readonly metric: number
  readonly routeName: string
  readonly cache: CacheUse
}

/** The account of a host's requests: their ids, how many are under way, their lines in the log. */
export interface Traffic {
  /** The id of a new request. Null: its framing is doubtful, and it has been refused. */
  admit(res: HttpResponse, framing: Framing): RequestId | null
  /** The request outlives its handler; `leave` when it is over. */
  enter(): void
  leave(): void
  /**
   * Logs and counts a request that is over.
   *
   * @param answeredAt When its answer began, by `performance.now()`; default now. A stream may go on for hours after that.
   */
  record(passage: Passage, status: number, bodyBytes: number, client: string, answeredAt?: number): void
  /** Logs what went wrong inside, under the request's id; what is `Unavailable` is counted, and logged now and then. */
  fault(passage: Pick<Passage, 'id' | 'routeName'>, error: unknown): void
  readonly inFlight: number
  /** When the last request began, by `performance.now()`. */
  readonly lastBegun: number
  /** What becomes of a connection with an answer that goes out now: each answer of a host that drains ends its own. */
  endingOf(exchange: { readonly ending: Ending }): Ending
  /** Event streams that are open. */
  openStreams: number
  startDraining(): void
  /**
   * Has `listener` called when the host begins to drain, or at once if it drains already. Returns how to forget it, to be
   * called once; one that was added several times is called until it has been forgotten as often.
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
  /** How often each has been added and not forgotten: thousands of streams share one function, to have none of their own. */
  const drainListeners = new Map<() => void, number>()
  let inFlight = 0
  let lastBegun = 0
  let draining = false

  return {
    admit(res, framing) {
      const id = nextId()
      if (framing === 'doubtful') {
        refuseFraming(res, id)
        return null
      }
      lastBegun = performance.now()
      return id
    },
    enter() {
      inFlight++
    },
    leave() {
      inFlight--
    },
    record(passage, status, bodyBytes, client, answeredAt) {
      const { startedAt } = passage
      const now = performance.now()
      if (status === CLIENT_GONE) metrics.count('aborted')
      else metrics.record(passage.metric, status, (answeredAt ?? now) - startedAt)
      logRequest(passage, status, now - startedAt, bodyBytes, client)
    },
    fault(passage, error) {
      if (error instanceof Unavailable) {
        metrics.count('unavailable')
        logOutage(passage, error)
        return
      }
      const { id, routeName } = passage
      log.pino.error({ err: error, reqId: id.text, route: routeName }, 'request failed')
    },
    get inFlight() {
      return inFlight
    },
    get lastBegun() {
      return lastBegun
    },
    endingOf: ({ ending }) => (ending === 'none' && draining ? 'close' : ending),
    openStreams: 0,
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
}

/** Refuses a request whose framing is doubtful: nothing that follows on its connection can be trusted (RFC 9112 §6.3). */
function refuseFraming(res: HttpResponse, id: RequestId): void {
  sendLast(res, () => res.writeStatus('400 Bad Request').writeHeader('X-Request-Id', id.bytes).end('', true))
}
