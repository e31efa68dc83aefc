import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { NoResult, Rejected, Signed, TokenWorkers, Verified } from '../tokens/token-workers.ts'
import { createRestarts } from './restarts.ts'
import { Standstill } from './standstill.ts'
import { monotonicMs } from './tasks.ts'
import type { TokenJob, TokenTask } from './token-tasks.ts'

export interface TokenDispatcherOptions {
  /** Token threads. */
  readonly threads: number
  /** Jobs that may wait for a thread; the next is refused. */
  readonly queueLimit: number
  /** From arrival to result. */
  readonly timeoutMs: number
  /** Module whose default export does a task. Default: `src/threads/token-worker.ts`. */
  readonly workerFile?: string
  /** Told of what an operator should know: threads that died or were stuck. Never of a token. */
  readonly onFault: (message: string, cause: unknown) => void
}

/** For metrics. */
export interface TokenDispatcherStats {
  readonly queued: number
  readonly restarts: number
}

type Result = Signed | Verified | Rejected | NoResult

interface Waiting {
  readonly job: TokenJob
  readonly deadlineMs: number
  /** How often a thread died with it. */
  deaths: number
  resolve: ((result: Result) => void) | null
}

const BATCH_LIMIT = 32
/** Tasks for each thread: one that runs and one that waits. */
const TASKS_IN_FLIGHT = 2
/** Deaths that a job survives. */
const DEATHS_LIMIT = 1
/** Past its deadline a job that is in a thread counts as stuck there. */
const STUCK_AFTER_MS = 250
const START_TIMEOUT_MS = 30_000
const WATCH_INTERVAL_MS = 50

const WORKER_FILE = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../threads/token-worker.ts' : '../threads/token-worker.js',
    import.meta.url,
  ),
)

const OVERLOADED = refusal('More credentials are waiting than this server accepts. Try again shortly.')
const LATE = refusal('The signature did not come in time. Try again shortly.')
const CRASHED = refusal('The signature could not be made or checked. Try again shortly.')
const CLOSING = refusal('This server is shutting down. Try again shortly.')

/**
 * Gives the signatures of one listener to its token threads: what arrived in one turn of the event loop goes as one task.
 *
 * When one thread dies or hangs all are replaced: there is rarely more than one, and nothing in them is worth keeping. What
 * they had goes back into the queue once.
 */
export class TokenDispatcher implements TokenWorkers {
  readonly #options: TokenDispatcherOptions
  #queue: Waiting[] = []
  readonly #inFlight = new Set<readonly Waiting[]>()
  #pool: Piscina | null = null
  /** Whether a thread has answered since the pool was started. */
  #up = false
  #whenUp: (() => void)[] = []
  #flushing = false
  #closed = false
  readonly #restarts = createRestarts()
  /** Since the last result. */
  #failures = 0
  /** Runs while there is something to watch. */
  #clock: NodeJS.Timeout | undefined
  #standstill = new Standstill(monotonicMs())

  constructor(options: TokenDispatcherOptions) {
    this.#options = options
    this.#start()
  }

  get stats(): TokenDispatcherStats {
    return { queued: this.#queue.length, restarts: this.#restarts.count }
  }

  /** Resolves when a thread can take jobs. Those that come earlier wait. */
  ready(): Promise<void> {
    return this.#up ? Promise.resolve() : new Promise((resolve) => this.#whenUp.push(resolve))
  }

  async sign(job: TokenJobOf<'sign'>): Promise<Signed | NoResult> {
    return (await this.#ask({ type: 'sign', job })) as Signed | NoResult
  }

  async verify(job: TokenJobOf<'verify'>): Promise<Verified | Rejected | NoResult> {
    return (await this.#ask({ type: 'verify', job })) as Verified | Rejected | NoResult
  }

  /** Ends the threads; what is still waiting is refused. */
  async close(): Promise<void> {
    this.#closed = true
    this.#restarts.cancel()
    clearInterval(this.#clock)
    const pool = this.#pool
    this.#pool = null
    await pool?.destroy()
    for (const waiting of [...this.#inFlight].flat()) settle(waiting, CLOSING)
    for (const waiting of this.#queue.splice(0)) settle(waiting, CLOSING)
  }

  #ask(job: TokenJob): Promise<Result> {
    if (this.#closed) return Promise.resolve(CLOSING)
    if (this.#queue.length >= this.#options.queueLimit) return Promise.resolve(OVERLOADED)
    return new Promise((resolve) => {
      const nowMs = monotonicMs()
      this.#queue.push({ job, deadlineMs: nowMs + this.#options.timeoutMs, deaths: 0, resolve })
      this.#flushSoon()
      this.#watchFrom(nowMs)
    })
  }

  #watchFrom(nowMs: number): void {
    if (this.#clock !== undefined) return
    this.#standstill = new Standstill(nowMs)
    this.#clock = setInterval(() => this.#watch(), WATCH_INTERVAL_MS)
  }

  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      this.#flush()
    })
  }

  #flush(): void {
    const places = this.#options.threads * TASKS_IN_FLIGHT
    while (
      this.#pool !== null &&
      this.#up &&
      this.#queue.length > 0 &&
      this.#inFlight.size < places &&
      !this.#suspected()
    ) {
      const suspect = this.#queue.findIndex(({ deaths }) => deaths > 0)
      if (suspect === 0) {
        if (this.#inFlight.size > 0) return
        this.#send(this.#pool, this.#queue.splice(0, 1))
      } else {
        const share = Math.ceil(this.#queue.length / (places - this.#inFlight.size))
        this.#send(this.#pool, this.#queue.splice(0, Math.min(share, BATCH_LIMIT, suspect === -1 ? share : suspect)))
      }
    }
  }

  /** Whether a job that a thread died with is being done: nothing else is then, so that it can harm no other a second time. */
  #suspected(): boolean {
    for (const [first] of this.#inFlight) if (first !== undefined && first.deaths > 0) return true
    return false
  }

  #send(pool: Piscina, batch: readonly Waiting[]): void {
    this.#inFlight.add(batch)
    const task: TokenTask = { jobs: batch.map(({ job }) => job) }
    pool.run(task).then(
      (results: readonly (Result | null)[]) => {
        this.#inFlight.delete(batch)
        this.#failures = 0
        for (const [index, waiting] of batch.entries()) settle(waiting, results[index] ?? CRASHED)
        this.#flush()
      },
      (cause: unknown) => {
        if (this.#closed || !this.#inFlight.delete(batch)) return
        for (const waiting of batch) waiting.deaths += 1
        this.#giveBack(batch)
        this.#replace(pool, 'a token thread died', cause)
      },
    )
  }

  /** Those that had their chance are refused; the others go before everything that came later. */
  #giveBack(batch: readonly Waiting[]): void {
    for (const waiting of batch) if (waiting.deaths > DEATHS_LIMIT) settle(waiting, CRASHED)
    this.#queue = [...batch.filter(({ resolve }) => resolve !== null), ...this.#queue]
    this.#flushSoon()
  }

  #start(): void {
    const pool = new Piscina({
      filename: this.#options.workerFile ?? WORKER_FILE,
      minThreads: this.#options.threads,
      maxThreads: this.#options.threads,
      concurrentTasksPerWorker: TASKS_IN_FLIGHT,
      idleTimeout: Infinity,
      recordTiming: false,
    })
    pool.on('error', (cause: Error) => this.#replace(pool, 'a token thread died', cause))
    pool.on('workerDestroy', () => this.#replace(pool, 'a token thread died', new Error('the thread ended')))
    this.#pool = pool
    const slow = setTimeout(
      () => this.#replace(pool, 'a token thread was stuck', new Error('it did not start')),
      START_TIMEOUT_MS,
    )
    const first: TokenTask = { jobs: [] }
    pool
      .run(first)
      .then(
        () => this.#started(pool),
        (cause: unknown) => this.#replace(pool, 'a token thread died', cause),
      )
      .finally(() => clearTimeout(slow))
  }

  #started(pool: Piscina): void {
    if (pool !== this.#pool) return
    this.#up = true
    for (const resolve of this.#whenUp.splice(0)) resolve()
    this.#flush()
  }

  #replace(pool: Piscina, message: string, cause: unknown): void {
    if (this.#closed || pool !== this.#pool) return
    this.#pool = null
    this.#up = false
    this.#options.onFault(message, cause)
    this.#restarts.schedule(() => this.#start(), this.#failures)
    this.#failures += 1
    // What its other threads have rejects in a moment, and goes back too.
    void pool.destroy()
  }

  /** Refuses what has waited too long, and replaces threads that are stuck. */
  #watch(): void {
    const nowMs = monotonicMs()
    let late = 0
    while (late < this.#queue.length && this.#queue[late]!.deadlineMs <= nowMs) late += 1
    for (const waiting of this.#queue.splice(0, late)) settle(waiting, LATE)
    // Else results may have come meanwhile that this thread has not seen.
    if (this.#standstill.look(nowMs)) return
    let stuck = false
    for (const batch of this.#inFlight) {
      const [first] = batch
      if (first === undefined || first.deadlineMs > nowMs) continue
      for (const waiting of batch) if (waiting.deadlineMs <= nowMs) settle(waiting, LATE)
      if (first.deadlineMs + STUCK_AFTER_MS <= nowMs) stuck = true
    }
    if (stuck && this.#pool !== null) {
      this.#replace(this.#pool, 'a token thread was stuck', new Error('it passed the deadline of its task'))
    }
    if (this.#queue.length === 0 && this.#inFlight.size === 0) {
      clearInterval(this.#clock)
      this.#clock = undefined
    }
  }
}

type TokenJobOf<Type extends TokenJob['type']> = Extract<TokenJob, { type: Type }>['job']

function settle(waiting: Waiting, result: Result): void {
  waiting.resolve?.(result)
  waiting.resolve = null
}

function refusal(detail: string): NoResult {
  return Object.freeze({ ok: false, code: 'unavailable', detail, retryAfterSeconds: 1 })
}
