import type { Chart } from './chart.ts'
import { figure, loadFigures, ratio, valuesOf, type Figure } from './figures.ts'
import type { Measure } from './load/messages.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { formatCount, formatMillis, formatRatio, formatTable } from './report.ts'
import { latencyPoints, median } from './timing.ts'

const LOAD_NAMES = [
  'own',
  'peer',
  'uncached',
  'short',
  'coded',
  'fewer',
  'one',
  'peerOne',
  'raw',
  'node',
  'nodeShort',
] as const

/** Name of a load. */
export type IconsLoad = (typeof LOAD_NAMES)[number]

export interface IconsResult {
  readonly connections: number
  readonly queries: number
  readonly limit: number
  readonly few: number
  readonly addresses: number
  readonly fewerAddresses: number
  readonly oneQuery: string
  readonly loads: readonly {
    readonly key: IconsLoad
    readonly meanBytes: number
    readonly rounds: readonly Measure[]
  }[]
}

function titlesOf({ few, fewerAddresses, oneQuery }: IconsResult): Record<IconsLoad, string> {
  return {
    own: 'Service, all queries, cached',
    peer: '@iconify/api, all queries',
    uncached: 'Service, all queries, `CACHE_MIB=0`',
    short: `Service, all queries, ${few} results`,
    coded: 'Service, all queries, `Accept-Encoding: gzip`',
    fewer: `Service, all queries, ${formatCount(fewerAddresses)} clients`,
    one: `Service, "${oneQuery}" alone`,
    peerOne: `@iconify/api, "${oneQuery}" alone`,
    raw: 'uWebSockets.js alone, an answer of ours',
    node: 'node:http alone, an answer of ours',
    nodeShort: "node:http alone, an answer of the peer's",
  }
}

const RATIOS: readonly (readonly [title: string, over: IconsLoad, under: IconsLoad])[] = [
  ['Service ÷ @iconify/api', 'own', 'peer'],
  ['Service without its cache ÷ @iconify/api', 'uncached', 'peer'],
  ['Service, short answers ÷ @iconify/api', 'short', 'peer'],
  ['Service, gzip ÷ @iconify/api', 'coded', 'peer'],
  ['Service, fewer clients ÷ @iconify/api', 'fewer', 'peer'],
  ['One query: service ÷ @iconify/api', 'one', 'peerOne'],
  ['Service ÷ uWebSockets.js alone', 'own', 'raw'],
  ['Service ÷ node:http alone', 'own', 'node'],
  ['@iconify/api ÷ node:http alone', 'peer', 'nodeShort'],
]
const IN_SUMMARY = new Set([
  'Service ÷ @iconify/api',
  'Service without its cache ÷ @iconify/api',
  'Service ÷ uWebSockets.js alone',
])

function roundsOf({ loads }: IconsResult, key: IconsLoad): readonly Measure[] {
  return loads.find((load) => load.key === key)!.rounds
}

function isPeer(key: IconsLoad): boolean {
  return ['peer', 'peerOne', 'raw', 'node', 'nodeShort'].includes(key)
}

function moreOf(key: IconsLoad): Pick<Figure, 'judgedBy' | 'peer'> {
  if (isPeer(key)) return { peer: true }
  const judge = RATIOS.find(([, over]) => over === key)?.[0]
  return judge === undefined ? {} : { judgedBy: judge }
}

export function iconsFigures(result: IconsResult): Figure[] {
  const titles = titlesOf(result)
  const rates = (key: IconsLoad): number[] => valuesOf(roundsOf(result, key), 'requestsPerSecond')
  return [
    ...RATIOS.map(([title, over, under]) =>
      ratio(title, rates(over), rates(under), IN_SUMMARY.has(title) ? { inSummary: true } : {}),
    ),
    ...result.loads.flatMap(({ key, rounds }) => [
      ...loadFigures(titles[key], rounds, moreOf(key)),
      figure(`${titles[key]}, CPU`, 'µs', 'lower', valuesOf(rounds, 'cpuUs'), isPeer(key) ? { peer: true } : {}),
    ]),
  ]
}

export function iconsCharts(result: IconsResult): Chart[] {
  const titles = titlesOf(result)
  const shown = result.loads.filter(({ key }) => ['own', 'uncached', 'peer', 'raw', 'node'].includes(key))
  return [
    {
      kind: 'bars',
      title: 'Icon searches a second',
      unit: '/s',
      scale: 'linear',
      groups: shown.map(({ key, rounds }) => ({
        label: titles[key],
        bars: [{ series: '', value: median(rounds.map((round) => round.requestsPerSecond)) }],
      })),
    },
    {
      kind: 'lines',
      title: 'Latency of an icon search at saturation',
      note: `As the load generator sees it with ${result.connections} connections.`,
      x: { label: 'percentile', scale: 'percentile' },
      y: { label: 'ms', scale: 'log' },
      series: shown.map(({ key, rounds }) => ({ name: titles[key], points: latencyPoints(rounds) })),
    },
  ]
}

export function formatIconsReport(result: IconsResult): string {
  const { addresses, connections, limit, loads, queries } = result
  const titles = titlesOf(result)
  const of = (key: IconsLoad): readonly Measure[] => roundsOf(result, key)
  const rows = loads.map(({ key, meanBytes, rounds }) => {
    const middle = (value: (measure: Measure) => number): number => median(rounds.map(value))
    return [
      titles[key],
      formatCount(middle(({ requestsPerSecond }) => requestsPerSecond)),
      formatMillis(middle(({ p50Ms }) => p50Ms)),
      formatMillis(middle(({ p99Ms }) => p99Ms)),
      middle(({ cpuUs }) => cpuUs).toFixed(1),
      formatCount(meanBytes),
    ]
  })
  const ratioRow = (title: string, over: IconsLoad, under: IconsLoad): string[] => {
    const rates = of(over).map(
      ({ requestsPerSecond }, round) => requestsPerSecond / of(under)[round]!.requestsPerSecond,
    )
    const cpu = of(over).map(({ cpuUs }, round) => of(under)[round]!.cpuUs / cpuUs)
    return [title, formatRatio(median(rates)), rates.map(formatRatio).join(', '), formatRatio(median(cpu))]
  }
  return [
    '# Icons',
    '`npm run build && npm run bench -- icons`',
    formatMachine(describeMachine()),
    [
      'Icon search by the built service with `HOSTS=icons LISTENERS=1 SEARCH_THREADS=1 LOG_LEVEL=warn` beside @iconify/api with the same four',
      `sets in Iconify's form; ${formatCount(queries)} queries (the search cases in three languages, names of icons) in the same order to both, at a limit of ${limit};`,
      `wrk with one thread and ${connections} connections; every figure is the median of ${of('own').length} rounds, interleaved, after a warm-up. All of it shares the`,
      `cores named above. Every request comes in the name of one of ${formatCount(addresses)} clients (\`X-Forwarded-For\`), so that none reaches its limit: the service`,
      'counts each of them, the others do not. No answer is compressed but where it says so, and a request that is not answered with',
      "success ends the run. An answer of ours holds whole records; one of the peer's the names of icons, which it cannot show without",
      'asking again. CPU is the processor time of the server for one request, all threads together.',
    ].join('\n'),
    formatTable(['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'mean bytes'], rows),
    formatTable(
      ['', 'median', 'rounds', 'by CPU'],
      RATIOS.map(([title, over, under]) => ratioRow(title, over, under)),
    ),
  ].join('\n\n')
}
