import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MARKDOWN_FAMILY } from './corpus.ts'
import { startEngine } from './engine-process.ts'
import { OWN } from './engines.ts'
import type { QuestionResult } from './figures.ts'
import { httpCharts } from './http-charts.ts'
import { chooseContent, composeCircle, DOCS_ENV } from './http-content.ts'
import { httpFigures } from './http-figures.ts'
import { runRound, type Contestants, type HttpRound } from './http-loads.ts'
import { runPaced } from './http-paced.ts'
import { formatHttpReport, type HttpResult } from './http-report.ts'
import { timeStarts } from './http-start.ts'
import { fireCannon } from './load/autocannon.ts'
import { startRawServer, startService, type Service } from './load/service.ts'
import type { BenchOptions } from './options.ts'
import { progress } from './report.ts'
import { median } from './timing.ts'

const FULL = {
  rounds: 3,
  seconds: 6,
  sweepSeconds: 2,
  pacedRounds: 9,
  pacedSeconds: 2,
  cannonSeconds: 4,
  starts: 7,
  queries: 1_200_000,
}
const QUICK = {
  rounds: 1,
  seconds: 2,
  sweepSeconds: 1,
  pacedRounds: 2,
  pacedSeconds: 2,
  cannonSeconds: 1,
  starts: 2,
  queries: 400_000,
}
const WARM_UP = { seconds: 2, sweepSeconds: 0 }
/** Share of the rate at saturation at which latencies are measured. */
const PACED_PART = 0.7
/** Number of answers among which one of median size is chosen, for the loads with one query. */
const SIZE_SAMPLE = 101
const CANNON_QUERIES = 100_000

/** Measures the service over HTTP beside its engine alone and uWebSockets.js alone. */
export async function benchHttp(options: BenchOptions): Promise<QuestionResult> {
  const { entry, quick } = options
  const durations = quick ? QUICK : FULL
  const { rounds, starts } = durations
  const { content: contentDir, locale } = await chooseContent(options)
  const { circle, pages } = await composeCircle(contentDir, locale, durations.queries)
  const teardown: (() => Promise<void>)[] = [circle.remove]
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'signpost-bench-data-'))
    teardown.push(() => rm(dataDir, { recursive: true, force: true }))
    progress('starting the service')
    const service = await startService({ host: 'docs', contentDir, entry, dataDir, env: DOCS_ENV })
    teardown.push(service.stop)
    progress('building the engine')
    const engine = await startEngine({ engine: OWN, corpus: contentDir, family: MARKDOWN_FAMILY, locale, copies: 1 })
    teardown.push(engine.stop)
    const sample = circle.next(SIZE_SAMPLE).queries.map(circle.pathOf)
    circle.pass(SIZE_SAMPLE)
    const hot = await chooseHotPath(service, sample)
    const raw = await startRawServer(hot.body)
    teardown.push(raw.stop)
    const contestants: Contestants = { service, engine, raw, circle, hotPath: hot.path }
    const measured: HttpRound[] = []
    for (let round = 0; round <= rounds; round++) {
      progress(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
      const found = await runRound(contestants, round === 0 ? WARM_UP : durations)
      if (round > 0) measured.push(found)
    }
    progress(`${PACED_PART * 100} % of the most`)
    const most = median(measured.map(({ distinct }) => distinct.requestsPerSecond))
    const goal = {
      requestsPerSecond: most * PACED_PART,
      rounds: durations.pacedRounds,
      seconds: durations.pacedSeconds,
    }
    const paced = await runPaced(contestants, goal)
    progress('autocannon')
    const someQueries = circle.next(CANNON_QUERIES).queries
    const cannon = {
      distinct: await fireCannon(service.origin, someQueries.map(circle.pathOf), durations.cannonSeconds),
      cached: await fireCannon(service.origin, [hot.path], durations.cannonSeconds),
      raw: await fireCannon(raw.origin, [hot.path], durations.cannonSeconds),
    }
    await service.stop()
    progress('starts with a built index')
    const startsMs = await timeStarts({ contentDir, dataDir, entry }, hot.path, starts)
    const bodyBytes = hot.body.length
    const result: HttpResult = { pages, bodyBytes, rounds: measured, paced, pacedPart: PACED_PART, cannon, startsMs }
    return { report: formatHttpReport(result), figures: httpFigures(result), charts: httpCharts(result) }
  } finally {
    for (const stop of teardown.toReversed()) await stop()
  }
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
