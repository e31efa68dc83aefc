import { listFamilies, listLocales, readPart } from './corpus.ts'
import type { CorpusPart } from './corpus-part.ts'
import type { Locale } from '../src/shared/locale.ts'
import { startEngine, type EngineProcess, type QualityReport } from './engine-process.ts'
import { OWN, type EngineName } from './engines.ts'
import type { BenchOptions } from './options.ts'
import { progress, writeResult } from './report.ts'
import { drawSearchChart, formatSearchReport, type Measurement, type PartResult } from './search-report.ts'
import { medianRound, shuffle, type Round } from './timing.ts'

const ROUNDS = 3
const ROUND_MINIMUM_MS = 1_000
const WARM_UP_MS = 500
/** A pass that takes longer is cut down to a random part of the queries, the same in every run. */
const PASS_LIMIT_MS = 5_000
const SAMPLE_SEED = 20_240_607
const GROWTH_COPIES = 4

/** Quality, speed, build time and memory of the engine and of its peers, one family and locale after another. */
export async function benchSearch(options: BenchOptions): Promise<void> {
  const { corpus, locales, peers } = options
  const parts = listFamilies(corpus).flatMap((family) =>
    listLocales(corpus, family)
      .filter((locale) => locales.includes(locale))
      .map((locale) => ({ family, locale })),
  )
  const results: PartResult[] = []
  for (const [i, { family, locale }] of parts.entries()) {
    progress(`${family} ${locale} (${i + 1} of ${parts.length})`)
    const contestants = ([OWN, ...peers] as const).map((engine): Contestant => ({ engine, copies: 1 }))
    // Growth is measured once, on the first part: the largest family comes first, and English is its largest locale.
    if (i === 0) contestants.push({ engine: OWN, copies: GROWTH_COPIES })
    const part = await readPart(corpus, family, locale)
    if (part.queries.length === 0) {
      progress('  nothing to ask')
      continue
    }
    results.push(await measurePart({ corpus, family, locale }, part, contestants))
  }
  writeResult('search.md', formatSearchReport(results))
  writeResult('search.svg', drawSearchChart(results))
}

interface PartName {
  readonly corpus: string
  readonly family: string
  readonly locale: Locale
}

interface Contestant {
  readonly engine: EngineName
  readonly copies: number
}

async function measurePart(
  name: PartName,
  { documents, queries }: CorpusPart,
  contestants: readonly Contestant[],
): Promise<PartResult> {
  const shuffled = shuffle(queries, SAMPLE_SEED).map((item) => item.query)
  const runs: Run[] = []
  for (const contestant of contestants) runs.push(await prepare(contestant, name, shuffled))
  for (let round = 0; round <= ROUNDS; round++) {
    progress(round === 0 ? '  warm-up' : `  round ${round} of ${ROUNDS}`)
    for (const run of runs) await timeOnce(run, round === 0)
  }
  await Promise.all(runs.map((run) => run.process.stop()))
  return { family: name.family, locale: name.locale, pages: documents.length, measurements: runs.map(toMeasurement) }
}

interface Run extends Contestant {
  readonly process: EngineProcess
  readonly quality: QualityReport
  readonly queries: readonly string[]
  readonly search: Round[]
  readonly answer: Round[]
}

async function prepare(contestant: Contestant, part: PartName, queries: readonly string[]): Promise<Run> {
  const process = await startEngine({ ...contestant, ...part })
  const quality = await process.quality()
  const { engine, copies } = contestant
  const { documents, buildMs } = process.build
  progress(`  ${engine}: ${documents} pages in ${Math.round(buildMs)} ms, MRR@10 ${quality.overall.mrr10.toFixed(3)}`)
  const sample = Math.ceil(queries.length * Math.min(1, PASS_LIMIT_MS / quality.passMs))
  return { engine, copies, process, quality, queries: queries.slice(0, sample), search: [], answer: [] }
}

async function timeOnce(run: Run, warmUp: boolean): Promise<void> {
  const minimumMs = warmUp ? WARM_UP_MS : ROUND_MINIMUM_MS
  for (const mode of run.engine === OWN ? (['search', 'answer'] as const) : (['search'] as const)) {
    const round = await run.process.round(mode, run.queries, minimumMs)
    if (!warmUp) run[mode].push(round)
  }
}

function toMeasurement({ engine, copies, process, quality, queries, search, answer }: Run): Measurement {
  return {
    engine,
    copies,
    build: process.build,
    quality,
    timedQueries: queries.length,
    search: medianRound(search),
    answer: answer.length === 0 ? null : medianRound(answer),
  }
}
