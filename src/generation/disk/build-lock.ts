import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { isRunning, processStart, takeLockAway } from '../../shared/processes.ts'

/** A holder that has not touched its lock for this long counts as dead. */
const STALE_AFTER_MS = 30_000
/** A lock that names nobody for this long was left by a holder that ended while creating it. */
const NAMELESS_LIMIT_MS = 1000
const TOUCH_INTERVAL_MS = 1000
const POLL_INTERVAL_MS = 100

/** Lock held while one process looks for, writes and removes generations. Other processes with the same `DATA_DIR` wait and then load. */
export interface BuildLock {
  /** Reports that the holder is alive. Call it often; it writes at most once a second. */
  touch(): void
  /** Whether no other process has taken the lock, because this one stood still and seemed dead. Only then may anything be pruned. */
  isHeld(): boolean
  release(): void
}

interface Holder {
  readonly hostname: string
  readonly pid: number
  readonly threadId: number
  /**
   * Start of the process, which distinguishes it from a later process with the same pid; null where the system does not report it.
   * Locks of earlier versions lack it.
   */
  readonly startedAt?: string | null
  /** Random text that no other lock has, so that a holder knows its own. */
  readonly token: string
}

/** A lock as it was found. */
interface Found {
  readonly text: string
  readonly touchedMs: number
}

/**
 * Waits until nobody else holds the lock. The lock only saves duplicate work: if a live holder counts as dead, two builds write two
 * folders and neither harms the other (`GenerationList.write`), since who has lost the lock removes nothing (`isHeld`).
 *
 * Throws when the folder cannot be written.
 *
 * @param onWait Called again and again while another process holds the lock.
 */
export async function takeBuildLock(path: string, onWait: (isFirst: boolean) => void): Promise<BuildLock> {
  mkdirSync(dirname(path), { recursive: true })
  const own = JSON.stringify(thisHolder())
  for (let waited = false; !create(path, own);) {
    const found = read(path)
    if (found !== null && isStale(found)) {
      takeAway(path, found)
      continue
    }
    onWait(!waited)
    waited = true
    await sleep(POLL_INTERVAL_MS)
  }
  const isHeld = (): boolean => read(path)?.text === own
  let touchedAt = Date.now()
  return {
    isHeld,
    touch() {
      const now = Date.now()
      if (now - touchedAt < TOUCH_INTERVAL_MS) return
      touchedAt = now
      try {
        // Where another process took the lock as stale, the build continues anyway.
        if (isHeld()) utimesSync(path, now / 1000, now / 1000)
      } catch {
        // It was taken just now, or the folder cannot be written for now.
      }
    },
    release() {
      if (isHeld()) rmSync(path, { force: true })
    },
  }
}

function thisHolder(): Holder {
  const { pid } = process
  return { hostname: hostname(), pid, threadId, startedAt: processStart(pid), token: randomBytes(8).toString('hex') }
}

/** Creates the lock; returns false when there is one already. */
function create(path: string, text: string): boolean {
  try {
    const fd = openSync(path, 'wx')
    writeSync(fd, text)
    closeSync(fd)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Reads the lock; null when it is gone or cannot be read. */
function read(path: string): Found | null {
  try {
    const { mtimeMs } = statSync(path)
    return { text: readFileSync(path, 'utf8'), touchedMs: mtimeMs }
  } catch {
    return null
  }
}

/** Removes the lock that was judged. Throws when it cannot be moved. */
function takeAway(path: string, judged: Found): void {
  try {
    takeLockAway(path, `${path}.tmp-${randomBytes(6).toString('hex')}`, (away) => {
      const taken = read(away)
      return taken?.text === judged.text && taken.touchedMs === judged.touchedMs
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function isStale({ text, touchedMs }: Found): boolean {
  const ageMs = Date.now() - touchedMs
  if (ageMs > STALE_AFTER_MS) return true
  if (text === '') return ageMs > NAMELESS_LIMIT_MS
  try {
    const holder = JSON.parse(text) as Holder
    // Process ids are meaningless on another machine or in another container.
    if (holder.hostname !== hostname()) return false
    // A process has one builder at a time, so a lock with its own id is from an earlier process with that id.
    if (holder.pid === process.pid) return holder.threadId !== threadId
    return !isRunning(holder.pid, holder.startedAt ?? null)
  } catch {
    // It is not yet written to its end: the caller tries again.
    return false
  }
}
