import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PERCENTILES } from '../timing.ts'
import { CONNECTIONS, type LoadReport, type PathRange } from './load.ts'

const run = promisify(execFile)

interface WrkReport {
  readonly requests: number
  readonly sent: number
  readonly durationUs: number
  /** Latencies at `PERCENTILES`. */
  readonly percentilesUs: readonly number[]
  readonly maxUs: number
  readonly failures: number
}

const P50 = PERCENTILES.indexOf(0.5)
const P99 = PERCENTILES.indexOf(0.99)

export async function hasWrk(): Promise<boolean> {
  try {
    await run('wrk', ['--version'])
    return true
  } catch (error) {
    // wrk prints its version and exits with code 1. Only a missing program fails with ENOENT.
    return (error as { code?: unknown }).code !== 'ENOENT'
  }
}

/** Repeats one request, without calling Lua for each. */
export function loadOne(origin: string, path: string, seconds: number, connections = CONNECTIONS): Promise<LoadReport> {
  return runWrk('report.lua', origin + path, seconds, [], connections)
}

export interface EachLoad {
  readonly seconds: number
  readonly connections?: number
  /** Mean pause of a connection before a request. Default: none, which saturates the server. */
  readonly quietMs?: number
}

/** Requests the paths of the range in turns. Lua runs for each request. */
export function loadEach(origin: string, { count, file, skip }: PathRange, load: EachLoad): Promise<LoadReport> {
  const quiet = load.quietMs === undefined ? [] : [String(load.quietMs)]
  return runWrk('paths.lua', origin, load.seconds, [file, String(skip), String(count), ...quiet], load.connections)
}

/** Runs wrk with one thread. `script` is in the folder of this file and prints the report. */
export async function runWrk(
  script: string,
  url: string,
  seconds: number,
  scriptArguments: string[],
  connections = CONNECTIONS,
): Promise<LoadReport> {
  const scriptFile = fileURLToPath(new URL(script, import.meta.url))
  const options = [
    '--threads',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    '--script',
    scriptFile,
  ]
  const { stdout } = await run('wrk', [...options, url, '--', ...scriptArguments])
  const line = /^report (.*)$/m.exec(stdout)?.[1]
  if (line === undefined) throw new Error(`wrk gave no report: ${stdout}`)
  const report = JSON.parse(line) as WrkReport
  const percentilesMs = report.percentilesUs.map((us) => us / 1000)
  return {
    requestsPerSecond: (report.requests / report.durationUs) * 1e6,
    p50Ms: percentilesMs[P50]!,
    p99Ms: percentilesMs[P99]!,
    percentilesMs,
    maxMs: report.maxUs / 1000,
    failures: report.failures,
    sent: report.sent,
  }
}
