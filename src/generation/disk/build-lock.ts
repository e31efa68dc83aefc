import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { isRunning, processStart } from '../../shared/processes.ts'

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
}

/**
 * Waits until nobody else holds the lock. The lock only saves duplicate work: if a live holder counts as dead, two builds write two
 * folders and neither harms the other (`GenerationList.write`).
 *
 * Throws when the folder cannot be written.
 *
 * @param onWait Called once when another process holds the lock.
 */
export async function takeBuildLock(path: string, onWait: () => void): Promise<BuildLock> {
  mkdirSync(dirname(path), { recursive: true })
  for (let waited = false; !create(path);) {
    if (isStale(path)) {
      rmSync(path, { force: true })
      continue
    }
    if (!waited) onWait()
    waited = true
    await sleep(POLL_INTERVAL_MS)
  }
  let touchedAt = Date.now()
  return {
    touch() {
      const now = Date.now()
      if (now - touchedAt < TOUCH_INTERVAL_MS) return
      touchedAt = now
      try {
        utimesSync(path, now / 1000, now / 1000)
      } catch {
        // Another process took the lock as stale; the build continues anyway.
      }
    },
    release: () => rmSync(path, { force: true }),
  }
}

/** Creates the lock; returns false when there is one already. */
function create(path: string): boolean {
  const holder: Holder = { hostname: hostname(), pid: process.pid, threadId, startedAt: processStart(process.pid) }
  try {
    const fd = openSync(path, 'wx')
    writeSync(fd, JSON.stringify(holder))
    closeSync(fd)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isStale(path: string): boolean {
  try {
    const ageMs = Date.now() - statSync(path).mtimeMs
    if (ageMs > STALE_AFTER_MS) return true
    const text = readFileSync(path, 'utf8')
    if (text === '') return ageMs > NAMELESS_LIMIT_MS
    const holder = JSON.parse(text) as Holder
    // Process ids are meaningless on another machine or in another container.
    if (holder.hostname !== hostname()) return false
    // A process has one builder at a time, so a lock with its own id is from an earlier process with that id.
    if (holder.pid === process.pid) return holder.threadId !== threadId
    return !isRunning(holder.pid, holder.startedAt ?? null)
  } catch {
    // The lock is gone or not yet written: the caller tries again.
    return false
  }
}
