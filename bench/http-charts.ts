import type { Chart } from './chart.ts'
import { pointsOf, type HttpRound } from './http-loads.ts'
import { NAMES, type HttpResult } from './http-report.ts'
import { CONNECTIONS } from './load/load.ts'
import { latencyPoints, median } from './timing.ts'

const LOADS = ['raw', 'cached', 'distinct'] as const

export function httpCharts({ paced, pacedPart, rounds }: HttpResult): Chart[] {
  const of = (load: (typeof LOADS)[number]) => rounds.map((round) => round[load])
  return [
    {
      kind: 'lines',
      title: 'Throughput against connections',
      note: 'One listener, one search worker and wrk on the same cores.',
      x: { label: 'connections', scale: 'log' },
      y: { label: 'requests/s', scale: 'log' },
      series: LOADS.map((load) => ({ name: NAMES[load], points: ratesByConnections(rounds, load) })),
    },
    {
      kind: 'lines',
      title: 'Latency over HTTP',
      note: `With ${CONNECTIONS} connections that never rest, and at ${pacedPart * 100} % of that rate.`,
      x: { label: 'percentile', scale: 'percentile' },
      y: { label: 'ms', scale: 'log' },
      series: [
        ...LOADS.map((load) => ({ name: NAMES[load], points: latencyPoints(of(load)) })),
        { name: `${NAMES.distinct}, ${pacedPart * 100} %`, points: latencyPoints(paced) },
      ],
    },
    {
      kind: 'bars',
      title: `Requests a second, ${CONNECTIONS} connections`,
      unit: '/s',
      scale: 'linear',
      groups: [
        { label: NAMES.engine, bars: [{ series: '', value: median(rounds.map((r) => r.engine.queriesPerSecond)) }] },
        ...LOADS.toReversed().map((load) => ({
          label: NAMES[load],
          bars: [{ series: '', value: median(of(load).map((each) => each.requestsPerSecond)) }],
        })),
      ],
    },
  ]
}

function ratesByConnections(rounds: readonly HttpRound[], load: (typeof LOADS)[number]): [number, number][] {
  return pointsOf(rounds[0]!).map(({ connections }, place) => [
    connections,
    median(rounds.map((round) => pointsOf(round)[place]![load].requestsPerSecond)),
  ])
}
