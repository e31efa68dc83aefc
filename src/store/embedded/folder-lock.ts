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
/** How soon the holder of a lock sees that its successor asks for it, and that one that it is free. */
const HANDOVER_INTERVAL_MS = 50

/** Somebody else uses the folder; the message says who. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  /** Whether its holder gives it to this process when asked. */
  readonly mayAsk: boolean

  constructor(message: string, mayAsk = false) {
    super(message)
    this.mayAsk = mayAsk
  }
}

/** How a process hands its lock to the one that replaces it. */
export interface Handover {
  /** The same for a process and its successor, and for no other that runs at the same time. */
  readonly service: string
  /** The successor asks for the lock: it is to be released soon. Called once. */
  readonly onWanted: () => void
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
  /** `Handover.service`; null: it does not hand over. */
  readonly service: string | null
}

/** Locks of this process, which takes a lock file with its own id for one of a namesake otherwise. */
const held = new Set<string>()

/**
 * Makes this process the only one to use something, by a file that names it. The lock of a process that has died is taken over:
 * at once on this machine, after ten seconds without a sign of life on another.
 *
 * @throws {FolderInUseError} Its holder lives.
 */
export async function takeFolderLock(path: string, handover?: Handover): Promise<FolderLock> {
  mkdirSync(dirname(path), { recursive: true })
  if (held.has(path)) throw new FolderInUseError(`this process uses ${path} already`)
  held.add(path)
  try {
    const deadline = Date.now() + STALE_AFTER_MS + TOUCH_INTERVAL_MS
    while (!create(path, handover)) {
      const found = read(path)
      if (found === null) continue
      const { text, holder, touchedMs } = found
      const fresh = Date.now() - touchedMs < STALE_AFTER_MS
      const verdict = holder === null ? (fresh ? 'unknown' : 'dead') : judge(holder, fresh)
      if (verdict === 'dead') takeAway(path, text)
      else if (verdict === 'alive' || Date.now() > deadline)
        throw new FolderInUseError(
          whoUses(path, holder),
          handover !== undefined && holder?.service === handover.service,
        )
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
  const stopListening = handover === undefined ? () => undefined : awaitSuccessor(path, handover)
  return {
    release() {
      clearInterval(touching)
      stopListening()
      if (held.delete(path)) rmSync(path, { force: true })
    },
  }
}

/**
 * Asks the holder for its lock and takes it when it is free.
 *
 * @throws {FolderInUseError} It was not free in time.
 */
export async function askForFolderLock(
  path: string,
  handover: Handover,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<FolderLock> {
  const deadline = performance.now() + limitMs
  const wanted = wantedPath(path)
  // Renamed into place, so that the holder never sees half of it.
  writeFileSync(`${wanted}.tmp`, JSON.stringify(thisProcess(handover)))
  renameSync(`${wanted}.tmp`, wanted)
  try {
    for (;;) {
      try {
        return await takeFolderLock(path, handover)
      } catch (error) {
        const mayWait = error instanceof FolderInUseError && error.mayAsk && performance.now() < deadline
        if (!mayWait) throw error
      }
      await sleep(HANDOVER_INTERVAL_MS, undefined, { signal })
    }
  } finally {
    rmSync(wanted, { force: true })
  }
}

/** Tells when the successor asks. Returns how to stop listening. */
function awaitSuccessor(path: string, { onWanted, service }: Handover): () => void {
  const timer = setInterval(() => {
    if (!isWanted(path, service)) return
    clearInterval(timer)
    onWanted()
  }, HANDOVER_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

function isWanted(path: string, service: string): boolean {
  const found = read(wantedPath(path))
  // One that has died since, or this process itself, wants nothing.
  return found?.holder?.service === service && judge(found.holder, false) === 'alive'
}

function wantedPath(path: string): string {
  return `${path}.wanted`
}

/** Whether the lock could be made, whole at once; false when there is one. */
function create(path: string, handover: Handover | undefined): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(thisProcess(handover)))
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

function thisProcess(handover: Handover | undefined): Holder {
  const { pid } = process
  return { place: place(), pid, startedAt: processStart(pid), service: handover?.service ?? null }
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
