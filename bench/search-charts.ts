import type { BarGroup, Chart, LineSeries } from './chart.ts'
import { isOwn, OWN } from './engines.ts'
import { labelOf, NAMES, ratesOf, single, type Measurement, type PartResult } from './search-report.ts'
import { latencyPoints, median, medianRound } from './timing.ts'

export function searchCharts(results: readonly PartResult[]): Chart[] {
  return [
    ...results.slice(0, 1).map(latencyChart),
    bars(results, 'Queries a second, one thread, ranking only', '/s', 'log', ({ search }) => median(ratesOf(search))),
    bars(results, 'Quality, MRR@10', '', 'linear', ({ quality }) => quality.overall.mrr10),
    bars(results, 'Memory of the index', 'MiB', 'log', ({ build }) => build.indexBytes / 2 ** 20),
    ...results.flatMap(growthChart),
  ]
}

/** Draws ranking and whole answers of the own engines. Peers have ranking only. */
function latencyChart(part: PartResult): Chart {
  const all = single(part)
  const line = (name: string, rounds: Measurement['search']): LineSeries => ({
    name,
    points: toMicros(latencyPoints(rounds)),
  })
  // The order, and so the colours, are those of the other charts.
  const series = [
    ...all.map(({ answer, engine, search }) => line(NAMES[engine], answer.length === 0 ? search : answer)),
    ...all
      .filter(({ engine }) => isOwn(engine))
      .map(({ engine, search }) => line(`${NAMES[engine]}, ranking only`, search)),
  ]
  return {
    kind: 'lines',
    title: `Latency of a query, ${labelOf(part)}`,
    note: 'Each query timed by itself on one thread; medians of the rounds.',
    x: { label: 'percentile', scale: 'percentile' },
    y: { label: 'µs', scale: 'log' },
    series,
  }
}

function toMicros(points: readonly (readonly [number, number])[]): [number, number][] {
  return points.map(([part, ms]) => [part, ms * 1000])
}

function bars(
  results: readonly PartResult[],
  title: string,
  unit: string,
  scale: 'linear' | 'log',
  valueOf: (measurement: Measurement) => number,
): Chart {
  const groups = results.map((part): BarGroup => ({
    label: `${part.family} ${part.locale}`,
    bars: single(part).map((measurement) => ({ series: NAMES[measurement.engine], value: valueOf(measurement) })),
  }))
  return { kind: 'bars', title, unit, scale, groups }
}

function growthChart(part: PartResult): Chart[] {
  const own = part.measurements.filter(({ engine }) => engine === OWN)
  if (own.length < 2) return []
  const points = (valueOf: (measurement: Measurement) => number): [number, number][] =>
    own.map((measurement) => [measurement.build.documents, valueOf(measurement)])
  return [
    {
      kind: 'lines',
      title: 'Cost of a query against pages, every page repeated',
      x: { label: 'pages', scale: 'log' },
      y: { label: 'µs', scale: 'linear' },
      series: [
        { name: 'mean', points: points(({ answer }) => 1e6 / median(ratesOf(answer))) },
        { name: 'p50', points: points(({ answer }) => medianRound(answer).p50Ms * 1000) },
        { name: 'p99', points: points(({ answer }) => medianRound(answer).p99Ms * 1000) },
      ],
    },
  ]
}
