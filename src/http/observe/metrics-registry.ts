import { Registry, collectDefaultMetrics, type Metric } from 'prom-client'
import { GAUGES, LATENCY_BOUNDS_SECONDS, UNROUTED, readMetrics } from './metrics.ts'
import type { Counter, Gauge, SharedMetrics, Unrouted } from './metrics.ts'
import type { Reading } from './reading.ts'

const GAUGE_METRICS: Readonly<Record<Gauge, readonly [name: string, help: string]>> = {
  inFlight: ['signpost_http_in_flight', 'Requests that wait for their answer.'],
  openStreams: ['signpost_http_open_streams', 'Event streams that are open.'],
  unreadBytes: ['signpost_http_unread_bytes', 'Answers that wait for their clients to read them, in bytes.'],
  cacheBytes: ['signpost_cache_bytes', 'Memory of the finished answers, in bytes.'],
  cacheEntries: ['signpost_cache_entries', 'Finished answers in memory.'],
  queueDepth: ['signpost_search_queue_depth', 'Queries that wait for a search thread.'],
  poolUtilisation: ['signpost_search_pool_utilisation', 'Share of time in which the search threads work, 0 to 1.'],
  generation: ['signpost_index_generation', 'Number of the generation that answers come from.'],
  limiterFallback: [
    'signpost_limiter_fallback',
    '1 while rate limits are counted in this process alone because the shared store does not answer, else 0.',
  ],
  verifiedTokens: ['signpost_verified_tokens', 'Tokens that were verified and are remembered until they expire.'],
  databaseReadOnly: [
    'signpost_database_read_only',
    '1 while the database refuses changes because it is read-only, else 0.',
  ],
  databaseWaiting: ['signpost_database_waiting', 'Requests that wait for a connection to the database.'],
  eventLoopDelayMean: [
    'signpost_event_loop_delay_mean_seconds',
    'Mean delay of the event loop over the last 10 seconds.',
  ],
  eventLoopDelayP50: [
    'signpost_event_loop_delay_p50_seconds',
    'Median delay of the event loop over the last 10 seconds.',
  ],
  eventLoopDelayP99: [
    'signpost_event_loop_delay_p99_seconds',
    '99th percentile of the delay of the event loop over the last 10 seconds.',
  ],
  eventLoopDelayMax: [
    'signpost_event_loop_delay_max_seconds',
    'Longest delay of the event loop over the last 10 seconds.',
  ],
}

type PlainCounter = Exclude<Counter, Unrouted>

const COUNTER_METRICS: Readonly<Record<PlainCounter, readonly [name: string, help: string]>> = {
  cacheHits: ['signpost_cache_hits_total', 'Requests answered from finished answers in memory.'],
  cacheMisses: ['signpost_cache_misses_total', 'Requests whose answer could have been in memory but was not.'],
  aborted: ['signpost_http_aborted_total', 'Clients that went away before their answer.'],
  unreadCut: ['signpost_http_unread_cut_total', 'Connections cut because their clients did not read.'],
  threadRestarts: ['signpost_thread_restarts_total', 'Threads of a listener that died or were stuck and are replaced.'],
  limiterCommands: ['signpost_limiter_commands_total', 'Commands for limits that Redis answered.'],
  limiterSeconds: ['signpost_limiter_command_seconds_total', 'Time for which they were waited for, in seconds.'],
  redisCommands: ['signpost_redis_commands_total', 'Commands for accounts that Redis answered.'],
  redisSeconds: ['signpost_redis_command_seconds_total', 'Time for which they were waited for, in seconds.'],
  databaseStatements: ['signpost_database_statements_total', 'Statements that the database answered.'],
  databaseSeconds: ['signpost_database_statement_seconds_total', 'Time for which they were waited for, in seconds.'],
}

const REFUSAL_COUNTS = 'signpost_http_refusals_total'
const REQUESTS = 'signpost_http_requests_total'
const UNROUTED_TOTAL = 'signpost_http_unrouted_total'
const UNROUTED_HELP =
  'Connections and requests that ended before a route was asked: connection_limit (too many connections), framing (a body whose end is in doubt), no_request (a connection that ended before its first request could be read: HTTP/1.0, no Host, a faulty or too long head, or nothing sent).'
const DURATION = 'signpost_http_request_duration_seconds'

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  /** Name of the sample, where it differs from the metric's: in a histogram. */
  readonly metricName?: string
}

/**
 * The metrics of listeners and of this process in the form of Prometheus.
 *
 * @param listeners The `shared` metrics of each host of each listener thread, as they are at the time of a scrape.
 * @param own Metrics of the main thread.
 */
export function createRegistry(listeners: () => readonly SharedMetrics[], own: readonly Reading[]): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const readings = () => {
    const seen = new Map<string, number>()
    return listeners().map((shared) => {
      // A listener thread has one of each host, so its place among those of the same host tells which it is.
      const listener = seen.get(shared.host) ?? 0
      seen.set(shared.host, listener + 1)
      return { labels: { host: shared.host, listener: String(listener) }, ...readMetrics(shared) }
    })
  }
  for (const gauge of GAUGES) {
    const [name, help] = GAUGE_METRICS[gauge]
    register(registry, name, help, 'gauge', () =>
      readings().map(({ gauges, labels }) => ({ labels, value: gauges[gauge] })),
    )
  }
  for (const [counter, [name, help]] of Object.entries(COUNTER_METRICS)) {
    register(registry, name, help, 'counter', () =>
      readings().map(({ counters, labels }) => ({ labels, value: counters[counter as PlainCounter] })),
    )
  }
  for (const { help, name, read, type } of own) register(registry, name, help, type, () => [...read()])
  register(registry, REFUSAL_COUNTS, 'Requests refused for now, by reason.', 'counter', () =>
    readings().flatMap(({ labels, refusals }) =>
      Object.entries(refusals).map(([reason, value]) => ({ labels: { ...labels, reason }, value })),
    ),
  )
  register(registry, UNROUTED_TOTAL, UNROUTED_HELP, 'counter', () =>
    readings().flatMap(({ counters, labels }) =>
      UNROUTED.map((reason) => ({ labels: { ...labels, reason }, value: counters[reason] })),
    ),
  )
  register(registry, REQUESTS, 'Requests by route and status.', 'counter', () =>
    readings().flatMap(({ labels, routes }) =>
      routes.flatMap(({ route, statuses }) =>
        statuses.map(({ count, status }) => ({ labels: { ...labels, route, status: String(status) }, value: count })),
      ),
    ),
  )
  register(
    registry,
    DURATION,
    'Time from the request head to the answer, by route, in seconds; without refusals.',
    'histogram',
    () =>
      readings().flatMap(({ labels, routes }) =>
        routes.flatMap((reading) => histogramSamples({ ...labels, route: reading.route }, reading)),
      ),
  )
  return registry
}

function histogramSamples(
  labels: Readonly<Record<string, string>>,
  { buckets, sumSeconds }: { readonly buckets: readonly number[]; readonly sumSeconds: number },
): Sample[] {
  const count = buckets.at(-1) ?? 0
  if (count === 0) return []
  return [
    ...buckets.map((value, index) => ({
      labels: { ...labels, le: String(LATENCY_BOUNDS_SECONDS[index] ?? '+Inf') },
      value,
      metricName: `${DURATION}_bucket`,
    })),
    { labels, value: sumSeconds, metricName: `${DURATION}_sum` },
    { labels, value: count, metricName: `${DURATION}_count` },
  ]
}

/** The values lie in shared memory, so prom-client gets objects that read them when it asks, in place of its own counters. */
function register(
  registry: Registry,
  name: string,
  help: string,
  type: 'counter' | 'gauge' | 'histogram',
  read: () => Sample[],
): void {
  const metric = {
    name,
    help,
    type,
    aggregator: 'sum',
    get: async () => ({ name, help, type, aggregator: 'sum', values: read() }),
  }
  registry.registerMetric(metric as unknown as Metric)
}
