import { randomBytes } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, processStart, takeLockAway } from '../../shared/processes.ts'

const TOUCH_INTERVAL_MS = 2000
const POLL_INTERVAL_MS = 200
/**
 * Polls without a touch after which a holder on another machine counts as dead, 10 s. Its clock may differ from the one here, and
 * time also passes while this process stands still.
 */
const SILENT_POLLS = 50
/** Polls after which a holder that touches its lock counts as alive. */
const POLLS_LIMIT = SILENT_POLLS + TOUCH_INTERVAL_MS / POLL_INTERVAL_MS
/** Interval at which a holder checks whether its successor asks for the lock, and a successor checks whether the lock is free. */
const HANDOVER_INTERVAL_MS = 50

/** Names that `uniqueBeside` makes, and the age at which such a file is the leftover of a process that ended meanwhile. */
const UNIQUE_ENDING = /^\.[0-9a-f]{12}(?:\.old)?$/
const LEFTOVER_AFTER_MS = 60 * 60 * 1000

/** Another process or holder uses the folder; the message says who. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  /** Whether its holder releases it to this process when asked. */
  readonly mayAsk: boolean

  constructor(message: string, mayAsk = false) {
    super(message)
    this.mayAsk = mayAsk
  }
}

/** Handover of the lock to the process that replaces this one. */
export interface Handover {
  /** Name shared by a process and its successor, and by no other process that runs at the same time. */
  readonly service: string
  /** Called once when the successor asks for the lock, which should be released soon. */
  readonly onWanted: () => void
}

export interface FolderLock {
  /** Resolves when another process has taken the lock, because this one stood still for so long that it seemed dead. */
  readonly lost: Promise<void>
  release(): void
}

interface Holder {
  /** Machine and, in containers, its process id namespace: elsewhere the id is meaningless. */
  readonly place: string
  readonly pid: number
  /** Start of the process, which distinguishes it from a later process with the same id; null where the system does not report it. */
  readonly startedAt: string | null
  /** `Handover.service`; null when the lock is not handed over. */
  readonly service: string | null
}

/** Locks held by this process. Other lock files with its own id are from an earlier process with that id. */
const held = new Set<string>()

/**
 * Makes this process the only user of a resource, by a file that names the process. The lock of a dead process is taken over: at
 * once on this machine, after ten seconds without a touch on another.
 *
 * @throws {FolderInUseError} when its holder lives.
 */
export async function takeFolderLock(path: string, handover?: Handover): Promise<FolderLock> {
  mkdirSync(dirname(path), { recursive: true })
  if (held.has(path)) throw new FolderInUseError(`this process uses ${path} already`)
  held.add(path)
  const own = JSON.stringify(thisProcess(handover))
  try {
    let polls = 0
    let silentPolls = 0
    let lastTouchMs = Number.NaN
    while (!create(path, own)) {
      const found = read(path)
      if (found === null) continue
      const { text, holder, touchedMs } = found
      silentPolls = touchedMs === lastTouchMs ? silentPolls + 1 : 0
      lastTouchMs = touchedMs
      const verdict = judge(holder, silentPolls >= SILENT_POLLS)
      if (verdict === 'dead') takeAway(path, text)
      else if (verdict === 'alive' || polls++ > POLLS_LIMIT)
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
  removeLeftovers(path)
  let lose: () => void
  const lost = new Promise<void>((resolve) => (lose = resolve))
  const touching = setInterval(() => {
    const now = Date.now() / 1000
    try {
      // A file that was removed by hand is not made again.
      if ((read(path)?.text ?? own) !== own) lose()
      else utimesSync(path, now, now)
    } catch {
      // It is gone, or the folder cannot be reached for now.
    }
  }, TOUCH_INTERVAL_MS).unref()
  const stopListening = handover === undefined ? () => undefined : awaitSuccessor(path, handover)
  return {
    lost,
    release() {
      clearInterval(touching)
      stopListening()
      if (!held.delete(path)) return
      try {
        if (read(path)?.text === own) rmSync(path, { force: true })
      } catch {
        // It cannot be reached. The next holder takes it over when this process is gone.
      }
    },
  }
}

/**
 * Asks the holder for its lock and takes it when it is free.
 *
 * @throws {FolderInUseError} when it was not free in time.
 */
export async function askForFolderLock(
  path: string,
  handover: Handover,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<FolderLock> {
  const deadline = performance.now() + limitMs
  const wanted = wantedPath(path)
  // The file is renamed into place, so that the holder never sees a part of it.
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

/** Calls `onWanted` when the successor asks. Returns a function that stops listening. */
function awaitSuccessor(path: string, { onWanted, service }: Handover): () => void {
  const timer = setInterval(() => {
    if (!isWanted(path, service)) return
    clearInterval(timer)
    onWanted()
  }, HANDOVER_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

function isWanted(path: string, service: string): boolean {
  try {
    const holder = read(wantedPath(path))?.holder ?? null
    // A request of a process that has died, or of this process itself, is ignored.
    return holder?.service === service && judge(holder, false) === 'alive'
  } catch {
    // The folder cannot be reached for now, or no more files can be opened. The next poll tries again.
    return false
  }
}

function wantedPath(path: string): string {
  return `${path}.wanted`
}

/** Creates the complete lock at once; returns false when there is one already. */
function create(path: string, text: string): boolean {
  const draft = uniqueBeside(path)
  try {
    writeFileSync(draft, text)
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

/** Reads the lock; null when it is gone. */
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

function judge(holder: Holder | null, isSilent: boolean): 'alive' | 'dead' | 'unknown' {
  if (holder?.place !== place()) return isSilent ? 'dead' : 'unknown'
  // This process does not hold the lock: see `held`.
  return holder.pid !== process.pid && isRunning(holder.pid, holder.startedAt) ? 'alive' : 'dead'
}

/** Removes the judged lock. */
function takeAway(path: string, text: string): void {
  try {
    takeLockAway(path, `${uniqueBeside(path)}.old`, (away) => readFileSync(away, 'utf8') === text)
  } catch {
    // The lock is gone or was created anew, so the caller examines it again.
  }
}

/** Path that no other process uses at the same time. The process id would not do: in containers, several processes have one. */
function uniqueBeside(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}`
}

function removeLeftovers(path: string): void {
  try {
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(basename(path)) || !UNIQUE_ENDING.test(name.slice(basename(path).length))) continue
      const leftover = join(dirname(path), name)
      if (Date.now() - statSync(leftover).mtimeMs > LEFTOVER_AFTER_MS) rmSync(leftover)
    }
  } catch {
    // Leftovers are small and do no harm. The next holder tries again.
  }
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
