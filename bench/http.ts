import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '../src/shared/locale.ts'
import { listFamilies, listLocales, MARKDOWN_FAMILY, readPart } from './corpus.ts'
import { startEngine, type EngineProcess } from './engine-process.ts'
import { OWN } from './engines.ts'
import { drawHttpChart, formatHttpReport, type HttpResult, type HttpRound } from './http-report.ts'
import { autocannon } from './load/autocannon.ts'
import type { LoadGenerator, PathRange } from './load/load.ts'
import { writeMarkdownTree } from './load/markdown-tree.ts'
import { watchMetrics } from './load/metrics.ts'
import { composeQueries } from './load/query-stream.ts'
import { SERVICE_ENTRY, startRawServer, startService, type Server, type Service } from './load/service.ts'
import { hasWrk, wrk } from './load/wrk.ts'
import { UsageError, type BenchOptions } from './options.ts'
import { progress, writeResult } from './report.ts'

const ROUNDS = 3
const ROUND_SECONDS = 6
const WARM_UP_SECONDS = 3
const AUTOCANNON_SECONDS = 5
/** Paths kept for one round: more than are asked in its time, so that none is asked twice. */
const ROUND_PATHS = 250_000
/** The engine's own round is one pass over this many of the same queries. */
const ENGINE_QUERIES = 40_000
const QUERY_SEED = 20_240_608
/** Answers looked at to find one of middling size for the loads that ask one thing only. */
const SIZE_SAMPLE = 101

/** The service over HTTP against its engine alone and against uWebSockets.js alone. */
export async function benchHttp(options: BenchOptions): Promise<void> {
  if (!existsSync(SERVICE_ENTRY)) throw new UsageError(`${SERVICE_ENTRY} is missing: run npm run build first`)
  const generator = (await hasWrk()) ? wrk : autocannon
  if (generator !== wrk)
    progress('wrk is missing (Debian package wrk): autocannon alone, which stops at some 35 thousand requests/s')
  const { content, locale } = await chooseContent(options)
  const { documents } = await readPart(content, MARKDOWN_FAMILY, locale)
  progress(`composing queries of ${documents.length} titles`)
  const queries = composeQueries(
    documents.map((document) => document.title),
    ROUND_PATHS * (ROUNDS + 2) + SIZE_SAMPLE,
    QUERY_SEED,
  )
  const paths = queries.map((query) => `/api/search?locale=${locale}&q=${encodeURIComponent(query)}`)
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-paths-'))
  const file = join(folder, 'paths')
  await writeFile(file, paths.join('\n'))

  const teardown: (() => Promise<void>)[] = [() => rm(folder, { recursive: true })]
  try {
    progress('starting the service')
    const service = await startService({ host: 'docs', contentDir: content })
    teardown.push(service.stop)
    progress('building the engine')
    const engine = await startEngine({ engine: OWN, corpus: content, family: MARKDOWN_FAMILY, locale, copies: 1 })
    teardown.push(engine.stop)
    const hot = await chooseHotPath(service, paths.slice(-SIZE_SAMPLE))
    const raw = await startRawServer(hot.body)
    teardown.push(raw.stop)
    const contestants: Contestants = { service, engine, raw, hotPath: hot.path, generator }
    const range = (index: number): PathRange => ({ all: paths, file, skip: index * ROUND_PATHS, count: ROUND_PATHS })
    const rounds: HttpRound[] = []
    for (let i = 0; i <= ROUNDS; i++) {
      progress(i === 0 ? 'warm-up' : `round ${i} of ${ROUNDS}`)
      const some = queries.slice(i * ROUND_PATHS, i * ROUND_PATHS + ENGINE_QUERIES)
      const round = await runRound(contestants, range(i), some, i === 0 ? WARM_UP_SECONDS : ROUND_SECONDS)
      if (i > 0) rounds.push(round)
    }
    progress('autocannon')
    const second: HttpResult['autocannon'] = {
      distinct: await autocannon.loadEach(service.origin, range(ROUNDS + 1), AUTOCANNON_SECONDS),
      cached: await autocannon.loadOne(service.origin, hot.path, AUTOCANNON_SECONDS),
      raw: await autocannon.loadOne(raw.origin, hot.path, AUTOCANNON_SECONDS),
    }
    const result: HttpResult = {
      pages: documents.length,
      bodyBytes: hot.body.length,
      generator: generator.name,
      rounds,
      autocannon: second,
    }
    writeResult('http.md', formatHttpReport(result))
    writeResult('http.svg', drawHttpChart(result))
  } finally {
    for (const stop of teardown.toReversed()) await stop()
  }
}

/** A content folder as it is; of a corpus its largest family, written as Markdown. */
async function chooseContent({ corpus, locales }: BenchOptions): Promise<{ content: string; locale: Locale }> {
  const family = listFamilies(corpus)[0]
  if (family === undefined) throw new UsageError(`no documents in ${corpus}`)
  const locale = listLocales(corpus, family).find((known) => locales.includes(known))
  if (locale === undefined) throw new UsageError(`no such locale in ${corpus}`)
  if (family === MARKDOWN_FAMILY) return { content: corpus, locale }
  progress(`writing ${family} ${locale} as Markdown`)
  return { content: await writeMarkdownTree(corpus, family, locale), locale }
}

async function chooseHotPath(service: Service, paths: readonly string[]): Promise<{ path: string; body: Uint8Array }> {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(service.origin + path)
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
      return { path, body: new Uint8Array(await response.arrayBuffer()) }
    }),
  )
  return answers.sort((a, b) => a.body.length - b.body.length)[answers.length >> 1]!
}

interface Contestants {
  readonly service: Service
  readonly engine: EngineProcess
  readonly raw: Server
  readonly hotPath: string
  readonly generator: LoadGenerator
}

async function runRound(
  { service, engine, raw, hotPath, generator }: Contestants,
  range: PathRange,
  queries: readonly string[],
  seconds: number,
): Promise<HttpRound> {
  const alone = await engine.round('answer', queries, 0)
  const [distinct, distinctMetrics] = await watchMetrics(service, generator.loadEach(service.origin, range, seconds))
  if (distinct.sent > range.count)
    throw new Error(`${distinct.sent} requests were sent, only ${range.count} of them distinct`)
  const [cached, cachedMetrics] = await watchMetrics(service, generator.loadOne(service.origin, hotPath, seconds))
  return {
    engine: alone,
    distinct,
    distinctMetrics,
    cached,
    cachedMetrics,
    raw: await generator.loadOne(raw.origin, hotPath, seconds),
  }
}
