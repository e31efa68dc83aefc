import { readFileSync } from 'node:fs'
import type { EngineProcess } from './engine-process.ts'
import type { QueryCircle } from './http-content.ts'
import { CONNECTIONS, joinSlices, type LoadReport } from './load/load.ts'
import { watchMetrics, type MetricsReport } from './load/metrics.ts'
import type { Server, Service } from './load/service.ts'
import { loadEach, loadOne } from './load/wrk.ts'
import { untilQuiet } from './quiet.ts'
import { medianRound, type Round, type Timings } from './timing.ts'

/** Upper bound of the requests that a run sends in a second, with one thread and Lua for each request. */
const MOST_A_SECOND = 90_000
/** Number of queries in one pass of the engine. */
const ENGINE_QUERIES = 15_000
const RAW_SECONDS = 1
/**
 * Length of a slice. Contestants are measured in alternating slices, so that a busy moment of the machine affects all of
 * them.
 */
const SLICE_SECONDS = 1
/** Numbers of connections with shorter measurements. The loads with `CONNECTIONS` run longer. */
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
  /** Length of each load with another number of connections. With 0 there are none. */
  readonly sweepSeconds: number
}

/** The three loads at one number of connections. */
export interface SweepPoint {
  readonly connections: number
  readonly distinct: LoadReport
  readonly cached: LoadReport
  readonly raw: LoadReport
}

/** Measurements of all contestants, one after another, so that a busy moment of the machine affects all of them. */
export interface HttpRound {
  readonly engine: Timings
  readonly distinct: LoadReport
  readonly distinctMetrics: MetricsReport
  readonly cached: LoadReport
  readonly cachedMetrics: MetricsReport
  readonly raw: LoadReport
  /**
   * uWebSockets.js alone with a new path for each request: the most that the load generator could have sent to the service.
   */
  readonly rawDistinct: LoadReport
  /** Loads with each of `OTHER_CONNECTIONS`. */
  readonly sweep: readonly SweepPoint[]
  /** Resident memory of the service after the loads, shared memory included. */
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

/** @returns the loads of a round at every number of connections, in increasing order */
export function pointsOf({ cached, distinct, raw, sweep }: HttpRound): SweepPoint[] {
  return [...sweep, { connections: CONNECTIONS, cached, distinct, raw }].sort((a, b) => a.connections - b.connections)
}

/**
 * Sends queries that have not been sent before.
 *
 * @throws {Error} if it sent more than there were, because the figures would be those of the cache
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
