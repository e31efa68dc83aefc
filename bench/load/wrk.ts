import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CONNECTIONS, type LoadGenerator, type LoadReport } from './load.ts'

const run = promisify(execFile)

interface WrkReport {
  readonly requests: number
  readonly sent: number
  readonly durationUs: number
  readonly p50Us: number
  readonly p99Us: number
  readonly failures: number
}

export async function hasWrk(): Promise<boolean> {
  try {
    await run('wrk', ['--version'])
    return true
  } catch (error) {
    // Its version is printed with exit code 1; only a missing program has no code of that kind.
    return (error as { code?: unknown }).code !== 'ENOENT'
  }
}

/** Written in C, with one thread; Lua runs for each request only where the paths differ. */
export const wrk: LoadGenerator = {
  name: 'wrk',
  loadOne: (origin, path, seconds) => runWrk('report.lua', origin + path, seconds, []),
  loadEach: (origin, { file, skip, count }, seconds) =>
    runWrk('paths.lua', origin, seconds, [file, String(skip), String(count)]),
}

/** One run with one thread. `script` lies beside this file and prints the report. */
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
  return {
    requestsPerSecond: (report.requests / report.durationUs) * 1e6,
    p50Ms: report.p50Us / 1000,
    p99Ms: report.p99Us / 1000,
    failures: report.failures,
    sent: report.sent,
  }
}
