import { fileURLToPath } from 'node:url'
import type { Answer, Refusal } from '../docs/docs-service.ts'
import type { Generation } from '../generation/generation.ts'
import type { Locale } from '../shared/locale.ts'
import { readAnswers } from './answers.ts'
import { htmlTask, makeBatch, searchTask, type Batch } from './batch.ts'
import type { DispatcherOptions, DispatcherStats } from './dispatcher-options.ts'
import { GenerationLedger } from './generation-ledger.ts'
import { JobQueue, type Job } from './job-queue.ts'
import { HtmlJob, SearchJob } from './jobs.ts'
import { ABANDONED, CLOSING, CRASHED, LATE, OVERLOADED } from './refusals.ts'
import { monotonicMs } from './tasks.ts'
import { TASKS_IN_FLIGHT, WorkerSlot } from './worker-slot.ts'

interface Lane {
  readonly slot: WorkerSlot
  /** In the order in which the worker takes them. */
  readonly batches: Batch[]
  /** Deaths since the worker last answered. */
  failures: number
}

const BATCH_LIMIT = 32
/** Deaths that a job survives. */
const DEATHS_LIMIT = 1
/** A worker stops by itself between two queries; past this it is stuck within one. */
const STUCK_AFTER_MS = 250
const START_TIMEOUT_MS = 30_000
/** Pages may have megabytes of Markdown. */
const HTML_TIMEOUT_MS = 10_000
const RESTART_DELAY_MS = 100
const RESTART_DELAY_LIMIT_MS = 5000

const WORKER_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'search-worker.ts' : 'search-worker.js', import.meta.url),
)

/**
 * Gives the queries of one listener to its workers. What arrived in one turn of the event loop goes as one task, because
 * a message between threads costs several times what a search costs.
 *
 * ```
 * search() → queue ──setImmediate──► batch of ≤ 32 ──► worker (one runs, one waits) ──► one ArrayBuffer ──► answers
 *                └ equal query in flight: joins its job
 * ```
 */
export class SearchDispatcher {
  readonly #options: DispatcherOptions
  readonly #ledger: GenerationLedger
  readonly #lanes: Lane[] = []
  readonly #searches: JobQueue<SearchJob>
  readonly #pages: JobQueue<HtmlJob>
  /** Queries of the current generation that are not answered yet. */
  #pending = new Map<string, SearchJob>()
  #flushing = false
  #closed = false
  #restarts = 0
  #released: number
  readonly #clock: NodeJS.Timeout
  readonly #restartTimers = new Set<NodeJS.Timeout>()
  #whenUp: (() => void) | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#ledger = new GenerationLedger(options.generation)
    this.#released = options.generation.number
    const discard = (job: SearchJob | HtmlJob, reason: 'abandoned' | 'late'): void =>
      this.#refuse(job, this.#closed ? CLOSING : reason === 'late' ? LATE : ABANDONED)
    this.#searches = new JobQueue<SearchJob>(discard)
    this.#pages = new JobQueue<HtmlJob>(discard)
    for (let i = 0; i < options.workers; i++) {
      const slot = new WorkerSlot({
        workerFile: options.workerFile ?? WORKER_FILE,
        workerData: options.settings,
        onDeath: (_slot, cause) => this.#died(lane, cause),
      })
      const lane: Lane = { slot, batches: [], failures: 0 }
      this.#lanes.push(lane)
      this.#start(lane)
    }
    const tickMs = Math.min(100, Math.max(10, options.timeoutMs / 10))
    this.#clock = setInterval(() => this.#watch(), tickMs)
  }

  /** The generation that the next call is answered from. */
  get generation(): Generation {
    return this.#ledger.current
  }

  get stats(): DispatcherStats {
    const lanes = this.#lanes
    return {
      queued: this.#searches.length + this.#pages.length,
      workers: lanes.length,
      workersUp: lanes.reduce((sum, lane) => sum + (lane.slot.up ? 1 : 0), 0),
      busyMs: lanes.reduce((sum, lane) => sum + lane.slot.busyMs, 0),
      restarts: this.#restarts,
    }
  }

  /** Resolves when every worker has opened the generation. */
  ready(): Promise<void> {
    if (this.#lanes.every((lane) => lane.slot.up)) return Promise.resolve()
    return new Promise((resolve) => {
      this.#whenUp = resolve
    })
  }

  /**
   * The JSON bytes of the answer to a query.
   *
   * @param query Normalised.
   * @param shape `packShape`.
   */
  search(query: string, shape: number, aborted: () => boolean): Promise<Answer<Uint8Array>> {
    if (this.#closed) return Promise.resolve(CLOSING)
    const key = `${shape} ${query}`
    let job = this.#pending.get(key)
    if (job === undefined) {
      if (this.#searches.length >= this.#options.queueLimit) return Promise.resolve(OVERLOADED)
      const generation = this.#ledger.current.number
      job = new SearchJob(key, query, shape, generation, monotonicMs() + this.#options.timeoutMs)
      this.#ledger.retain(generation)
      this.#pending.set(key, job)
      this.#searches.push(job)
      this.#flushSoon()
    }
    const joined = job
    return new Promise((resolve) => joined.join(resolve, aborted))
  }

  /** The HTML document of a page that is known to exist in that locale of that generation, which the caller retains. */
  html(generation: number, locale: Locale, path: string): Promise<Answer<Uint8Array>> {
    if (this.#closed) return Promise.resolve(CLOSING)
    if (this.#pages.length >= this.#options.htmlQueueLimit) return Promise.resolve(OVERLOADED)
    return new Promise((resolve) => {
      this.#ledger.retain(generation)
      this.#pages.push(new HtmlJob(locale, path, generation, monotonicMs() + HTML_TIMEOUT_MS, resolve))
      this.#flushSoon()
    })
  }

  /** Answers from `next` from now on. What is in flight is still answered from the generation that it came in under. */
  swap(next: Generation): void {
    this.#ledger.swap(next)
    this.#pending = new Map()
    this.#flushSoon()
  }

  /** Keeps a generation until it is released as often as it was retained. */
  retain(generation: number): void {
    this.#ledger.retain(generation)
  }

  release(generation: number): void {
    this.#ledger.release(generation)
    if (generation !== this.#ledger.current.number) this.#flushSoon()
  }

  /** Ends the workers; what is still waiting is refused. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#clock)
    for (const timer of this.#restartTimers) clearTimeout(timer)
    await Promise.all(this.#lanes.map((lane) => lane.slot.stop()))
    this.#searches.expire(Infinity)
    this.#pages.expire(Infinity)
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
    if (this.#closed) return
    const nowMs = monotonicMs()
    for (;;) {
      const lane = this.#freest()
      if (lane === null) break
      const batch = this.#nextBatch(lane, nowMs)
      if (batch === null) break
      this.#send(lane, batch)
    }
    this.#tidy(nowMs)
  }

  /** The worker with the least to do, or null when all have enough. */
  #freest(): Lane | null {
    let best: Lane | null = null
    for (const lane of this.#lanes) {
      const { slot } = lane
      if (slot.up && slot.inFlight < (best?.slot.inFlight ?? TASKS_IN_FLIGHT)) best = lane
    }
    return best
  }

  #nextBatch(lane: Lane, nowMs: number): Batch | null {
    // At most one of a worker's two places goes to pages, so that rendering never holds searches up for long.
    if (this.#pages.length > 0 && !lane.batches.some((batch) => batch.kind === 'html')) {
      const [page] = this.#pages.take(1, nowMs)
      if (page !== undefined) return makeBatch('html', page.generation, page.deadlineMs, [], page)
    }
    const places = this.#lanes.reduce((sum, { slot }) => sum + (slot.up ? TASKS_IN_FLIGHT - slot.inFlight : 0), 0)
    const share = Math.max(Math.ceil(this.#searches.length / places), BATCH_LIMIT / 4)
    const jobs = this.#searches.take(Math.min(share, BATCH_LIMIT), nowMs)
    const [first] = jobs
    return first === undefined ? null : makeBatch('search', first.generation, first.deadlineMs, jobs, null)
  }

  #send(lane: Lane, batch: Batch): void {
    const { slot } = lane
    const { generation } = batch
    const header = {
      generation,
      oldest: this.#ledger.oldest,
      share: slot.knows.has(generation) ? null : this.#ledger.find(generation),
    }
    lane.batches.push(batch)
    const answer =
      batch.html === null
        ? slot.run('search', searchTask(header, batch))
        : slot.run('html', htmlTask(header, batch.html))
    answer.then(
      (buffer) => this.#answered(lane, batch, buffer),
      (cause: unknown) => this.#failed(lane, batch, cause),
    )
  }

  #answered(lane: Lane, batch: Batch, buffer: ArrayBuffer): void {
    remove(lane.batches, batch)
    lane.failures = 0
    if (batch.html !== null) {
      this.#settle(batch.html)
      batch.html.answer(new Uint8Array(buffer))
    }
    let index = 0
    for (const answer of readAnswers(buffer, batch.search.length)) {
      const job = batch.search[index++]
      if (job === undefined) break
      this.#settle(job)
      if (answer.kind === 'answered') job.answer(answer.bytes)
      else if (answer.kind === 'late') job.refuse(LATE)
      else {
        this.#options.onFault('a query failed', answer.reason)
        job.refuse(CRASHED)
      }
    }
    if (this.#whenUp !== null && this.#lanes.every(({ slot }) => slot.up)) {
      this.#whenUp()
      this.#whenUp = null
    }
    this.#flush()
  }

  #failed(lane: Lane, batch: Batch, cause: unknown): void {
    remove(lane.batches, batch)
    if (lane.slot.running) this.#options.onFault('a task failed', cause)
    else if (batch.charged && !this.#closed) this.#options.onFault('a search worker died', cause)
    if (batch.html !== null) this.#pages.giveBack(this.#survivors([batch.html], batch))
    else if (batch.kind === 'search') this.#searches.giveBack(this.#survivors(batch.search, batch))
    else if (lane.slot.running) {
      // The worker lives but cannot open the generation, so it can answer nothing.
      void lane.slot.stop()
      this.#restart(lane)
    }
    this.#flushSoon()
  }

  /** Refuses the jobs of a lost batch that had their chance; the others go back into their queue. */
  #survivors<J extends Job>(jobs: readonly J[], batch: Batch): J[] {
    return jobs.filter((job) => {
      if (batch.charged) job.deaths += 1
      if (!batch.overdue && !this.#closed && job.deaths <= DEATHS_LIMIT) return true
      this.#refuse(job, batch.overdue ? LATE : this.#closed ? CLOSING : CRASHED)
      return false
    })
  }

  #settle(job: Job): void {
    if (job instanceof SearchJob && this.#pending.get(job.key) === job) this.#pending.delete(job.key)
    this.#ledger.release(job.generation)
  }

  #refuse(job: Job, refusal: Refusal): void {
    this.#settle(job)
    job.refuse(refusal)
  }

  #start(lane: Lane): void {
    lane.slot.start()
    this.#send(lane, makeBatch('open', this.#ledger.current.number, monotonicMs() + START_TIMEOUT_MS, [], null))
  }

  #died(lane: Lane, cause: Error): void {
    lane.batches.forEach((batch, position) => {
      batch.charged = position === 0
    })
    // The batch that ran fails in a moment, with a better account of the cause.
    if (lane.batches.length === 0) this.#options.onFault('a search worker died', cause)
    this.#restart(lane)
  }

  #restart(lane: Lane): void {
    if (this.#closed) return
    this.#restarts += 1
    const delayMs =
      lane.failures === 0 ? 0 : Math.min(RESTART_DELAY_LIMIT_MS, RESTART_DELAY_MS * 2 ** (lane.failures - 1))
    lane.failures += 1
    const timer = setTimeout(() => {
      this.#restartTimers.delete(timer)
      this.#start(lane)
    }, delayMs)
    this.#restartTimers.add(timer)
  }

  /** Refuses what has waited too long, and ends workers that are stuck. */
  #watch(): void {
    const nowMs = monotonicMs()
    this.#searches.expire(nowMs)
    this.#pages.expire(nowMs)
    for (const lane of this.#lanes) {
      const [running] = lane.batches
      if (running === undefined || !lane.slot.running || running.deadlineMs + STUCK_AFTER_MS > nowMs) continue
      for (const batch of lane.batches) {
        batch.overdue = batch.deadlineMs <= nowMs
        batch.charged = false
      }
      this.#options.onFault('a search worker was stuck', new Error('it passed the deadline of its task'))
      void lane.slot.stop()
      this.#restart(lane)
    }
  }

  /** Makes idle workers forget generations that nothing names any more, and reports those that nobody holds. */
  #tidy(nowMs: number): void {
    const { oldest } = this.#ledger
    let held = oldest
    for (const lane of this.#lanes) {
      const { slot } = lane
      if (slot.up && slot.inFlight === 0 && slot.holdsFrom < oldest) {
        this.#send(lane, makeBatch('open', this.#ledger.current.number, nowMs + START_TIMEOUT_MS, [], null))
      }
      held = Math.min(held, slot.holdsFrom)
    }
    if (held <= this.#released) return
    this.#released = held
    this.#options.onReleased(held)
  }
}

function remove(batches: Batch[], batch: Batch): void {
  const position = batches.indexOf(batch)
  if (position !== -1) batches.splice(position, 1)
}
