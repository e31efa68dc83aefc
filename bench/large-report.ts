import type { Chart } from './chart.ts'
import { figure, valuesOf, type Figure } from './figures.ts'
import type { Built, KernelName, Loaded } from './large-child.ts'
import type { Quality } from './quality.ts'
import { formatCount, formatMebibytes, formatMillis, formatPart, formatRatio, formatTable } from './report.ts'
import { median, type Round } from './timing.ts'

/** Results for one number of pages. */
export interface LargeSize {
  readonly built: Built
  readonly loaded: Loaded
  readonly quality: Quality
  readonly timed: readonly KernelRounds[]
}

export interface KernelRounds {
  readonly kernel: KernelName
  readonly rounds: Round[]
}

export function formatLargeReport(sizes: readonly LargeSize[]): string {
  const build = formatTable(
    [
      'pages',
      'terms',
      'postings',
      'build s',
      'of it processor s',
      'making the pages s',
      'peak MiB',
      'index MiB',
      'a page B',
    ],
    sizes.map(({ built }) => [
      formatCount(built.pages),
      formatCount(built.termCount),
      formatCount(built.postingCount),
      built.buildSeconds.toFixed(1),
      built.processorSeconds.toFixed(1),
      built.generateSeconds.toFixed(1),
      formatMebibytes(built.peakBytes),
      formatMebibytes(built.indexBytes),
      formatCount(built.indexBytes / built.pages),
    ]),
  )
  const load = formatTable(
    ['pages', 'load s', 'resident MiB', 'known page first', 'among ten'],
    sizes.map(({ built, loaded, quality }) => [
      formatCount(built.pages),
      loaded.loadSeconds.toFixed(2),
      formatMebibytes(loaded.residentBytes),
      formatPart(quality.success1),
      formatPart(quality.success10),
    ]),
  )
  const search = formatTable(
    ['kernel, pages', 'answers/s', 'p50 ms', 'p99 ms', 'cost of a query'],
    kernelsOf(sizes).flatMap((kernel, k) => {
      const costs = costsOf(sizes, k)
      return sizes.map(({ built, timed }, i) => {
        const { rounds } = timed[k]!
        return [
          `${kernel}, ${formatCount(built.pages)}`,
          formatCount(median(valuesOf(rounds, 'queriesPerSecond'))),
          formatMillis(median(valuesOf(rounds, 'p50Ms'))),
          formatMillis(median(valuesOf(rounds, 'p99Ms'))),
          `${formatRatio(median(costs[i]!))} ×`,
        ]
      })
    }),
  )
  return `# Large corpora

Pages are made of those of the largest English corpus: with its lengths, term frequencies and repetitions, and with a vocabulary
that grows by Heaps' law. Each size is built in one process from pages that come one after another, on one thread, and loaded by
another from its file.

## Build

The time without the making of the pages, which the processor's time includes; the peak is the process's, with the corpus
that the pages are made of.

${build}

## Memory

\`load\` reads and checks the file and gives the first answer; \`resident\` is the whole process. The known page is that which a query was
made from: with more pages there are more like it.

${load}

## Search

One thread, whole answers, queries of the corpus's kinds that were made for each size, all sizes in turns. The cost is the mean time of
a query against that at the first size.

${search}
`
}

function kernelsOf(sizes: readonly LargeSize[]): KernelName[] {
  return sizes[0]!.timed.map(({ kernel }) => kernel)
}

/** @returns the cost of the mean query for each size and round of the k-th kernel, relative to the first size */
function costsOf(sizes: readonly LargeSize[], k: number): number[][] {
  const first = sizes[0]!.timed[k]!.rounds
  return sizes.map(({ timed }) =>
    timed[k]!.rounds.map(({ queriesPerSecond }, round) => first[round]!.queriesPerSecond / queriesPerSecond),
  )
}

export function largeFigures(sizes: readonly LargeSize[]): Figure[] {
  const ofSizes = sizes.flatMap(({ built, loaded, quality }, i): Figure[] => {
    const name = `${formatCount(built.pages)} pages`
    const more = isLast(sizes, i) ? ({ inSummary: true } as const) : {}
    return [
      figure(`${name}, build`, 's', 'lower', [built.buildSeconds], more),
      figure(`${name}, index`, 'MiB', 'lower', [built.indexBytes / 2 ** 20]),
      figure(`${name}, resident`, 'MiB', 'lower', [loaded.residentBytes / 2 ** 20], more),
      figure(`${name}, load`, 's', 'lower', [loaded.loadSeconds]),
      figure(`${name}, known page among the first ten`, '', 'higher', [quality.success10], { exact: true }),
    ]
  })
  return [...ofSizes, ...kernelsOf(sizes).flatMap((_, k) => kernelFigures(sizes, k))]
}

function kernelFigures(sizes: readonly LargeSize[], k: number): Figure[] {
  const costs = costsOf(sizes, k)
  return sizes.flatMap(({ built, timed }, i): Figure[] => {
    const { kernel, rounds } = timed[k]!
    const name = `${formatCount(built.pages)} pages, ${kernel}`
    const more = k === 0 && isLast(sizes, i) ? ({ inSummary: true } as const) : {}
    const growth = `${name}, cost of a query against ${formatCount(sizes[0]!.built.pages)}`
    return [
      figure(`${name}, answers/s`, '/s', 'higher', valuesOf(rounds, 'queriesPerSecond')),
      figure(`${name}, p50`, 'ms', 'lower', valuesOf(rounds, 'p50Ms')),
      figure(`${name}, p99`, 'ms', 'lower', valuesOf(rounds, 'p99Ms'), more),
      ...(i === 0 ? [] : [figure(growth, '×', 'lower', costs[i]!, more)]),
    ]
  })
}

function isLast(sizes: readonly LargeSize[], i: number): boolean {
  return i === sizes.length - 1
}

export function largeCharts(sizes: readonly LargeSize[]): Chart[] {
  const line = (
    title: string,
    unit: string,
    series: readonly (readonly [string, (size: LargeSize, i: number) => number])[],
  ): Chart => ({
    kind: 'lines',
    title,
    x: { label: 'pages', scale: 'log' },
    y: { label: unit, scale: 'log' },
    series: series.map(([name, value]) => ({
      name,
      points: sizes.map((size, i) => [size.built.pages, value(size, i)] as const),
    })),
  })
  const kernels = kernelsOf(sizes)
  return [
    line('Cost of a query against pages', 'times that at the first size', [
      ...kernels.map((kernel, k) => [kernel, (_: LargeSize, i: number) => median(costsOf(sizes, k)[i]!)] as const),
      ['as the pages grow', ({ built }) => built.pages / sizes[0]!.built.pages],
    ]),
    line(
      'Latency against pages',
      'ms',
      kernels.flatMap((kernel, k) => [
        [`${kernel}, p50`, ({ timed }: LargeSize) => median(valuesOf(timed[k]!.rounds, 'p50Ms'))] as const,
        [`${kernel}, p99`, ({ timed }: LargeSize) => median(valuesOf(timed[k]!.rounds, 'p99Ms'))] as const,
      ]),
    ),
    line('Memory against pages', 'MiB', [
      ['index', ({ built }) => built.indexBytes / 2 ** 20],
      ['process that searches', ({ loaded }) => loaded.residentBytes / 2 ** 20],
      ['process that builds, at most', ({ built }) => built.peakBytes / 2 ** 20],
    ]),
    line('Build time against pages', 's', [['build', ({ built }) => built.buildSeconds]]),
  ]
}
