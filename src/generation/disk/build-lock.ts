import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { isRunning, processStart } from '../../shared/processes.ts'

/** A holder that has not touched its lock for this long is taken for dead. */
const STALE_AFTER_MS = 30_000
/** A lock that nobody is named in for this long was left by a holder that ended while making it. */
const NAMELESS_LIMIT_MS = 1000
const TOUCH_INTERVAL_MS = 1000
const POLL_INTERVAL_MS = 100

/** Held while one process looks for, writes and removes generations, so that others with the same `DATA_DIR` wait and load. */
export interface BuildLock {
  /** Says that the holder lives. Call it often; it does something once a second. */
  touch(): void
  release(): void
}

interface Holder {
  readonly hostname: string
  readonly pid: number
  readonly threadId: number
  /** Tells the process from a later one with its pid; null where the system does not say. Locks of earlier versions lack it. */
  readonly startedAt?: string | null
}

/**
 * Waits until nobody else holds the lock. It only saves double work: should a holder be taken for dead and yet live, two
 * builds write two folders and neither harms the other (`GenerationList.write`).
 *
 * Throws when the folder cannot be written.
 *
 * @param onWait Called once when another process holds the lock.
 */
export async function takeBuildLock(path: string, onWait: () => void): Promise<BuildLock> {
  mkdirSync(dirname(path), { recursive: true })
  for (let told = false; !create(path);) {
    if (isStale(path)) {
      rmSync(path, { force: true })
      continue
    }
    if (!told) onWait()
    told = true
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
        // Someone took it for stale; the build goes on all the same.
      }
    },
    release: () => rmSync(path, { force: true }),
  }
}

/** Whether the lock could be made; false when there is one. */
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
    // Process ids mean nothing on another machine or in another container.
    if (holder.hostname !== hostname()) return false
    // A process has one builder at a time, so a lock with its own id is of a namesake before it.
    if (holder.pid === process.pid) return holder.threadId !== threadId
    return !isRunning(holder.pid, holder.startedAt ?? null)
  } catch {
    // Gone, or not written yet: try again.
    return false
  }
}
