import { monitorEventLoopDelay } from 'node:perf_hooks'
import { REFUSAL_REASONS, type RefusalReason } from '../../shared/result.ts'
import { STATUSES } from '../wire/status.ts'

/** Upper bounds of the latency histogram, in seconds. A cached answer takes some 20 µs, a search some 200 µs. */
export const LATENCY_BOUNDS_SECONDS = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5,
] as const

export const GAUGES = [
  'inFlight',
  'openStreams',
  'unreadBytes',
  'cacheBytes',
  'cacheEntries',
  'queueDepth',
  'poolUtilisation',
  'generation',
  'limiterFallback',
  'verifiedTokens',
  'eventLoopDelayMean',
  'eventLoopDelayP50',
  'eventLoopDelayP99',
  'eventLoopDelayMax',
] as const
export type Gauge = (typeof GAUGES)[number]

/** Reasons for which something ends before a route is asked. One metric shows them all. */
export const UNROUTED = ['connection_limit', 'framing', 'no_request'] as const
export type Unrouted = (typeof UNROUTED)[number]

export const COUNTERS = ['cacheHits', 'cacheMisses', 'aborted', 'unreadCut', ...UNROUTED] as const
export type Counter = (typeof COUNTERS)[number]

const COUNTER_SLOTS = Object.fromEntries(
  COUNTERS.map((counter, place) => [counter, GAUGES.length + place]),
) as Readonly<Record<Counter, number>>

const REFUSALS_START = GAUGES.length + COUNTERS.length
const ROUTES_START = REFUSALS_START + REFUSAL_REASONS.length

/** Requests that no route matches. */
export const UNMATCHED = 'unmatched'

const BUCKETS = LATENCY_BOUNDS_SECONDS.length + 1
/** Slots of each route: a counter for every status, the histogram's buckets, the sum of seconds. */
const ROUTE_SLOTS = STATUSES.length + BUCKETS + 1
const SAMPLE_INTERVAL_MS = 1000
/** The histogram's samples are the times between two timers of this interval, so the interval is taken off. */
const DELAY_RESOLUTION_MS = 5
/** The event-loop figures cover the current window of this length. */
const DELAY_WINDOW_SAMPLES = 10
const NANOSECONDS = 1e9

/** Memory that one listener shares with the main thread. So recording is an addition, and reading needs no message. */
export interface SharedMetrics {
  readonly host: string
  readonly routes: readonly string[]
  readonly buffer: SharedArrayBuffer
}

export interface Metrics {
  /** Send it to the main thread once, by `postMessage`, for `MetricsServer.add`. */
  readonly shared: SharedMetrics
  /**
   * @param route Position in `shared.routes`.
   * @param refusal Why it was refused; null if it was answered. Times of refusals would hide those of answers, and are left out.
   */
  record(route: number, status: number, durationMs: number, refusal?: RefusalReason | null): void
  count(counter: Counter): void
  set(gauge: Gauge, value: number): void
  /** Calls `sample` once a second. It is the place to `set` gauges that are read from elsewhere, such as the pool. */
  onSample(sample: () => void): void
  stop(): void
}

/** Creates the recording side, one for each host of a listener thread. */
export function createMetrics(host: string, routeNames: readonly string[]): Metrics {
  const routes = [...new Set([...routeNames, UNMATCHED])]
  const buffer = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * (ROUTES_START + routes.length * ROUTE_SLOTS))
  const slots = new Float64Array(buffer)
  const statusSlots = new Int32Array(600).fill(-1)
  for (const [index, status] of STATUSES.entries()) statusSlots[status] = index
  const samplers: (() => void)[] = []
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delay.enable()
  let samples = 0

  const set = (gauge: Gauge, value: number): void => {
    slots[GAUGES.indexOf(gauge)] = value
  }
  const timer = setInterval(() => {
    set('eventLoopDelayMean', toDelaySeconds(delay.mean))
    set('eventLoopDelayP50', toDelaySeconds(delay.percentile(50)))
    set('eventLoopDelayP99', toDelaySeconds(delay.percentile(99)))
    set('eventLoopDelayMax', toDelaySeconds(delay.max))
    if (++samples % DELAY_WINDOW_SAMPLES === 0) delay.reset()
    for (const sample of samplers) sample()
  }, SAMPLE_INTERVAL_MS)
  timer.unref()

  return {
    shared: { host, routes, buffer },
    record(route, status, durationMs, refusal = null) {
      const seconds = durationMs / 1000
      const start = routeStart(route)
      slots[start + statusSlots[status]!]!++
      if (refusal !== null) {
        slots[REFUSALS_START + REFUSAL_REASONS.indexOf(refusal)]!++
        return
      }
      let bucket = 0
      while (bucket < LATENCY_BOUNDS_SECONDS.length && seconds > LATENCY_BOUNDS_SECONDS[bucket]!) bucket++
      slots[start + STATUSES.length + bucket]!++
      slots[start + STATUSES.length + BUCKETS]! += seconds
    },
    count(counter) {
      slots[COUNTER_SLOTS[counter]]!++
    },
    set,
    onSample: (sample) => samplers.push(sample),
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

function toDelaySeconds(intervalNs: number): number {
  const seconds = intervalNs / NANOSECONDS - DELAY_RESOLUTION_MS / 1000
  return seconds > 0 ? seconds : 0
}

function routeStart(route: number): number {
  return ROUTES_START + route * ROUTE_SLOTS
}

export interface RouteReading {
  readonly route: string
  /** Number of requests for each status that occurred. */
  readonly statuses: readonly { readonly status: number; readonly count: number }[]
  /** Cumulative counts, one for each bound; the last is the number of all requests that were not refused. */
  readonly buckets: readonly number[]
  readonly sumSeconds: number
}

/** Reads the records of a listener. */
export function readMetrics(shared: SharedMetrics): {
  readonly gauges: Readonly<Record<Gauge, number>>
  readonly counters: Readonly<Record<Counter, number>>
  readonly refusals: Readonly<Record<RefusalReason, number>>
  readonly routes: readonly RouteReading[]
} {
  const slots = new Float64Array(shared.buffer)
  const read = <Name extends string>(names: readonly Name[], start: number): Record<Name, number> =>
    Object.fromEntries(names.map((name, index) => [name, slots[start + index]!])) as Record<Name, number>
  return {
    gauges: read(GAUGES, 0),
    counters: read(COUNTERS, GAUGES.length),
    refusals: read(REFUSAL_REASONS, REFUSALS_START),
    routes: shared.routes.map((route, index) => {
      const start = routeStart(index)
      let cumulative = 0
      return {
        route,
        statuses: STATUSES.map((status, slot) => ({ status, count: slots[start + slot]! })).filter(
          ({ count }) => count > 0,
        ),
        buckets: Array.from(
          { length: BUCKETS },
          (_, bucket) => (cumulative += slots[start + STATUSES.length + bucket]!),
        ),
        sumSeconds: slots[start + STATUSES.length + BUCKETS]!,
      }
    }),
  }
}
