import { readFileSync } from 'node:fs'
import type { EngineProcess } from './engine-process.ts'
import type { QueryCircle } from './http-content.ts'
import { CONNECTIONS, joinSlices, type LoadReport } from './load/load.ts'
import { watchMetrics, type MetricsReport } from './load/metrics.ts'
import type { Server, Service } from './load/service.ts'
import { loadEach, loadOne } from './load/wrk.ts'
import { untilQuiet } from './quiet.ts'
import { medianRound, type Round, type Timings } from './timing.ts'

/** More than any run sends in a second with one thread and Lua for each request. */
const MOST_A_SECOND = 90_000
/** The engine's turn is one pass over this many of the same queries. */
const ENGINE_QUERIES = 15_000
const RAW_SECONDS = 1
/** What is held against something else is measured in turns with it, so that a busy moment of the machine hits both. */
const SLICE_SECONDS = 1
/** With `CONNECTIONS` all loads are measured longer. */
const OTHER_CONNECTIONS = [1, 4, 16, 256] as const

export interface Contestants {
  readonly service: Service
  readonly engine: EngineProcess
  readonly raw: Server
  readonly circle: QueryCircle
  readonly hotPath: string
}

export interface Durations {
  readonly seconds: number
  /** Of each load with another number of connections; 0: none of these. */
  readonly sweepSeconds: number
}

/** The three loads with one number of connections. */
export interface SweepPoint {
  readonly connections: number
  readonly distinct: LoadReport
  readonly cached: LoadReport
  readonly raw: LoadReport
}

/** All contestants once, one after another, so that a busy moment of the machine hits them alike. */
export interface HttpRound {
  readonly engine: Timings
  readonly distinct: LoadReport
  readonly distinctMetrics: MetricsReport
  readonly cached: LoadReport
  readonly cachedMetrics: MetricsReport
  readonly raw: LoadReport
  /** uWebSockets.js alone asked for other paths each time: what the load generator could have asked the service for. */
  readonly rawDistinct: LoadReport
  /** With `OTHER_CONNECTIONS`. */
  readonly sweep: readonly SweepPoint[]
  /** Of the service, its shared memory included, after the loads. */
  readonly residentBytes: number
}

export async function runRound(contestants: Contestants, { seconds, sweepSeconds }: Durations): Promise<HttpRound> {
  const { circle, hotPath, raw, service } = contestants
  const [{ distinct, engine }, distinctMetrics] = await watchMetrics(service, askInTurns(contestants, seconds))
  const [{ cached, raw: alone }, cachedMetrics] = await watchMetrics(service, loadInTurns(contestants, seconds))
  const round = {
    engine,
    distinct,
    distinctMetrics,
    cached,
    cachedMetrics,
    raw: alone,
    rawDistinct: await loadEach(raw.origin, circle.next(MOST_A_SECOND * RAW_SECONDS).range, { seconds: RAW_SECONDS }),
  }
  const sweep: SweepPoint[] = []
  for (const connections of sweepSeconds === 0 ? [] : OTHER_CONNECTIONS) {
    await untilQuiet()
    sweep.push({
      connections,
      distinct: await loadDistinct(service, circle, { seconds: sweepSeconds, connections }),
      cached: await loadOne(service.origin, hotPath, sweepSeconds, connections),
      raw: await loadOne(raw.origin, hotPath, sweepSeconds, connections),
    })
  }
  return { ...round, sweep, residentBytes: residentBytes(service.pid) }
}

async function askInTurns(
  { circle, engine, service }: Contestants,
  seconds: number,
): Promise<{ distinct: LoadReport; engine: HttpRound['engine'] }> {
  const passes: Round[] = []
  const slices: LoadReport[] = []
  for (let done = 0; done < seconds; done += SLICE_SECONDS) {
    await untilQuiet()
    passes.push(await engine.round('answer', circle.next(ENGINE_QUERIES).queries, 0))
    slices.push(await loadDistinct(service, circle, { seconds: SLICE_SECONDS }))
  }
  return { distinct: joinSlices(slices), engine: medianRound(passes) }
}

async function loadInTurns(
  { hotPath, raw, service }: Contestants,
  seconds: number,
): Promise<{ cached: LoadReport; raw: LoadReport }> {
  const slices: { cached: LoadReport; raw: LoadReport }[] = []
  for (let done = 0; done < seconds; done += SLICE_SECONDS) {
    await untilQuiet()
    slices.push({
      cached: await loadOne(service.origin, hotPath, SLICE_SECONDS),
      raw: await loadOne(raw.origin, hotPath, SLICE_SECONDS),
    })
  }
  return { cached: joinSlices(slices.map(({ cached }) => cached)), raw: joinSlices(slices.map((slice) => slice.raw)) }
}

/** A round's loads with every number of connections, by growing number. */
export function pointsOf({ cached, distinct, raw, sweep }: HttpRound): SweepPoint[] {
  return [...sweep, { connections: CONNECTIONS, cached, distinct, raw }].sort((a, b) => a.connections - b.connections)
}

/**
 * Queries that were not asked before.
 *
 * @throws {Error} when more were asked than there were: the figures would be of the cache.
 */
export async function loadDistinct(
  { origin }: Server,
  circle: QueryCircle,
  load: { readonly seconds: number; readonly connections?: number; readonly quietMs?: number },
): Promise<LoadReport> {
  const { range } = circle.next(MOST_A_SECOND * load.seconds)
  const report = await loadEach(origin, range, load)
  if (report.sent > range.count) throw new Error(`${report.sent} requests were sent, only ${range.count} distinct`)
  circle.pass(report.sent)
  return report
}

function residentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kibibytes ?? Number.NaN) * 1024
}
