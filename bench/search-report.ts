import { OWN, type EngineName } from './engines.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { formatCount, formatMebibytes, formatMillis, formatPart, formatRatio, formatTable } from './report.ts'
import type { Locale } from '../src/shared/locale.ts'
import type { BuildReport, EngineRound, QualityReport } from './engine-process.ts'
import type { Quality } from './quality.ts'
import { median, medianRound, type Round } from './timing.ts'

export interface Measurement {
  readonly engine: EngineName
  readonly copies: number
  readonly build: BuildReport
  readonly quality: QualityReport
  /** Number of queries in one pass of a round, which is less than all if a pass takes too long. */
  readonly timedQueries: number
  /** Rounds of ranking alone. */
  readonly search: readonly Round[]
  /** Rounds of the service's work. Peers have none, because they have no such function. */
  readonly answer: readonly EngineRound[]
}

export interface PartResult {
  readonly family: string
  readonly locale: Locale
  readonly pages: number
  readonly measurements: readonly Measurement[]
}

export const NAMES: Readonly<Record<EngineName, string>> = {
  signpost: 'Signpost',
  'signpost-js': 'Signpost in JavaScript',
  flexsearch: 'FlexSearch',
  minisearch: 'MiniSearch',
  turso: 'Tantivy (Turso)',
}

export function formatSearchReport(results: readonly PartResult[]): string {
  return [
    '# Search engine',
    '`npm run bench -- search`',
    formatMachine(describeMachine()),
    [
      'Every engine runs in a process of its own, on one thread, one engine at a time; limit 10; known-item queries in',
      `one shuffled order. Speed: medians of ${results[0]!.measurements[0]!.search.length} rounds, interleaved between the engines, after a warm-up and each after a pass that is not timed; every query is timed by`,
      'itself. All peers index and ask the tokens of our analyser (CJK as pairs of characters). MiniSearch: prefix on the last',
      'word, one edit from four letters on. FlexSearch: one index a field, prefixes in all but the body, fused by',
      'weighted reciprocal rank. Tantivy inside Turso: BM25 with field weights; its query language has no typo tolerance',
      'and no prefix of a single word. Memory: ours the size of the shared buffers; peers the growth of heap and external',
      'memory, for Turso of the process.',
    ].join('\n'),
    '## Quality (MRR@10 / S@1 / S@10)',
    formatTable(
      ['family, locale (pages)', 'engine', 'queries', 'all', 'per kind, MRR@10'],
      results.flatMap(qualityRows),
    ),
    '## Speed, build, memory',
    formatTable(
      [
        'family, locale (pages)',
        'engine',
        'queries/s',
        'p50 ms',
        'p99 ms',
        'p99/p50',
        'of medians',
        'ours ÷ theirs',
        'build s',
        'memory MiB',
      ],
      results.flatMap(speedRows),
    ),
    [
      'Signpost is shown as the service uses it, with the answer written as JSON bytes; the line "ranking only" stops at',
      'a list of paths, as the peers do, and is what the ratio compares. p50 and p99 are of all single calls. "Of medians" is',
      'p99 ÷ p50 of what each query takes in the median of its passes, which are thousands of other queries apart: no engine',
      'keeps answers, so a pass finds a query as new as the first did, and what the machine adds to one call falls out. Where a',
      'pass takes a whole round it is left out. The summary also has what p99 ÷ p50 is of work that is always the same and takes',
      "as long as the median query: that spread is the machine's.",
    ].join('\n'),
    ...sampleNotes(results),
    ...growthSection(results),
    '## All locales together',
    formatTable(['family', 'pages', 'memory MiB', 'build s'], totals(results)),
  ].join('\n\n')
}

export function labelOf({ family, locale, pages }: PartResult): string {
  return `${family} ${locale} (${formatCount(pages)})`
}

/** @returns the measurements of the unmodified corpus */
export function single({ measurements }: PartResult): Measurement[] {
  return measurements.filter(({ copies }) => copies === 1)
}

function qualityRows(part: PartResult): string[][] {
  return single(part).map(({ engine, quality }) => [
    labelOf(part),
    NAMES[engine],
    formatCount(quality.overall.queries),
    formatQuality(quality.overall),
    Object.entries(quality.kinds)
      .map(([kind, of]) => `${kind} ${formatPart(of.mrr10)}`)
      .join(', '),
  ])
}

function formatQuality({ mrr10, success1, success10 }: Quality): string {
  return [mrr10, success1, success10].map(formatPart).join(' / ')
}

function speedRows(part: PartResult): string[][] {
  const own = single(part).find(({ engine }) => engine === OWN)!
  return single(part).flatMap(({ engine, search, answer, build }) => {
    const cost = [(build.buildMs / 1000).toFixed(1), formatMebibytes(build.indexBytes)]
    const ratio = formatRatio(median(ratesOf(own.search).map((rate, round) => rate / ratesOf(search)[round]!)))
    if (answer.length === 0) return [[labelOf(part), NAMES[engine], ...speedCells(search), `${ratio}×`, ...cost]]
    return [
      [labelOf(part), NAMES[engine], ...speedCells(answer), '', ...cost],
      [labelOf(part), `${NAMES[engine]}, ranking only`, ...speedCells(search), '', '', ''],
    ]
  })
}

/** @returns the queries a second of each round */
export function ratesOf(rounds: readonly Round[]): number[] {
  return rounds.map(({ queriesPerSecond }) => queriesPerSecond)
}

function speedCells(rounds: readonly Round[]): string[] {
  const { queriesPerSecond, p50Ms, p99Ms } = medianRound(rounds)
  const typical = rounds.flatMap((round) => round.typical ?? [])
  return [
    formatCount(queriesPerSecond),
    formatMillis(p50Ms),
    formatMillis(p99Ms),
    formatRatio(p99Ms / p50Ms),
    typical.length < rounds.length ? '' : formatRatio(median(typical.map((of) => of.p99Ms / of.p50Ms))),
  ]
}

function sampleNotes(results: readonly PartResult[]): string[] {
  const notes = results.flatMap((part) =>
    single(part)
      .filter(({ timedQueries, quality }) => timedQueries < quality.overall.queries)
      .map(
        ({ engine, timedQueries, quality }) =>
          `${labelOf(part)}: ${NAMES[engine]} timed on ${timedQueries} of ${quality.overall.queries} queries`,
      ),
  )
  return notes.length === 0
    ? []
    : [`Speed of slow engines is taken from a random sample, the same in every run: ${notes.join('; ')}.`]
}

function growthSection(results: readonly PartResult[]): string[] {
  return results.flatMap((part) => {
    const grown = part.measurements.find(({ copies }) => copies > 1)
    const own = single(part).find(({ engine }) => engine === OWN)
    if (grown === undefined || own === undefined) return []
    const row = ({ copies, build, answer }: Measurement): string[] => [
      `${copies}×`,
      formatCount(build.documents),
      ...speedCells(answer),
      (build.buildMs / 1000).toFixed(1),
      formatMebibytes(build.indexBytes),
    ]
    const cost = median(ratesOf(own.answer).map((rate, round) => rate / ratesOf(grown.answer)[round]!))
    return [
      `## Growth (${part.family} ${part.locale}, every page repeated under altered paths)`,
      formatTable(
        ['copies', 'pages', 'queries/s', 'p50 ms', 'p99 ms', 'p99/p50', 'of medians', 'build s', 'memory MiB'],
        [row(own), row(grown)],
      ),
      `A query costs ${formatRatio(cost)}× at ${grown.copies}× the pages.`,
    ]
  })
}

function totals(results: readonly PartResult[]): string[][] {
  const families = [...new Set(results.map(({ family }) => family))]
  return families.map((family) => {
    const parts = results.filter((part) => part.family === family)
    const own = parts.map((part) => single(part).find(({ engine }) => engine === OWN)!.build)
    const sum = (of: (build: Measurement['build']) => number): number =>
      own.reduce((total, build) => total + of(build), 0)
    return [
      `${family} ${parts.map(({ locale }) => locale).join(' + ')}`,
      formatCount(sum((build) => build.documents)),
      formatMebibytes(sum((build) => build.indexBytes)),
      (sum((build) => build.buildMs) / 1000).toFixed(1),
    ]
  })
}
