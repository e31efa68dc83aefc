import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, processStart } from '../../shared/processes.ts'

const TOUCH_INTERVAL_MS = 2000
/** Of a holder on another machine nothing else can be known than that it touches its lock. */
const STALE_AFTER_MS = 10_000
const POLL_INTERVAL_MS = 200

/** Somebody else uses the folder; the message says who. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

export interface FolderLock {
  release(): void
}

interface Holder {
  /** Machine and, in containers, its space of process ids: elsewhere the id means nothing. */
  readonly place: string
  readonly pid: number
  /** Tells a process from a later one with its id; null where the system does not say. */
  readonly startedAt: string | null
}

/** Locks of this process, which takes a lock file with its own id for one of a namesake otherwise. */
const held = new Set<string>()

/**
 * Makes this process the only one to use something, by a file that names it. The lock of a process that has died is taken over:
 * at once on this machine, after ten seconds without a sign of life on another.
 *
 * @throws {FolderInUseError} Its holder lives.
 */
export async function takeFolderLock(path: string): Promise<FolderLock> {
  mkdirSync(dirname(path), { recursive: true })
  if (held.has(path)) throw new FolderInUseError(`this process uses ${path} already`)
  held.add(path)
  try {
    const deadline = Date.now() + STALE_AFTER_MS + TOUCH_INTERVAL_MS
    while (!create(path)) {
      const found = read(path)
      if (found === null) continue
      const { text, holder, touchedMs } = found
      const fresh = Date.now() - touchedMs < STALE_AFTER_MS
      const verdict = holder === null ? (fresh ? 'unknown' : 'dead') : judge(holder, fresh)
      if (verdict === 'dead') takeAway(path, text)
      else if (verdict === 'alive' || Date.now() > deadline) throw new FolderInUseError(whoUses(path, holder))
      else await sleep(POLL_INTERVAL_MS)
    }
  } catch (error) {
    held.delete(path)
    throw error
  }
  const touching = setInterval(() => {
    const now = Date.now() / 1000
    try {
      utimesSync(path, now, now)
    } catch {
      // Removed by hand; whoever did that knows better.
    }
  }, TOUCH_INTERVAL_MS).unref()
  return {
    release() {
      clearInterval(touching)
      if (held.delete(path)) rmSync(path, { force: true })
    },
  }
}

/** Whether the lock could be made, whole at once; false when there is one. */
function create(path: string): boolean {
  const draft = `${path}.${process.pid}`
  const holder: Holder = { place: place(), pid: process.pid, startedAt: processStart(process.pid) }
  writeFileSync(draft, JSON.stringify(holder))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Null: it has gone meanwhile. */
function read(
  path: string,
): { readonly text: string; readonly holder: Holder | null; readonly touchedMs: number } | null {
  try {
    const text = readFileSync(path, 'utf8')
    const { mtimeMs } = statSync(path)
    return { text, holder: parse(text), touchedMs: mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parse(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return typeof holder?.pid === 'number' && typeof holder.place === 'string' ? (holder as Holder) : null
  } catch {
    return null
  }
}

function judge({ place: where, pid, startedAt }: Holder, fresh: boolean): 'alive' | 'dead' | 'unknown' {
  if (where !== place()) return fresh ? 'unknown' : 'dead'
  // This process has no such lock: see `held`.
  return pid !== process.pid && isRunning(pid, startedAt) ? 'alive' : 'dead'
}

/** Removes the lock that was judged, unless somebody else was quicker and it is theirs now. */
function takeAway(path: string, text: string): void {
  const away = `${path}.${process.pid}.old`
  try {
    renameSync(path, away)
    if (readFileSync(away, 'utf8') !== text) linkSync(away, path)
  } catch {
    // Gone, or made anew: to be looked at again.
  }
  rmSync(away, { force: true })
}

function place(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

function whoUses(path: string, holder: Holder | null): string {
  const who = holder === null ? 'another process' : `process ${holder.pid} on ${holder.place.split(' ')[0]}`
  return `${who} uses the embedded database (${path}); stop it, or set DATABASE_URL so that several can share a PostgreSQL`
}
