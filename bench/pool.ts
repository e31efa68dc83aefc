import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Generation } from '../src/generation/generation.ts'
import { keepInMemory } from '../src/generation/keep-in-memory.ts'
import { packRecords } from '../src/generation/records/pack-records.ts'
import { packShape } from '../src/pool/query-shape.ts'
import { SearchDispatcher } from '../src/pool/search-dispatcher.ts'
import type { WorkerSettings } from '../src/pool/tasks.ts'
import { buildIndex } from '../src/engine/build/build.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import { normaliseQuery } from '../src/shared/normalise-query.ts'
import type { Locale } from '../src/shared/locale.ts'
import { STATIC_NAMES, type AssetUrls } from '../src/web/static-files.ts'
import { listFamilies, listLocales, readPart } from './corpus.ts'
import { figure, ratio, valuesOf, type QuestionResult } from './figures.ts'
import { composeQueries } from './load/query-stream.ts'
import { describeMachine, formatMachine } from './machine.ts'
import { UsageError, type BenchOptions } from './options.ts'
import { untilQuiet } from './quiet.ts'
import { formatCount, formatRatio, formatTable, progress } from './report.ts'

const SITE_URL = 'http://localhost:4000'
const QUERY_SEED = 20_240_612
const RESULT_LIMIT = 10
/** Number of queries that take one thread half a second. */
const QUERIES_PER_TURN = 25_000
/** Number of queries that each worker has at a time. */
const DEPTH = 64
const WORKER_FILE = fileURLToPath(new URL('pool-worker.mjs', import.meta.url))
const ASSETS = Object.fromEntries(STATIC_NAMES.map((name) => [name, `/${name}`])) as AssetUrls
const SETTINGS: WorkerSettings = { assets: ASSETS, kernel: 'auto', imageOrigins: [] }

interface PoolRound {
  /** Queries a second. */
  readonly alone: number
  readonly one: number
  readonly two: number
  /** Processor time of the dispatching thread, in µs for a query. */
  readonly oneCpuUs: number
  readonly twoCpuUs: number
}

/** Elapsed time of some queries, and the processor time of this thread in it. */
interface Spent {
  readonly elapsedMs: number
  readonly cpuUs: number
}

interface Contestant {
  run(queries: readonly string[]): Promise<Spent>
  stop(): Promise<unknown>
}

/**
 * Measures the engine through the pool of search workers, without HTTP: the cost of dispatching, and the gain from a second
 * worker.
 */
export async function benchPool({ corpus, locales, quick }: BenchOptions): Promise<QuestionResult> {
  const family = listFamilies(corpus)[0]
  if (family === undefined) throw new UsageError(`no documents in ${corpus}`)
  const locale = listLocales(corpus, family).find((known) => locales.includes(known))
  if (locale === undefined) throw new UsageError(`no such locale in ${corpus}`)
  const { documents } = await readPart(corpus, family, locale)
  const queriesPerRound = quick ? 20_000 : 100_000
  const rounds = quick ? 3 : 7
  progress('building')
  const generation = toGeneration(documents, locale)
  const titles = documents.map(({ title }) => title)
  const queries = composeQueries(titles, queriesPerRound * 2, QUERY_SEED).map(normaliseQuery)
  const shape = packShape({
    kind: 'docs',
    locale,
    limit: RESULT_LIMIT,
    highlights: false,
    sections: 'none',
    version: 0,
    section: 0,
    facets: false,
  })

  const alone = await startAlone(generation, shape)
  const one = await startPool(generation, shape, 1)
  const two = await startPool(generation, shape, 2)
  const found: PoolRound[] = []
  try {
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
      // No contestant repeats the queries of its previous round.
      const some = queries.slice((round % 2) * queriesPerRound, ((round % 2) + 1) * queriesPerRound)
      const [byAlone, byOne, byTwo] = await runInTurns([alone, one, two], some)
      if (round > 0)
        found.push({
          alone: (some.length / byAlone!.elapsedMs) * 1000,
          one: (some.length / byOne!.elapsedMs) * 1000,
          two: (some.length / byTwo!.elapsedMs) * 1000,
          oneCpuUs: byOne!.cpuUs / some.length,
          twoCpuUs: byTwo!.cpuUs / some.length,
        })
    }
  } finally {
    await Promise.all([alone, one, two].map((contestant) => contestant.stop()))
  }
  return toResult(documents.length, found)
}

/** Runs all queries on each contestant, in short turns, so that the machine is about equally quiet for all of them. */
async function runInTurns(contestants: readonly Contestant[], queries: readonly string[]): Promise<Spent[]> {
  const spent = contestants.map(() => ({ elapsedMs: 0, cpuUs: 0 }))
  for (let from = 0; from < queries.length; from += QUERIES_PER_TURN) {
    const some = queries.slice(from, from + QUERIES_PER_TURN)
    for (const [i, contestant] of contestants.entries()) {
      await untilQuiet()
      const { cpuUs, elapsedMs } = await contestant.run(some)
      spent[i]!.cpuUs += cpuUs
      spent[i]!.elapsedMs += elapsedMs
    }
  }
  return spent
}

function toResult(pages: number, rounds: readonly PoolRound[]): QuestionResult {
  const alone = valuesOf(rounds, 'alone')
  const one = valuesOf(rounds, 'one')
  const two = valuesOf(rounds, 'two')
  const ofAlone = ratio('one worker through the pool, of the engine alone', one, alone, { inSummary: true })
  const ofOne = ratio('two workers, of one', two, one, { inSummary: true })
  const rates = [
    figure('engine alone', '/s', 'higher', alone),
    figure('through the pool, one worker', '/s', 'higher', one, { judgedBy: ofAlone.name }),
    figure('through the pool, two workers', '/s', 'higher', two, { judgedBy: ofOne.name }),
  ]
  const costs = [
    figure('handing out, one worker', 'µs', 'lower', valuesOf(rounds, 'oneCpuUs'), { inSummary: true }),
    figure('handing out, two workers', 'µs', 'lower', valuesOf(rounds, 'twoCpuUs')),
  ]
  const rows = [
    ...rates.map(({ name, value }) => [name, `${formatCount(value)}/s`]),
    ...[ofAlone, ofOne].map(({ name, value }) => [name, `${formatRatio(value)} ×`]),
    ...costs.map(({ name, value }) => [
      `${name}, processor time of the listener for a query`,
      `${value.toFixed(2)} µs`,
    ]),
  ]
  const report = `# Pool

${formatMachine(describeMachine())}

Distinct queries over ${formatCount(pages)} pages, ${RESULT_LIMIT} results each, written as JSON. The engine alone is the worker's own
code in a plain loop on one thread; through the pool ${DEPTH} queries for each worker are open at any time. The three
take turns of ${formatCount(QUERIES_PER_TURN)} queries.

${formatTable(['', 'median'], rows)}`
  return { report, figures: [...rates, ofAlone, ofOne, ...costs], charts: [] }
}

/** Makes a generation with an index and without pages, because nothing that is measured reads pages. */
function toGeneration(documents: readonly SearchDocument[], locale: Locale): Generation {
  const index = buildIndex(documents, { locale })
  const { docs } = keepInMemory(1, {
    contentDir: '',
    degraded: [],
    siteUrl: SITE_URL,
    fingerprint: 'bench',
    nextChange: Infinity,
    locales: new Map([
      [
        locale,
        {
          index,
          versions: new Map(),
          extracts: new Map(),
          pages: packRecords([]),
          pageCount: documents.length,
        },
      ],
    ]),
    texts: packRecords([]),
    files: { records: packRecords([]), folder: '' },
  })
  return { ...docs, icons: null }
}

async function startAlone(generation: Generation, shape: number): Promise<Contestant> {
  const worker = new Worker(WORKER_FILE, { workerData: { ...SETTINGS, generation, shape } })
  await once(worker, 'message')
  return {
    async run(queries) {
      worker.postMessage(queries)
      const [elapsedMs] = (await once(worker, 'message')) as [number]
      return { elapsedMs, cpuUs: 0 }
    },
    stop: () => worker.terminate(),
  }
}

async function startPool(generation: Generation, shape: number, workers: number): Promise<Contestant> {
  const dispatcher = new SearchDispatcher({
    workers,
    queueLimit: DEPTH * workers,
    htmlQueueLimit: 1,
    timeoutMs: 60_000,
    ownCores: workers < availableParallelism(),
    generation,
    settings: SETTINGS,
    workerFile: WORKER_FILE,
    onFault: (message, cause) => console.error(message, cause),
    onReleased: () => undefined,
  })
  await dispatcher.ready()
  return {
    async run(queries) {
      const cpuBefore = threadCpuUs()
      const start = performance.now()
      await askAll(dispatcher, queries, shape, DEPTH * workers)
      return { elapsedMs: performance.now() - start, cpuUs: threadCpuUs() - cpuBefore }
    },
    stop: () => dispatcher.close(),
  }
}

/** Keeps `depth` queries open until all are answered. */
function askAll(dispatcher: SearchDispatcher, queries: readonly string[], shape: number, depth: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = 0
    let answered = 0
    const next = (): void => {
      const query = queries[asked++]
      if (query !== undefined) dispatcher.ask(query, shape, waiter)
    }
    const waiter = {
      answered: () => {
        answered += 1
        if (answered === queries.length) resolve()
        else next()
      },
      refused: ({ code }: { readonly code: string }) => reject(new Error(`a query was refused: ${code}`)),
      aborted: () => false,
    }
    for (let i = 0; i < depth; i++) next()
  })
}

/** @returns the processor time of this thread since its start */
function threadCpuUs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1000
}
