import { drawBarChart } from './chart.ts'
import { CONNECTIONS, type LoadReport } from './load/load.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { formatCount, formatMillis, formatRatio, formatTable } from './report.ts'
import { median } from './timing.ts'
import type { MetricsReport } from './load/metrics.ts'
import type { Round } from './timing.ts'

/** All contestants once, one after another, so that a busy moment of the machine hits them alike. */
export interface HttpRound {
  readonly engine: Round
  readonly distinct: LoadReport
  readonly distinctMetrics: MetricsReport
  readonly cached: LoadReport
  readonly cachedMetrics: MetricsReport
  readonly raw: LoadReport
}

export interface HttpResult {
  readonly pages: number
  readonly bodyBytes: number
  /** Who made the load of the rounds: wrk, or autocannon where wrk is missing. */
  readonly generator: string
  readonly rounds: readonly HttpRound[]
  /** The same three loads from autocannon, once each. */
  readonly autocannon: { readonly distinct: LoadReport; readonly cached: LoadReport; readonly raw: LoadReport }
}

const NAMES = {
  engine: 'Engine alone, one thread',
  distinct: 'Service, distinct queries',
  cached: 'Service, one cached query',
  raw: 'uWebSockets.js alone',
} as const

export function formatHttpReport(result: HttpResult): string {
  const { pages, bodyBytes, generator, rounds, autocannon } = result
  const of = (value: (round: HttpRound) => number): number => median(rounds.map(value))
  const loadRow = (name: string, load: (round: HttpRound) => LoadReport): string[] => [
    name,
    formatCount(of((round) => load(round).requestsPerSecond)),
    formatMillis(of((round) => load(round).p50Ms)),
    formatMillis(of((round) => load(round).p99Ms)),
    formatCount(rounds.reduce((sum, round) => sum + load(round).failures, 0)),
  ]
  const engineRow = [
    NAMES.engine,
    formatCount(of(({ engine }) => engine.queriesPerSecond)),
    formatMillis(of(({ engine }) => engine.p50Ms)),
    formatMillis(of(({ engine }) => engine.p99Ms)),
    '',
  ]
  const cannonRow = (name: string, load: LoadReport): string[] => [
    name,
    formatCount(load.requestsPerSecond),
    formatMillis(load.p50Ms),
    formatMillis(load.p99Ms),
    formatCount(load.failures),
  ]
  const header = ['', 'requests/s', 'p50 ms', 'p99 ms', 'failures']
  const distinctRequests = rounds.reduce((sum, { distinct }) => sum + distinct.sent, 0)
  return [
    '# HTTP',
    '`npm run build && npm run bench -- http`',
    formatMachine(describeMachine()),
    [
      `The built service over ${formatCount(pages)} pages with \`LISTENERS=1 SEARCH_THREADS=1 LOG_LEVEL=warn\`; ${generator} with one thread and`,
      `${CONNECTIONS} connections; every figure is the median of ${rounds.length} rounds, interleaved, after a warm-up. All of it shares the`,
      'cores named above: with two, the load generator, the listener and the search worker are more busy threads than there are cores.',
      'Distinct queries are two neighbouring words of one title and one word of another, each asked once; the engine alone',
      `answers the same queries with the same bytes in a process of its own. uWebSockets.js alone sends the ${formatCount(bodyBytes)} bytes`,
      "of the cached answer. The engine's p50 and p99 are of one query, the others' of a request among 64.",
    ].join('\n'),
    `## ${generator}`,
    formatTable(header, [
      engineRow,
      loadRow(NAMES.distinct, (round) => round.distinct),
      loadRow(NAMES.cached, (round) => round.cached),
      loadRow(NAMES.raw, (round) => round.raw),
    ]),
    formatTable(
      ['', 'median', 'rounds'],
      [
        ratioRow(
          'Distinct queries ÷ engine alone',
          rounds.map((round) => round.distinct.requestsPerSecond / round.engine.queriesPerSecond),
        ),
        ratioRow(
          'Cached query ÷ uWebSockets.js alone',
          rounds.map((round) => round.cached.requestsPerSecond / round.raw.requestsPerSecond),
        ),
      ],
    ),
    formatTable(
      ["The service's own metrics", 'distinct', 'cached'],
      [
        [
          'Largest event-loop delay p99, ms',
          formatMillis(Math.max(...rounds.map((round) => round.distinctMetrics.eventLoopDelayP99Ms))),
          formatMillis(Math.max(...rounds.map((round) => round.cachedMetrics.eventLoopDelayP99Ms))),
        ],
        [
          'Cache hits',
          `${formatCount(hits(rounds.map((round) => round.distinctMetrics)))} of ${formatCount(distinctRequests)}`,
          formatCount(hits(rounds.map((round) => round.cachedMetrics))),
        ],
      ],
    ),
    '## autocannon',
    'It takes more of the two cores than wrk does and is the limit itself for short answers; one run each.',
    formatTable(header, [
      cannonRow(NAMES.distinct, autocannon.distinct),
      cannonRow(NAMES.cached, autocannon.cached),
      cannonRow(NAMES.raw, autocannon.raw),
    ]),
    '![Requests a second](http.svg)',
  ].join('\n\n')
}

function ratioRow(name: string, ratios: readonly number[]): string[] {
  return [name, formatRatio(median(ratios)), ratios.map(formatRatio).join(', ')]
}

function hits(reports: readonly { cacheHits: number }[]): number {
  return reports.reduce((sum, { cacheHits }) => sum + cacheHits, 0)
}

export function drawHttpChart({ rounds }: HttpResult): string {
  const bar = (series: string, value: (round: HttpRound) => number) => {
    const middle = median(rounds.map(value))
    return { series, value: middle, text: formatCount(middle) }
  }
  return drawBarChart('Requests a second', [
    {
      title: 'Every query another',
      scale: 'linear',
      groups: [
        {
          label: '',
          bars: [
            bar(NAMES.engine, ({ engine }) => engine.queriesPerSecond),
            bar(NAMES.distinct, ({ distinct }) => distinct.requestsPerSecond),
          ],
        },
      ],
    },
    {
      title: 'Always the same query',
      scale: 'linear',
      groups: [
        {
          label: '',
          bars: [
            bar(NAMES.raw, ({ raw }) => raw.requestsPerSecond),
            bar(NAMES.cached, ({ cached }) => cached.requestsPerSecond),
          ],
        },
      ],
    },
  ])
}
