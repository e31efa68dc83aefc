import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { monotonicMs } from './tasks.ts'

/** What all threads for tasks other than searches are given. */
export interface ThreadOptions {
  /** Tasks that may wait for a thread; the next is refused. A lazy thread counts the one that it works on. */
  readonly queueLimit: number
  /** Time from arrival to result. */
  readonly timeoutMs: number
  /** Module whose default export does a task. Default: that of the kind in `src/threads`. */
  readonly workerFile?: string
  /** Receives what an operator should know: threads that died or were stuck. It receives nothing of a task. */
  readonly onFault: (message: string, cause: unknown) => void
}

export interface WorkerOptions {
  /** Words of the reports: "a search worker died", "the worker ended", "it passed the deadline of its task". */
  readonly names: { readonly kind: string; readonly thread: string; readonly task: string }
  /** The module of the worker, and how the worker differs from one thread that does one task at a time. */
  readonly pool: ConstructorParameters<typeof Piscina>[0]
  /** Whether a worker that has ended is started again. Otherwise its owner starts it when it is needed. */
  readonly restart: boolean
  /** Time from the start of a worker to its first answer. Default: no limit. */
  readonly startTimeoutMs?: number
  /** Time past the deadline of a job from which the worker is stuck. Default: 250 ms, in which it may notice by itself. */
  readonly stuckAfterMs?: number
  /** Receives what an operator should know: workers that died or were stuck. */
  readonly onFault: (message: string, cause: unknown) => void
}

/** The jobs of a worker, which its dispatcher keeps. */
export interface WorkerJobs {
  /** Gives a worker that has just been started its first tasks. */
  readonly onStart: () => void
  /** Takes back the jobs of a worker that has ended. `died` says that it ended by itself. */
  readonly onEnd: (cause: unknown, died: boolean) => void
  /** Deadline of the job that is being done, on the clock of `monotonicMs`; `Infinity` while there is none. */
  readonly deadlineMs: () => number
}

const STUCK_AFTER_MS = 250
const FIRST_RESTART_DELAY_MS = 100
const RESTART_DELAY_LIMIT_MS = 5000

let ends = 0

/** Workers of all dispatchers of this thread that died or were stuck. */
export function threadEnds(): number {
  return ends
}

/**
 * A worker that is replaced when it ends: a Piscina of its own, whose threads live and die together. One Piscina for several
 * workers would stop replacing threads once one has died while starting.
 */
export class SupervisedWorker {
  readonly #options: WorkerOptions
  readonly #jobs: WorkerJobs
  readonly #watch: () => void
  #pool: Piscina | null = null
  /** Ends the worker whose task was rejected. Each start makes one. */
  #onDeath: (cause: unknown) => void = () => undefined
  #startDeadlineMs = Infinity
  #restartTimer: NodeJS.Timeout | undefined
  /** Counts ends since the last answer. */
  #failures = 0
  /** Whether the worker has answered since it was started. */
  up = false
  /** Counts restarts, including one that is scheduled. */
  restarts = 0

  /** @param watch Called when the worker needs `check`. */
  constructor(options: WorkerOptions, jobs: WorkerJobs, watch: () => void) {
    this.#options = options
    this.#jobs = jobs
    this.#watch = watch
  }

  get running(): boolean {
    return this.#pool !== null
  }

  start(): void {
    const { names, pool: settings, startTimeoutMs } = this.#options
    const pool = new Piscina({ minThreads: 1, maxThreads: 1, idleTimeout: Infinity, recordTiming: false, ...settings })
    const onDeath = (cause: unknown): void => {
      if (pool === this.#pool) this.#end(`a ${names.kind} ${names.thread} died`, cause, true)
    }
    pool.on('error', onDeath)
    pool.on('workerDestroy', () => onDeath(new Error(`the ${names.thread} ended`)))
    this.#pool = pool
    this.#onDeath = onDeath
    if (startTimeoutMs !== undefined) {
      this.#startDeadlineMs = monotonicMs() + startTimeoutMs
      this.#watch()
    }
    this.#jobs.onStart()
  }

  /** Sends a task to a running worker. A task that fails counts as the death of the worker. */
  run(task: unknown, options: Parameters<Piscina['run']>[1], onResult: (result: unknown) => void): void {
    if (this.#pool === null) throw new Error('the worker is not running')
    this.#pool.run(task, options).then(onResult, this.#onDeath)
  }

  /** Records that the worker has started. Ends count as failures until it also answers. */
  recordStart(): void {
    this.up = true
  }

  /** Records an answer, which may still be read while the worker ends. */
  recordAnswer(): void {
    this.up = this.#pool !== null
    this.#failures = 0
  }

  /** Ends a worker that is of no use, even one that is stuck in a loop. */
  discard(message: string, cause: unknown): void {
    this.#end(message, cause, false)
  }

  /**
   * Ends the worker if it is stuck.
   *
   * @param sinceMs Deadlines before this time count as of this time.
   * @returns whether it must be checked again
   */
  check(nowMs: number, sinceMs: number): boolean {
    if (this.#pool === null) return false
    const deadlineMs = Math.max(this.#jobs.deadlineMs(), sinceMs)
    const { names, startTimeoutMs = Infinity, stuckAfterMs = STUCK_AFTER_MS } = this.#options
    const { kind, task, thread } = names
    const message = `a ${kind} ${thread} was stuck`
    const isStarting = !this.up && startTimeoutMs !== Infinity
    const startDeadlineMs = isStarting ? Math.max(this.#startDeadlineMs, sinceMs + startTimeoutMs) : Infinity
    if (deadlineMs + stuckAfterMs <= nowMs) this.discard(message, new Error(`it passed the deadline of its ${task}`))
    else if (startDeadlineMs <= nowMs) this.discard(message, new Error('it did not start'))
    return Math.min(deadlineMs, startDeadlineMs) !== Infinity
  }

  /** Ends the worker for good. Its jobs are not given back. */
  async close(): Promise<void> {
    clearTimeout(this.#restartTimer)
    const pool = this.#pool
    this.#pool = null
    this.up = false
    await pool?.destroy()
  }

  #end(message: string, cause: unknown, died: boolean): void {
    const pool = this.#pool
    if (pool === null) return
    this.#pool = null
    this.up = false
    ends += 1
    this.#options.onFault(message, cause)
    this.#jobs.onEnd(cause, died)
    void pool.destroy()
    if (this.#options.restart) this.#restart()
  }

  /** Starts the worker again: at once after its first failure, then after delays that double. */
  #restart(): void {
    const delayMs = this.#failures === 0 ? 0 : FIRST_RESTART_DELAY_MS * 2 ** (this.#failures - 1)
    this.#restartTimer = setTimeout(() => this.start(), Math.min(RESTART_DELAY_LIMIT_MS, delayMs))
    this.#failures += 1
    this.restarts += 1
  }
}

/** Path of an entry in `src/threads`, or of what it is built to. */
export function threadFile(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return fileURLToPath(new URL(`../threads/${name}.${extension}`, import.meta.url))
}
