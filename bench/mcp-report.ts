import type { Chart } from './chart.ts'
import { figure, loadFigures, ratio, valuesOf, type Figure } from './figures.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { formatCount, formatMillis, formatRatio, formatTable } from './report.ts'
import { latencyPoints, median } from './timing.ts'

export interface McpMeasure {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Latencies at `PERCENTILES`. */
  readonly percentilesMs: readonly number[]
  readonly failures: number
  /** Processor time of the server for one request, user and system. */
  readonly cpuUs: number
}

export interface McpRound {
  readonly requests: readonly {
    readonly era: 'modern' | 'legacy'
    readonly name: string
    readonly own: McpMeasure
    readonly sdk: McpMeasure
  }[]
  readonly raw: McpMeasure
}

interface StreamBytes {
  readonly resident: number
  readonly heap: number
}

export interface McpResult {
  readonly connections: number
  readonly rounds: readonly McpRound[]
  readonly streams: number
  readonly streamBytes: { readonly own: StreamBytes; readonly sdk: StreamBytes }
}

const ERA_TITLES = { modern: 'revision 2026-07-28', legacy: 'revision 2025-11-25' } as const

type McpRequest = McpRound['requests'][number]

/** Groups the requests of all rounds by title. */
function requestsOf(rounds: readonly McpRound[]): { readonly title: string; readonly all: readonly McpRequest[] }[] {
  return rounds[0]!.requests.map(({ era, name }, index) => ({
    title: `${name}, ${ERA_TITLES[era]}`,
    all: rounds.map(({ requests }) => requests[index]!),
  }))
}

export function mcpFigures({ rounds, streamBytes }: McpResult): Figure[] {
  const requests = requestsOf(rounds).flatMap(({ all, title }): Figure[] => {
    const own = all.map((request) => request.own)
    const sdk = all.map((request) => request.sdk)
    const judge = `${title}, ours ÷ SDK`
    return [
      ratio(
        judge,
        valuesOf(own, 'requestsPerSecond'),
        valuesOf(sdk, 'requestsPerSecond'),
        title.startsWith('tools/call, trivial') ? { inSummary: true } : {},
      ),
      ...loadFigures(title, own, { judgedBy: judge }),
      figure(`${title}, CPU`, 'µs', 'lower', valuesOf(own, 'cpuUs')),
      ...loadFigures(`${title}, SDK`, sdk, { peer: true }),
    ]
  })
  const { own, sdk } = streamBytes
  return [
    ...requests,
    figure('open stream, ours', 'KiB', 'lower', [own.resident / 1024], { inSummary: true }),
    figure('open stream, SDK', 'KiB', 'lower', [sdk.resident / 1024], { peer: true }),
  ]
}

export function mcpCharts({ rounds, streamBytes }: McpResult): Chart[] {
  const requests = requestsOf(rounds)
  const [first] = requests
  return [
    {
      kind: 'bars',
      title: 'MCP requests a second',
      unit: '/s',
      scale: 'log',
      groups: requests.map(({ all, title }) => ({
        label: title,
        bars: [
          { series: 'Ours', value: median(all.map(({ own }) => own.requestsPerSecond)) },
          { series: 'SDK', value: median(all.map(({ sdk }) => sdk.requestsPerSecond)) },
        ],
      })),
    },
    {
      kind: 'lines',
      title: `Latency at saturation, ${first!.title}`,
      x: { label: 'percentile', scale: 'percentile' },
      y: { label: 'ms', scale: 'log' },
      series: [
        { name: 'Ours', points: latencyPoints(first!.all.map(({ own }) => own)) },
        { name: 'SDK', points: latencyPoints(first!.all.map(({ sdk }) => sdk)) },
        { name: 'uWebSockets.js alone', points: latencyPoints(rounds.map(({ raw }) => raw)) },
      ],
    },
    {
      kind: 'bars',
      title: 'Memory of an open subscription',
      unit: 'KiB',
      scale: 'linear',
      groups: (['own', 'sdk'] as const).map((name) => ({
        label: name === 'own' ? 'Ours' : 'SDK',
        bars: [{ series: '', value: streamBytes[name].resident / 1024 }],
      })),
    },
  ]
}

export function formatMcpReport({ connections, rounds, streamBytes, streams }: McpResult): string {
  const first = rounds[0]
  if (first === undefined) throw new Error('no rounds')
  const rows = first.requests.map(({ era, name }, index) => {
    const of = (value: (request: McpRound['requests'][number]) => number): number =>
      median(rounds.map(({ requests }) => value(requests[index]!)))
    const ratios = rounds.map(
      ({ requests }) => requests[index]!.own.requestsPerSecond / requests[index]!.sdk.requestsPerSecond,
    )
    return [
      `${name}, ${ERA_TITLES[era]}`,
      formatCount(of(({ own }) => own.requestsPerSecond)),
      formatCount(of(({ sdk }) => sdk.requestsPerSecond)),
      formatRatio(median(ratios)),
      `${formatRatio(Math.min(...ratios))} to ${formatRatio(Math.max(...ratios))}`,
      of(({ own }) => own.cpuUs).toFixed(1),
      of(({ sdk }) => sdk.cpuUs).toFixed(1),
      formatMillis(of(({ own }) => own.p99Ms)),
      formatMillis(of(({ sdk }) => sdk.p99Ms)),
    ]
  })
  const rawCpuUs = median(rounds.map(({ raw }) => raw.cpuUs))
  const ownCpuUs = median(rounds.map(({ requests }) => requests[0]!.own.cpuUs))
  const failures = rounds.reduce(
    (sum, { raw, requests }) =>
      sum + raw.failures + requests.reduce((inner, { own, sdk }) => inner + own.failures + sdk.failures, 0),
    0,
  )
  return [
    '# MCP',
    '`npm run bench -- mcp`',
    formatMachine(describeMachine()),
    [
      "Our endpoint on our HTTP app against the SDK's server (`createMcpHandler` of `@modelcontextprotocol/server` on node:http), each in a",
      `process of its own with the same twelve tools; wrk with one thread and ${connections} connections; every figure is the median of ${rounds.length}`,
      `rounds, interleaved, after a warm-up. The load generator shares the cores named above. ${formatCount(failures)} requests failed.`,
    ].join('\n'),
    formatTable(['', 'requests/s', 'SDK', 'ratio', 'rounds', 'CPU µs', 'SDK CPU µs', 'p99 ms', 'SDK p99 ms'], rows),
    [
      `A trivial call costs ${ownCpuUs.toFixed(1)} µs of processor time; reading a POST request and answering it by uWebSockets.js alone costs`,
      `${rawCpuUs.toFixed(1)} µs in the same rounds, so everything of ours is ${(ownCpuUs - rawCpuUs).toFixed(1)} µs.`,
    ].join('\n'),
    `## An open subscription\n\nOf ${formatCount(streams)} open \`subscriptions/listen\` streams each takes:`,
    formatTable(
      ['', 'bytes of the process', 'of them JavaScript heap'],
      (['own', 'sdk'] as const).map((name) => [
        name === 'own' ? 'Ours' : 'SDK',
        formatCount(streamBytes[name].resident),
        formatCount(streamBytes[name].heap),
      ]),
    ),
  ].join('\n\n')
}
