// `npm run reindex`: asks the running service to rebuild its index, waits, and prints the outcome.
import '../process/check-install.ts'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, loadConfig } from '../config/config.ts'
import type { BuildReport } from '../generation/rebuilder.ts'
import { isSameProcess, readRunState, runningProcesses, type RunState } from '../generation/run-file.ts'

const POLL_INTERVAL_MS = 50

/** Null when the process ended meanwhile. */
async function rebuild(dataDir: string, before: RunState): Promise<BuildReport | null> {
  process.kill(before.pid, 'SIGHUP')
  for (;;) {
    await sleep(POLL_INTERVAL_MS)
    const now = readRunState(dataDir, before)
    if (now !== null && now.rebuilds > before.rebuilds) return now.lastRebuild
    if (!isSameProcess(before)) return null
  }
}

function describe(report: BuildReport | null): string {
  if (report === null) return 'ended before it was done'
  if (report.outcome === 'failed') return `could not build, and serves what it had: ${report.reason}`
  if (report.outcome === 'unchanged') return `serves this content already (generation ${report.generation})`
  return `serves generation ${report.generation}: ${report.pageCount} pages, ${report.outcome} in ${report.ms} ms`
}

function readDataDir(): string {
  try {
    return loadConfig(process.env, availableParallelism()).dataDir
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

const dataDir = readDataDir()
const processes = runningProcesses(dataDir)
if (processes.length === 0) {
  process.stderr.write(`No Signpost runs with DATA_DIR ${dataDir}. Set DATA_DIR to the one of the service.\n`)
  process.exit(1)
}
// Processes rebuild one after another: the first builds, the others load its files.
for (const state of processes) {
  const report = await rebuild(dataDir, state)
  process.stdout.write(`Process ${state.pid} at ${state.url} ${describe(report)}\n`)
  if (report === null || report.outcome === 'failed') process.exitCode = 1
}
