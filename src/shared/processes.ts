import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'

/** Whether the system has proc(5), as Linux does. */
const HAS_PROC = existsSync('/proc/self/stat')

interface ProcessState {
  /** Whether it has ended and its parent has not collected its status: it then holds no resources. */
  readonly isZombie: boolean
  readonly startedAt: string
}

/**
 * Whether a process of this machine runs, under any user. A zombie does not count, nor does a later process with the
 * same id.
 *
 * @param startedAt Result of `processStart` for the process; null when unknown, so that any process with the id counts.
 */
export function isRunning(pid: number, startedAt: string | null): boolean {
  if (!isKnown(pid)) return false
  const state = stateOf(pid)
  if (state === null) return true
  return !state.isZombie && (startedAt === null || startedAt === state.startedAt)
}

/** Start time of a process, which distinguishes it from a later one with its pid; null when the system does not report it. */
export function processStart(pid: number): string | null {
  return stateOf(pid)?.startedAt ?? null
}

/** Milliseconds on a clock that all processes of this machine share, and that nobody sets. */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Null when there is no such process, or the system does not report it. */
function stateOf(pid: number): ProcessState | null {
  try {
    return HAS_PROC ? stateInProc(pid) : stateByPs(pid)
  } catch {
    return null
  }
}

function stateInProc(pid: number): ProcessState {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may contain anything, field 3 is the state and field 22 the start time in clock ticks since boot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = ''] = fields
  const startedAt = fields[19]
  if (startedAt === undefined) throw new Error('the process has no start')
  // The first thread of a killed process may be dead while others still run, and write.
  const isZombie = 'ZX'.includes(state) && readdirSync(`/proc/${pid}/task`).length <= 1
  return { isZombie, startedAt }
}

function stateByPs(pid: number): ProcessState | null {
  const text = execFileSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const [state = '', ...start] = text.trim().split(/\s+/)
  return state === '' ? null : { isZombie: state.startsWith('Z'), startedAt: start.join(' ') }
}

/**
 * Removes the lock of a process that was judged to be dead, unless another process was faster and it is now theirs.
 * Throws when it cannot be moved.
 *
 * @param away Path that no other process uses.
 * @param isJudged Whether the file there is the lock that was judged.
 */
export function takeLockAway(path: string, away: string, isJudged: (away: string) => boolean): void {
  renameSync(path, away)
  try {
    if (!isJudged(away)) linkSync(away, path)
  } catch {
    // A process has created its own meanwhile. Whoever has this one sees that it is lost.
  } finally {
    rmSync(away, { force: true })
  }
}
