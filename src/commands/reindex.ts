import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '../config/config.ts'
import type { BuildReport } from '../generation/rebuilder.ts'
import { isSameProcess, readRunState, runningProcesses, type RunState } from '../generation/run-file.ts'
import { ALLOW_LOSS } from '../process/control/allow-loss.ts'
import { askAll } from '../process/control/ask-service.ts'
import { machineMs } from '../shared/processes.ts'
import { CommandError, type Given } from './command.ts'

const POLL_INTERVAL_MS = 50
const ENDED = 'ended before it was done'
const NO_FILE = 'has no file in DATA_DIR any more: it is stopping, or cannot write there. Its log has the outcome'

/** Resolves to what became of the build, or to the reason why that is unknown. */
async function rebuild(dataDir: string, found: RunState): Promise<BuildReport | string> {
  // While the processes before it were building, this one may have ended, and another may have its pid.
  if (!isSameProcess(found)) return ENDED
  const before = readRunState(dataDir, found) ?? found
  const askedAtMs = machineMs()
  try {
    process.kill(found.pid, 'SIGHUP')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'ESRCH' ? ENDED : `could not be signalled (${code}): run this as root or as the user of the service`
  }
  for (;;) {
    await sleep(POLL_INTERVAL_MS)
    const now = readRunState(dataDir, found)
    if (now?.lastRebuild && now.rebuilds > before.rebuilds) {
      // A build that was running already may have read the content before it changed. Earlier versions tell no begin.
      const { lastBegunAtMs = askedAtMs, lastRebuild } = now
      if (lastBegunAtMs >= askedAtMs) return lastRebuild
    }
    if (!isSameProcess(found)) return ENDED
    if (now === null) return NO_FILE
  }
}

function describe(report: BuildReport | string): string {
  if (typeof report === 'string') return report
  if (report.outcome === 'failed') return `could not build, and serves what it had: ${report.reason}`
  if (report.outcome === 'unchanged') return `serves this content already (generation ${report.generation})`
  return `serves generation ${report.generation}: ${report.pageCount} pages, ${report.outcome} in ${report.ms} ms`
}

/** Lets the next build of every process publish what it comes to. */
async function allowLoss(dataDir: string): Promise<void> {
  for (const [pid, answer] of await askAll(dataDir, ALLOW_LOSS, {})) {
    if (answer.outcome === 'done') continue
    const reason = answer.outcome === 'elsewhere' ? 'it is of an earlier version' : answer.reason
    throw new CommandError(`Process ${pid} cannot be told that the loss is meant: ${reason}`)
  }
}

/** `signpost reindex`: asks the running service to rebuild its index, waits, and prints the outcome. */
export async function reindex({ env, options }: Given<{ readonly 'allow-loss': boolean }>): Promise<number> {
  const { dataDir } = loadConfig(env, availableParallelism())
  const processes = runningProcesses(dataDir)
  if (processes.length === 0)
    throw new CommandError(`No Signpost runs with DATA_DIR ${dataDir}. Set DATA_DIR to the one of the service.`)
  if (options['allow-loss']) await allowLoss(dataDir)
  let status = 0
  // Processes rebuild one after another: the first builds, the others load its files.
  for (const state of processes) {
    const report = await rebuild(dataDir, state)
    process.stdout.write(`Process ${state.pid} at ${state.url} ${describe(report)}\n`)
    if (typeof report === 'string' || report.outcome === 'failed') status = 1
  }
  return status
}
