import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import type { ContentFault } from '../model/content-fault.ts'

/** Processor time that one page may take. The slowest real pages take a fortieth of it (decision 0120). */
export const PAGE_DEADLINE_MS = 10_000
/** Time for what is no page, such as a configuration, or all links: this, and more for each file that was read before. */
const STEP_DEADLINE_MS = 60_000
const STEP_MS_PER_FILE = 5
/** Pages that may be left out for their time. More of them end the reading, which would take hours. */
const SLOW_PAGES_LIMIT = 20
/**
 * Longest wait for a page, in deadlines. A wait is by the clock, since nothing else interrupts a thread. A page that was cut
 * off before it had its deadline in processor time is read again, and waited for longer.
 */
const LONGEST_WAIT = 16
/** How much longer it is waited than the thread would have needed for the deadline, as it was kept from running before. */
const WAIT_MARGIN = 1.25
/** Pages that are read without a pause, under one watchdog: to start one takes a tenth of a millisecond. */
const TURN_MS = 100

const NO_STEP = { name: '', opened: '' }

/** Reading that does not come to its end. The message is for the operator. */
export class SlowReadingError extends Error {
  override readonly name = 'SlowReadingError'
}

export interface WatchOptions {
  /** Called every few milliseconds. */
  readonly onProgress?: (done: number, total: number) => void
  /** Called with each step, and with the path below the content directory of each file that is read in it. */
  readonly onWork?: (step: string, file?: string) => void
  readonly signal?: AbortSignal
  /** Processor time that one page may take. */
  readonly pageDeadlineMs?: number | undefined
  /** Time that a step may take, beside that for each file. */
  readonly stepDeadlineMs?: number
}

/** Files that are read one after another. */
interface FileLoop<T> {
  readonly items: readonly T[]
  readonly fileOf: (item: T) => string
  readonly read: (item: T) => void
  /** Faults of the source. Those of a file that is cut off are taken back. */
  readonly faults: ContentFault[]
  /** Other faults that are gathered meanwhile, and taken back too. */
  readonly moreFaults?: ContentFault[]
  /** Files read before, and in all. */
  readonly done?: number
  readonly total?: number
}

/** Stops synchronous reading that takes too long, in the thread that reads. */
export interface ReadingWatch {
  /**
   * Reads files one after another, and yields to the event loop now and then. A file that takes longer than its deadline is
   * cut off and left out, which is a fault. `read` may be cut off anywhere, without its `finally`, and be called again.
   * @throws the signal's reason when it is aborted
   */
  each<T>(loop: FileLoop<T>): Promise<void>
  /** Does what is no page. It throws SlowReadingError when that takes too long. */
  step<T>(name: string, work: () => T): T
  /** Called with each file that is opened. Within a step, the error then names the last one. */
  opens(file: string): void
}

/** @param folder Path of the source below the content directory, which stands before the names of its files */
export function createReadingWatch(options: WatchOptions): (folder: string) => ReadingWatch {
  const { onProgress, onWork = () => {}, pageDeadlineMs = PAGE_DEADLINE_MS, signal } = options
  const { stepDeadlineMs = STEP_DEADLINE_MS } = options
  signal?.throwIfAborted()
  let files = 0
  let slowPages = 0
  let turnEnd = performance.now() + TURN_MS

  async function yieldTurn(done: number, total: number): Promise<void> {
    onProgress?.(done, total)
    await setImmediate()
    signal?.throwIfAborted()
    turnEnd = performance.now() + TURN_MS
  }

  return (folder) => {
    const place = (name: string): string => (folder === '' ? name : `${folder}/${name}`)
    let step = NO_STEP

    function leaveOut(file: string, tookMs: number, faults: ContentFault[]): void {
      const time = `${(tookMs / 1000).toFixed(1)} s`
      const message = `the page is left out, because it was not read to its end within ${time} of processor time`
      faults.push({ file, line: 1, code: 'slow_page', message })
      if (++slowPages <= SLOW_PAGES_LIMIT) return
      throw new SlowReadingError(
        `more than ${SLOW_PAGES_LIMIT} pages are not read to their end in time; the last one is ${place(file)}`,
      )
    }

    return {
      async each<T>({ items, fileOf, read, faults, moreFaults = [], done = 0, total = items.length }: FileLoop<T>) {
        let next = 0
        let waitMs = pageDeadlineMs
        files += items.length
        step = NO_STEP
        while (next < items.length) {
          if (performance.now() >= turnEnd) await yieldTurn(done + next, total)
          const from = { cpuMs: threadMs(), at: performance.now() }
          let startedAt = from.at
          let kept = [faults.length, moreFaults.length] as const
          const isFinished = interruptible(waitMs + TURN_MS, () => {
            do {
              const item = items[next] as T
              onWork('reading', place(fileOf(item)))
              read(item)
              next += 1
              waitMs = pageDeadlineMs
              kept = [faults.length, moreFaults.length]
              startedAt = performance.now()
            } while (next < items.length && startedAt < turnEnd)
          })
          if (isFinished || next === items.length) continue
          ;[faults.length, moreFaults.length] = kept
          // The files before it in this turn had at most the time that passed.
          const tookMs = threadMs() - from.cpuMs - (startedAt - from.at)
          if (tookMs < pageDeadlineMs && waitMs < LONGEST_WAIT * pageDeadlineMs) {
            const neededMs = (waitMs * pageDeadlineMs * WAIT_MARGIN) / Math.max(tookMs, 1)
            waitMs = Math.min(Math.max(neededMs, waitMs * 2), LONGEST_WAIT * pageDeadlineMs)
            continue
          }
          leaveOut(fileOf(items[next] as T), tookMs, faults)
          waitMs = pageDeadlineMs
          next += 1
        }
      },
      step<T>(name: string, work: () => T) {
        const limitMs = stepDeadlineMs + files * STEP_MS_PER_FILE
        const results: T[] = []
        step = { name: folder === '' ? name : `${name} of ${folder}`, opened: '' }
        onWork(step.name)
        if (interruptible(limitMs, () => void results.push(work()))) return results[0] as T
        const last = step.opened === '' ? '' : `; the last file that was opened for it is ${step.opened}`
        throw new SlowReadingError(`reading ${step.name} took longer than ${limitMs / 1000} s${last}`)
      },
      opens(file) {
        if (step.name === '') return
        step = { ...step, opened: place(file) }
        onWork(step.name, step.opened)
      },
    }
  }
}

const sandbox = { work: (): void => {} }
const context = createContext(sandbox)
const script = new Script('work()')

/**
 * Runs a function, and cuts it off after a time of the clock: in loops and within regular expressions, though not within
 * a single call of the other functions that V8 has in C++. What it throws is thrown.
 * @returns whether it came to its end
 */
function interruptible(limitMs: number, work: () => void): boolean {
  sandbox.work = work
  try {
    script.runInContext(context, { timeout: Math.ceil(limitMs) })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

/** Processor time of this thread; the clock where the system does not tell. */
function threadMs(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6
  } catch {
    return performance.now()
  }
}
