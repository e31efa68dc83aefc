import type { AssertionWorkers, CheckedAssertion } from '../tokens/client-assertion.ts'
import type { NoResult, Rejected, Signed, TokenWorkers, Verified } from '../tokens/token-workers.ts'
import { threadFile, type SupervisedWorker, type ThreadOptions } from './supervised-worker.ts'
import { Supervisor } from './supervisor.ts'
import type { RefusalReason } from '../shared/result.ts'
import { monotonicMs, type TokenJob, type TokenTask } from './tasks.ts'

export interface TokenDispatcherOptions extends ThreadOptions {
  /** Token threads. */
  readonly threads: number
}

type Result = Signed | Verified | Rejected | CheckedAssertion | NoResult

interface Waiting {
  readonly job: TokenJob
  readonly deadlineMs: number
  /** Counts the threads that ended with it. */
  deaths: number
  resolve: ((result: Result) => void) | null
}

const BATCH_LIMIT = 32
/** Tasks of each thread: one runs and one waits. */
const TASKS_IN_FLIGHT = 2
/** Deaths that a job survives. */
const DEATHS_LIMIT = 1
const START_TIMEOUT_MS = 30_000
const WATCH_INTERVAL_MS = 50

const OVERLOADED = refusal('queue', 'More credentials are waiting than this server accepts. Try again shortly.')
const LATE = refusal('deadline', 'The signature did not come in time. Try again shortly.')
const CRASHED = refusal('other', 'The signature could not be made or checked. Try again shortly.')
const CLOSING = refusal('other', 'This server is shutting down. Try again shortly.')

/**
 * Gives the signatures of one listener to its token threads: what arrived in one turn of the event loop goes as one task.
 *
 * The threads are one worker, so when one dies or hangs all are replaced: there is rarely more than one, and nothing in them
 * is worth keeping. Their jobs go back into the queue once.
 */
export class TokenDispatcher implements TokenWorkers, AssertionWorkers {
  readonly #options: TokenDispatcherOptions
  readonly #supervisor: Supervisor
  readonly #worker: SupervisedWorker
  #queue: Waiting[] = []
  readonly #inFlight = new Set<readonly Waiting[]>()
  #whenUp: (() => void)[] = []
  #flushing = false
  #closed = false

  constructor(options: TokenDispatcherOptions) {
    this.#options = options
    const { onFault, threads, workerFile = threadFile('token-worker') } = options
    this.#supervisor = new Supervisor({
      names: { kind: 'token', thread: 'thread', task: 'task' },
      pool: {
        filename: workerFile,
        minThreads: threads,
        maxThreads: threads,
        concurrentTasksPerWorker: TASKS_IN_FLIGHT,
      },
      restart: true,
      startTimeoutMs: START_TIMEOUT_MS,
      tickMs: WATCH_INTERVAL_MS,
      onTick: (nowMs, stoodStill) => this.#expire(nowMs, stoodStill),
      onFault,
    })
    this.#worker = this.#supervisor.add({
      onStart: () => this.#sendFirst(),
      onEnd: () => this.#giveBack(),
      deadlineMs: () => Math.min(...Array.from(this.#inFlight, ([first]) => first?.deadlineMs ?? Infinity)),
    })
    this.#worker.start()
  }

  get stats(): { readonly queued: number; readonly restarts: number } {
    return { queued: this.#queue.length, restarts: this.#supervisor.restarts }
  }

  /** Resolves when a thread can take jobs. Those that come earlier wait. */
  ready(): Promise<void> {
    return this.#worker.up ? Promise.resolve() : new Promise((resolve) => this.#whenUp.push(resolve))
  }

  async sign(job: TokenJobOf<'sign'>): Promise<Signed | NoResult> {
    return (await this.#ask({ type: 'sign', job })) as Signed | NoResult
  }

  async verify(job: TokenJobOf<'verify'>): Promise<Verified | Rejected | NoResult> {
    return (await this.#ask({ type: 'verify', job })) as Verified | Rejected | NoResult
  }

  async verifyAssertion(job: TokenJobOf<'assertion'>): Promise<CheckedAssertion | NoResult> {
    return (await this.#ask({ type: 'assertion', job })) as CheckedAssertion | NoResult
  }

  /** Ends the threads; what is still waiting is refused. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#supervisor.close()
    for (const waiting of [...this.#inFlight].flat()) settle(waiting, CLOSING)
    for (const waiting of this.#queue.splice(0)) settle(waiting, CLOSING)
  }

  #ask(job: TokenJob): Promise<Result> {
    if (this.#closed) return Promise.resolve(CLOSING)
    if (this.#queue.length >= this.#options.queueLimit) return Promise.resolve(OVERLOADED)
    return new Promise((resolve) => {
      this.#queue.push({ job, deadlineMs: monotonicMs() + this.#options.timeoutMs, deaths: 0, resolve })
      this.#flushSoon()
      this.#supervisor.watch()
    })
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
    while (this.#worker.up && this.#queue.length > 0 && this.#inFlight.size < places && !this.#suspected()) {
      const suspect = this.#queue.findIndex(({ deaths }) => deaths > 0)
      if (suspect === 0) {
        if (this.#inFlight.size > 0) return
        this.#send(this.#queue.splice(0, 1))
      } else {
        const share = Math.ceil(this.#queue.length / (places - this.#inFlight.size))
        this.#send(this.#queue.splice(0, Math.min(share, BATCH_LIMIT, suspect === -1 ? share : suspect)))
      }
    }
  }

  /** Whether a job that a thread died with is being done: nothing else is then, so that it can harm no other a second time. */
  #suspected(): boolean {
    for (const [first] of this.#inFlight) if (first !== undefined && first.deaths > 0) return true
    return false
  }

  #send(batch: readonly Waiting[]): void {
    this.#inFlight.add(batch)
    const task: TokenTask = { jobs: batch.map(({ job }) => job) }
    this.#worker.run(task, undefined, (result) => {
      const results = result as readonly (Result | null)[]
      this.#inFlight.delete(batch)
      this.#worker.recordAnswer()
      for (const [index, waiting] of batch.entries()) settle(waiting, results[index] ?? CRASHED)
      this.#flush()
    })
  }

  /** Has a thread answer a task without jobs, so that it is known to be up. */
  #sendFirst(): void {
    const task: TokenTask = { jobs: [] }
    this.#worker.run(task, undefined, () => {
      this.#worker.recordStart()
      for (const resolve of this.#whenUp.splice(0)) resolve()
      this.#flush()
    })
  }

  /** Puts the jobs of the threads before all that came later. Those that had their chance are refused. */
  #giveBack(): void {
    const jobs = [...this.#inFlight].flat()
    this.#inFlight.clear()
    for (const waiting of jobs) {
      waiting.deaths += 1
      if (waiting.deaths > DEATHS_LIMIT) settle(waiting, CRASHED)
    }
    this.#queue = [...jobs.filter(({ resolve }) => resolve !== null), ...this.#queue]
    this.#flushSoon()
  }

  /** Refuses jobs that are late. @returns whether any job is left */
  #expire(nowMs: number, stoodStill: boolean): boolean {
    let late = 0
    while (late < this.#queue.length && this.#queue[late]!.deadlineMs <= nowMs) late += 1
    for (const waiting of this.#queue.splice(0, late)) settle(waiting, LATE)
    if (!stoodStill) {
      for (const waiting of [...this.#inFlight].flat()) if (waiting.deadlineMs <= nowMs) settle(waiting, LATE)
    }
    return this.#queue.length > 0 || this.#inFlight.size > 0
  }
}

type TokenJobOf<Type extends TokenJob['type']> = Extract<TokenJob, { type: Type }>['job']

function settle(waiting: Waiting, result: Result): void {
  waiting.resolve?.(result)
  waiting.resolve = null
}

function refusal(reason: RefusalReason, detail: string): NoResult {
  return Object.freeze({ ok: false, code: 'unavailable', detail, retryAfterSeconds: 1, reason })
}
