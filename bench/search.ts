import { listFamilies, listLocales, readPart } from './corpus.ts'
import type { CorpusPart } from './corpus-part.ts'
import type { Locale } from '../src/shared/locale.ts'
import { startEngine, type EngineProcess, type EngineRound, type QualityReport } from './engine-process.ts'
import { isOwn, OWN, OWN_ENGINES, type EngineName } from './engines.ts'
import type { QuestionResult } from './figures.ts'
import { UsageError, type BenchOptions } from './options.ts'
import { untilQuiet } from './quiet.ts'
import { progress } from './report.ts'
import { searchCharts } from './search-charts.ts'
import { searchFigures } from './search-figures.ts'
import { formatSearchReport, type Measurement, type PartResult } from './search-report.ts'
import { shuffle, type Round } from './timing.ts'

const FULL = { rounds: 5, minimumMs: 1_000 }
const QUICK = { rounds: 1, minimumMs: 500 }
const WARM_UP_MS = 500
/** Limit for a pass. A slower engine gets a random part of the queries, the same in every run. */
const PASS_LIMIT_MS = 5_000
const SAMPLE_SEED = 20_240_607
const GROWTH_COPIES = 4

/**
 * Measures quality, speed, build time and memory of the engine and of its peers, for each family and locale. With `quick`
 * only the first part is measured.
 */
export async function benchSearch(options: BenchOptions): Promise<QuestionResult> {
  const { corpus, locales, peers, quick } = options
  const all = listFamilies(corpus).flatMap((family) =>
    listLocales(corpus, family)
      .filter((locale) => locales.includes(locale))
      .map((locale) => ({ family, locale })),
  )
  const parts = quick ? all.slice(0, 1) : all
  const results: PartResult[] = []
  for (const [i, { family, locale }] of parts.entries()) {
    progress(`${family} ${locale} (${i + 1} of ${parts.length})`)
    const contestants = [...OWN_ENGINES, ...peers].map((engine): Contestant => ({ engine, copies: 1 }))
    // Growth is measured once, on the first part: the largest family in English, its largest locale.
    if (i === 0) contestants.push({ engine: OWN, copies: GROWTH_COPIES })
    const part = await readPart(corpus, family, locale)
    if (part.queries.length === 0) {
      progress('  nothing to ask')
      continue
    }
    results.push(await measurePart({ corpus, family, locale }, part, contestants, quick ? QUICK : FULL))
  }
  if (results.length === 0) throw new UsageError(`nothing to ask in ${corpus}`)
  return { report: formatSearchReport(results), figures: searchFigures(results), charts: searchCharts(results) }
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
  { minimumMs, rounds }: typeof FULL,
): Promise<PartResult> {
  const shuffled = shuffle(queries, SAMPLE_SEED).map((item) => item.query)
  const runs: Run[] = []
  for (const contestant of contestants) runs.push(await prepare(contestant, name, shuffled))
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? '  warm-up' : `  round ${round} of ${rounds}`)
    for (const run of runs) await timeOnce(run, round === 0 ? null : minimumMs)
  }
  await Promise.all(runs.map((run) => run.process.stop()))
  return { family: name.family, locale: name.locale, pages: documents.length, measurements: runs.map(toMeasurement) }
}

interface Run extends Contestant {
  readonly process: EngineProcess
  readonly quality: QualityReport
  readonly queries: readonly string[]
  readonly search: Round[]
  readonly answer: EngineRound[]
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

/** @param minimumMs Shortest length of the round. With null the round is a warm-up and is not recorded. */
async function timeOnce(run: Run, minimumMs: number | null): Promise<void> {
  for (const mode of isOwn(run.engine) ? (['search', 'answer'] as const) : (['search'] as const)) {
    if (minimumMs !== null) await untilQuiet()
    const round = await run.process.round(mode, run.queries, minimumMs ?? WARM_UP_MS)
    if (minimumMs !== null) run[mode].push(round)
  }
}

function toMeasurement({ engine, copies, process, quality, queries, search, answer }: Run): Measurement {
  return { engine, copies, build: process.build, quality, timedQueries: queries.length, search, answer }
}
