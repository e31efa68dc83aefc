import type { Chart } from './chart.ts'
import { figure, type Figure } from './figures.ts'
import type { Built, Loaded } from './large-child.ts'
import type { Quality } from './quality.ts'
import { formatCount, formatMebibytes, formatMillis, formatPart, formatRatio, formatTable } from './report.ts'
import { median, type Round } from './timing.ts'

/** What one number of pages came to. */
export interface LargeSize {
  readonly built: Built
  readonly loaded: Loaded
  readonly quality: Quality
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
  const costs = costsOf(sizes)
  const search = formatTable(
    ['pages', 'load s', 'resident MiB', 'answers/s', 'p50 ms', 'p99 ms', 'cost of a query', 'known page first ten'],
    sizes.map(({ built, loaded, quality, rounds }, i) => [
      formatCount(built.pages),
      loaded.loadSeconds.toFixed(2),
      formatMebibytes(loaded.residentBytes),
      formatCount(median(rounds.map(({ queriesPerSecond }) => queriesPerSecond))),
      formatMillis(median(rounds.map(({ p50Ms }) => p50Ms))),
      formatMillis(median(rounds.map(({ p99Ms }) => p99Ms))),
      `${formatRatio(median(costs[i]!))} ×`,
      formatPart(quality.success10),
    ]),
  )
  return `# Large corpora

Pages are made of those of the largest English corpus: with its lengths, term frequencies and repetitions, and with a vocabulary
that grows by Heaps' law. Each size is built in one process from pages that come one after another, on one thread, and loaded by
another from its file.

## Build

The time without the making of the pages, which the processor's time includes; the peak is the process's, with the corpus
that the pages are made of.

${build}

## Search

One thread, whole answers, queries of the corpus's kinds that were made for each size. \`load\` reads and checks the file and gives the
first answer; \`resident\` is the whole process. The cost is the mean time of a query against that at the first size.

${search}
`
}

/** Of each size and round: how many times the mean query of the first size. */
function costsOf(sizes: readonly LargeSize[]): number[][] {
  return sizes.map(({ rounds }) =>
    rounds.map(({ queriesPerSecond }, round) => sizes[0]!.rounds[round]!.queriesPerSecond / queriesPerSecond),
  )
}

export function largeFigures(sizes: readonly LargeSize[]): Figure[] {
  const costs = costsOf(sizes)
  return sizes.flatMap(({ built, loaded, quality, rounds }, i): Figure[] => {
    const name = `${formatCount(built.pages)} pages`
    const more = i === sizes.length - 1 ? ({ inSummary: true } as const) : {}
    const growth =
      i === 0
        ? []
        : [
            figure(
              `${name}, cost of a query against ${formatCount(sizes[0]!.built.pages)}`,
              '×',
              'lower',
              costs[i]!,
              more,
            ),
          ]
    return [
      figure(`${name}, build`, 's', 'lower', [built.buildSeconds], more),
      figure(`${name}, index`, 'MiB', 'lower', [built.indexBytes / 2 ** 20]),
      figure(`${name}, resident`, 'MiB', 'lower', [loaded.residentBytes / 2 ** 20], more),
      figure(`${name}, load`, 's', 'lower', [loaded.loadSeconds]),
      figure(`${name}, known page among the first ten`, '', 'higher', [quality.success10], { exact: true }),
      figure(
        `${name}, answers/s`,
        '/s',
        'higher',
        rounds.map(({ queriesPerSecond }) => queriesPerSecond),
      ),
      figure(
        `${name}, p50`,
        'ms',
        'lower',
        rounds.map(({ p50Ms }) => p50Ms),
      ),
      figure(
        `${name}, p99`,
        'ms',
        'lower',
        rounds.map(({ p99Ms }) => p99Ms),
        more,
      ),
      ...growth,
    ]
  })
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
  const costs = costsOf(sizes)
  return [
    line('Cost of a query against pages', 'times that at the first size', [
      ['measured', (_, i) => median(costs[i]!)],
      ['as the pages grow', ({ built }) => built.pages / sizes[0]!.built.pages],
    ]),
    line('Latency against pages', 'ms', [
      ['p50', ({ rounds }) => median(rounds.map(({ p50Ms }) => p50Ms))],
      ['p99', ({ rounds }) => median(rounds.map(({ p99Ms }) => p99Ms))],
    ]),
    line('Memory against pages', 'MiB', [
      ['index', ({ built }) => built.indexBytes / 2 ** 20],
      ['process that searches', ({ loaded }) => loaded.residentBytes / 2 ** 20],
      ['process that builds, at most', ({ built }) => built.peakBytes / 2 ** 20],
    ]),
    line('Build time against pages', 's', [['build', ({ built }) => built.buildSeconds]]),
  ]
}
