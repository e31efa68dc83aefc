import { pointsOf, type HttpRound } from './http-loads.ts'
import type { PacedRun } from './http-paced.ts'
import type { CannonReport } from './load/autocannon.ts'
import { CONNECTIONS, type LoadReport } from './load/load.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { formatCount, formatMebibytes, formatMillis, formatRatio, formatTable } from './report.ts'
import { median } from './timing.ts'

export interface HttpResult {
  readonly pages: number
  readonly bodyBytes: number
  readonly rounds: readonly HttpRound[]
  /** Runs of distinct queries at a share of the rate at saturation. */
  readonly paced: readonly PacedRun[]
  readonly pacedPart: number
  /** The same three loads from autocannon, once each. */
  readonly cannon: Readonly<Record<'distinct' | 'cached' | 'raw', CannonReport>>
  /** Times from the start of the process to its first answer, with an index that was built before. */
  readonly startsMs: readonly number[]
}

export const NAMES = {
  engine: 'Engine alone, one thread',
  distinct: 'Service, distinct queries',
  cached: 'Service, one cached query',
  raw: 'uWebSockets.js alone',
} as const

export function formatHttpReport(result: HttpResult): string {
  const { bodyBytes, cannon, pages, paced, pacedPart, rounds, startsMs } = result
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
  const cannonRow = (name: string, load: CannonReport): string[] => [
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
      `The built service over ${formatCount(pages)} pages with \`LISTENERS=1 SEARCH_THREADS=1 LOG_LEVEL=warn\`; wrk with one thread and`,
      `${CONNECTIONS} connections; every figure is the median of ${rounds.length} rounds after a warm-up, by slices of a second in`,
      'turns: the engine and distinct queries, then the cached query and uWebSockets.js alone. All of it shares the',
      'cores named above: with two, the load generator, the listener and the search worker are more busy threads than there are cores.',
      'Distinct queries are two neighbouring words of one title and one word of another, each asked once in a run; the engine alone',
      `answers the same queries with the same bytes in a process of its own. uWebSockets.js alone sends the ${formatCount(bodyBytes)} bytes`,
      `of the cached answer. The engine's p50 and p99 are of one query, the others' of a request among ${CONNECTIONS}. Asked for other paths`,
      `each time, uWebSockets.js alone answers ${formatCount(of(({ rawDistinct }) => rawDistinct.requestsPerSecond))}/s: so much the load generator could have asked the service for.`,
    ].join('\n'),
    '## At saturation',
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
          'Distinct queries ÷ uWebSockets.js alone',
          rounds.map((round) => round.distinct.requestsPerSecond / round.raw.requestsPerSecond),
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
    '## By connections',
    formatTable(
      ['', ...pointsOf(rounds[0]!).map(({ connections }) => formatCount(connections))],
      (['distinct', 'cached', 'raw'] as const).map((load) => [
        `${NAMES[load]}, requests/s`,
        ...pointsOf(rounds[0]!).map((_, place) =>
          formatCount(of((round) => pointsOf(round)[place]![load].requestsPerSecond)),
        ),
      ]),
    ),
    `## At ${pacedPart * 100} % of the most`,
    [
      'Distinct queries. Each connection is quiet for a random while, 5 ms in the mean, before each request, so that requests come at a',
      'steady rate whatever single answers take. While the service stands still for less than that, what is due is still asked, by',
      'connections that were quiet, and waits in full; for longer standstills wrk adds what would have been asked. The last column is of',
      'uWebSockets.js alone under the same load: what the load generator and the machine add by themselves.',
    ].join('\n'),
    formatTable(
      ['round', 'requests/s', 'connections', 'p50 ms', 'p99 ms', 'p99.9 ms', 'max ms', 'failures', 'alone: p99 ms'],
      paced.map(pacedRow),
    ),
    '## Start and memory',
    [
      `From the start of the process to the first answer of a search, with the index built before: ${formatCount(median(startsMs))} ms`,
      `(median of ${startsMs.length}; ${formatCount(Math.min(...startsMs))} to ${formatCount(Math.max(...startsMs))}). Under load the process takes ${formatMebibytes(of(({ residentBytes }) => residentBytes))} MiB, shared memory and the cache included.`,
    ].join('\n'),
    '## autocannon',
    'A second opinion. It takes more of the cores than wrk does and is the limit itself for short answers; one run each.',
    formatTable(header, [
      cannonRow(NAMES.distinct, cannon.distinct),
      cannonRow(NAMES.cached, cannon.cached),
      cannonRow(NAMES.raw, cannon.raw),
    ]),
  ].join('\n\n')
}

function pacedRow(run: PacedRun, place: number): string[] {
  return [
    String(place + 1),
    formatCount(run.requestsPerSecond),
    formatCount(run.connections),
    formatMillis(run.p50Ms),
    formatMillis(run.p99Ms),
    formatMillis(run.percentilesMs.at(-1)!),
    formatMillis(run.maxMs),
    formatCount(run.failures),
    formatMillis(run.raw.p99Ms),
  ]
}

function ratioRow(name: string, ratios: readonly number[]): string[] {
  return [name, formatRatio(median(ratios)), ratios.map(formatRatio).join(', ')]
}

function hits(reports: readonly { cacheHits: number }[]): number {
  return reports.reduce((sum, { cacheHits }) => sum + cacheHits, 0)
}
