import type { Generation } from '../generation/generation.ts'
import type { Checksum } from '../shared/hashes.ts'
import type { Locale } from '../shared/locale.ts'
import { createKeyTable } from './key-table.ts'
import { Circle } from './circle.ts'
import type { DispatcherOptions, DispatcherStats } from './dispatcher-options.ts'
import { GenerationLedger } from './generation-ledger.ts'
import { type HtmlJob, SearchJob } from './jobs.ts'
import { freest, hasOpened, isIdle, isOpening, sleep, takeAnswers, type Lane } from './lanes.ts'
import { ABANDONED, CLOSING, CRASHED, LATE, OVERLOADED } from './refusals.ts'
import { ANSWER } from './ring/ring-memory.ts'
import { RingLink } from './ring-link.ts'
import { threadFile } from './supervised-worker.ts'
import { Supervisor } from './supervisor.ts'
import { monotonicMs, threadMs } from './tasks.ts'
import { TracedWaiter } from './traced-waiter.ts'
import { WaitingJobs } from './waiting-jobs.ts'
import type { Answer, Refusal } from '../shared/result.ts'
import { searchOnce, type SearchWaiter } from '../shared/search-waiter.ts'
import { currentTrace } from '../shared/trace/request-trace.ts'

/** Deaths that a job survives. */
const DEATHS_LIMIT = 1
const START_TIMEOUT_MS = 30_000
/** Pages may have megabytes of Markdown. */
const HTML_TIMEOUT_MS = 10_000
/** Answers that wait for a sleeping listener before its only worker wakes it, which must not run dry before clients ask anew. */
const ANNOUNCE_AFTER = 24
/** The same for each of several workers, which have the listener woken for all. */
const ANNOUNCE_AFTER_EACH = 40
const LOOKOUT_MS = 0.4
/** Queries of one turn that workers are shown before the turn ends, as they may have nothing else to do. */
const SHOWN_AT_ONCE = 12

/**
 * Gives the queries of one listener to its workers, through memory that both share: a message between threads costs several
 * times what a search costs.
 *
 * ```
 * search() ──12, end of turn──► ring of requests ──► worker ──► ring of answers ──► this thread, each turn
 *     │ └ where all rings are full: queue ──┘             └ one message, if this thread sleeps ──┘
 *     └ equal query in flight: joins its job
 * ```
 */
export class SearchDispatcher {
  readonly #options: DispatcherOptions
  readonly #ledger: GenerationLedger
  readonly #lanes: Lane[] = []
  readonly #waiting: WaitingJobs
  /** Queries of the current generation that are not answered yet. */
  #pending = createKeyTable<SearchJob>()
  /** Queries since workers were last shown some. */
  #unshown = 0
  #turnScheduled = false
  /** The time at which the turn was scheduled, on the clock of `monotonicMs`, which costs a call for each look. */
  #turnSinceMs = 0
  /** Whether workers may have something to forget, or something may be reported as released. */
  #untidy = false
  /** The link whose answer is being passed on. */
  #answering: RingLink | null = null
  #closed = false
  readonly #supervisor: Supervisor
  #whenUp: (() => void) | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#ledger = new GenerationLedger(options.generation)
    this.#waiting = new WaitingJobs((job, reason) =>
      this.#refuse(job, this.#closed ? CLOSING : reason === 'late' ? LATE : ABANDONED),
    )
    this.#supervisor = new Supervisor({
      names: { kind: 'search', thread: 'worker', task: 'task' },
      pool: { filename: options.workerFile ?? threadFile('search-worker'), workerData: options.settings },
      restart: true,
      ...(options.stuckAfterMs === undefined ? {} : { stuckAfterMs: options.stuckAfterMs }),
      tickMs: Math.min(100, Math.max(10, options.timeoutMs / 10)),
      onTick: (nowMs) => {
        if (!isIdle(this.#lanes)) this.#takeTurn()
        this.#waiting.expire(nowMs)
        return true
      },
      onFault: options.onFault,
    })
    for (let i = 0; i < options.workers; i++) this.#lanes.push(this.#createLane())
    for (const { worker } of this.#lanes) worker.start()
    this.#supervisor.watch()
  }

  /** The generation that the next call is answered from. */
  get generation(): Generation {
    return this.#ledger.current
  }

  get stats(): DispatcherStats {
    const lanes = this.#lanes
    return {
      queued: this.#waiting.length,
      workers: lanes.length,
      workersUp: lanes.reduce((sum, lane) => sum + (lane.worker.up ? 1 : 0), 0),
      busyMs: lanes.reduce((sum, lane) => sum + lane.link.busyMs, 0),
      restarts: this.#supervisor.restarts,
    }
  }

  /** Has every worker open the generation that the next call is answered from; resolves when all have. */
  ready(): Promise<void> {
    const { current } = this.#ledger
    for (const lane of this.#lanes) {
      if (!lane.worker.running || lane.link.knows.has(current.number)) continue
      this.#open(lane, current)
      lane.link.publish()
    }
    if (this.#isReady()) return Promise.resolve()
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
    return searchOnce(this, query, shape, aborted)
  }

  /** Does what `search` does, without a promise and without a copy of the bytes. A refusal may come before this returns. */
  ask(query: string, shape: number, by: SearchWaiter): void {
    const trace = currentTrace()
    const waiter = trace === null ? by : new TracedWaiter(by, trace, () => threadMs(this.#answering?.begunMs ?? 0))
    if (this.#closed) {
      waiter.refused(CLOSING)
      return
    }
    const pending = this.#pending.find(query, shape)
    if (pending !== undefined) {
      pending.join(waiter)
      return
    }
    const job = this.#begin(query, shape, this.#ledger.current.number, waiter)
    if (job !== null) this.#pending.add(job)
  }

  /** Does what `ask` does for a generation that the caller retains. Equal queries are searched each for itself. */
  askIn(generation: number, query: string, shape: number, waiter: SearchWaiter): void {
    if (this.#closed) waiter.refused(CLOSING)
    else this.#begin(query, shape, generation, waiter)
  }

  /** Hands a query to a worker, or puts it into the queue. Returns null where that is full, and the query is refused. */
  #begin(query: string, shape: number, generation: number, waiter: SearchWaiter): SearchJob | null {
    if (this.#waiting.searches.length >= this.#options.queueLimit) {
      waiter.refused(OVERLOADED)
      return null
    }
    this.#takeTurnSoon()
    const job = new SearchJob(query, shape, generation, this.#turnSinceMs + this.#options.timeoutMs, waiter)
    this.#ledger.retain(generation)
    const lane = this.#waiting.length === 0 ? freest(this.#lanes) : null
    if (lane === null) this.#waiting.searches.push(job)
    else this.#give(lane, job)
    this.#unshown += 1
    if (this.#unshown === SHOWN_AT_ONCE) this.#wakeAndFlush()
    return job
  }

  /** The HTML document of a page that is known to exist in that locale of that generation, which the caller retains. */
  html(generation: number, locale: Locale, path: string): Promise<Answer<Uint8Array>> {
    if (this.#closed) return Promise.resolve(CLOSING)
    if (this.#waiting.pages.length >= this.#options.htmlQueueLimit) return Promise.resolve(OVERLOADED)
    const trace = currentTrace()
    const startMs = performance.now()
    return new Promise((resolve) => {
      this.#ledger.retain(generation)
      this.#waiting.pages.push({
        kind: 'html',
        locale,
        path,
        generation,
        deadlineMs: monotonicMs() + HTML_TIMEOUT_MS,
        deaths: 0,
        abandoned: () => false,
        answer(value) {
          trace?.add({ name: 'render', startMs, endMs: performance.now() })
          resolve({ ok: true, value })
        },
        refuse: resolve,
      })
      this.#takeTurnSoon()
    })
  }

  /** Answers from `next` from now on. What is in flight is still answered from the generation that it came in under. */
  swap(next: Generation): void {
    this.#ledger.swap(next)
    this.#pending = createKeyTable()
    this.#untidy = true
    this.#takeTurnSoon()
  }

  /** Keeps a generation until it is released as often as it was retained. */
  retain(generation: number): void {
    this.#ledger.retain(generation)
  }

  release(generation: number): void {
    this.#ledger.release(generation)
    if (generation === this.#ledger.current.number) return
    this.#untidy = true
    this.#takeTurnSoon()
  }

  /** Ends the workers; what is still waiting is refused. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { link } of this.#lanes) link.close()
    await this.#supervisor.close()
    for (const lane of this.#lanes) this.#giveBack(lane)
    this.#waiting.expire(Infinity)
  }

  #takeTurnSoon(): void {
    if (this.#turnScheduled) return
    this.#turnScheduled = true
    this.#turnSinceMs = monotonicMs()
    setImmediate(this.#onTurn)
  }

  readonly #onTurn = (): void => {
    this.#turnScheduled = false
    this.#takeTurn()
  }

  /** Hands out what waits and takes what was answered; sleeps after a turn without an answer. */
  readonly #takeTurn = (): void => {
    if (this.#closed) return
    this.#wakeAndFlush()
    const answered = takeAnswers(this.#lanes, this.#flush)
    if (this.#untidy) this.#tidy()
    if ((answered && !isIdle(this.#lanes)) || !sleep(this.#lanes)) this.#takeTurnSoon()
  }

  /** Workers need not tell this thread of answers, which it takes before it sleeps. */
  #wakeAndFlush(): void {
    for (const { link } of this.#lanes) link.wake()
    this.#flush()
  }

  readonly #flush = (): void => {
    if (this.#waiting.length > 0) this.#giveWaiting(monotonicMs())
    this.#unshown = 0
    for (const { link } of this.#lanes) link.publish()
  }

  #giveWaiting(nowMs: number): void {
    for (;;) {
      const lane = freest(this.#lanes)
      if (lane === null) return
      const job = this.#waiting.take(lane, nowMs)
      if (job === null) return
      this.#give(lane, job)
    }
  }

  #give(lane: Lane, job: SearchJob | HtmlJob): void {
    const { link } = lane
    const { generation } = job
    if (!link.knows.has(generation)) this.#open(lane, this.#ledger.find(generation))
    lane.jobs.push(job)
    if (job.kind === 'search') link.putQuery(job.key, job.variant, generation, job.deadlineMs)
    else link.putTask({ kind: 'html', generation, locale: job.locale, path: job.path })
  }

  /** Has the worker forget what is over and, with a generation, open that. */
  #open(lane: Lane, share: Generation | null): void {
    const { oldest } = this.#ledger
    lane.jobs.push({ kind: 'open', oldest, deadlineMs: monotonicMs() + START_TIMEOUT_MS })
    lane.link.putTask({ kind: 'open', share, oldest })
  }

  /** The answer to the first of the lane's jobs. */
  #received(lane: Lane, kind: number, bytes: Uint8Array, checksum: Checksum): void {
    const job = lane.jobs.shift()
    if (job === undefined) throw new Error('a worker answered what it was not asked')
    if (job.kind === 'open' && kind === ANSWER.failed) {
      // It lives but cannot open a generation, so it can answer nothing.
      lane.worker.discard('a task failed', textOf(bytes))
      return
    }
    if (job.kind === 'open') {
      // It comes before all other answers of a worker.
      lane.worker.recordAnswer()
      this.#untidy = true
      lane.link.holdsFrom = job.oldest
      this.#resolveReady()
    } else if (kind === ANSWER.answered || kind === ANSWER.message) {
      this.#settle(job)
      this.#answering = lane.link
      try {
        job.answer(bytes, checksum)
      } catch (error) {
        this.#options.onFault('an answer could not be passed on', error)
      }
    } else if (kind === ANSWER.late) this.#refuse(job, LATE)
    else this.#failed(job, textOf(bytes))
  }

  #failed(job: SearchJob | HtmlJob, reason: string): void {
    if (job.kind === 'search') {
      this.#options.onFault('a query failed', reason)
      this.#refuse(job, CRASHED)
      return
    }
    this.#options.onFault('a task failed', reason)
    job.deaths += 1
    if (!this.#isLost(job)) this.#waiting.giveBack([job])
  }

  #resolveReady(): void {
    if (this.#whenUp === null || !this.#isReady()) return
    this.#whenUp()
    this.#whenUp = null
  }

  #isReady(): boolean {
    return this.#lanes.every((lane) => hasOpened(lane, this.#ledger.current.number))
  }

  #settle(job: SearchJob | HtmlJob): void {
    if (job.kind === 'search') this.#pending.remove(job)
    this.release(job.generation)
  }

  #refuse(job: SearchJob | HtmlJob, refusal: Refusal): void {
    this.#settle(job)
    job.refuse(refusal)
  }

  #createLane(): Lane {
    const { ownCores, ringBytes, workers } = this.#options
    const link = new RingLink({
      habits:
        workers > 1
          ? { announceAfter: ANNOUNCE_AFTER_EACH, lookoutMs: 0 }
          : { announceAfter: ANNOUNCE_AFTER, lookoutMs: ownCores === true ? LOOKOUT_MS : 0 },
      ringBytes,
      onAnswers: this.#takeTurn,
      receive: (kind, bytes, checksum) => this.#received(lane, kind, bytes, checksum),
    })
    const worker = this.#supervisor.add({
      onStart: () => this.#onStart(lane),
      onEnd: (_cause, died) => this.#onEnd(lane, died),
      deadlineMs: () => lane.jobs.first?.deadlineMs ?? Infinity,
    })
    const lane: Lane = { worker, link, jobs: new Circle() }
    return lane
  }

  #onStart(lane: Lane): void {
    lane.link.open(lane.worker)
    if (this.#ledger.awaitsFirst) return
    this.#open(lane, this.#ledger.current)
    lane.link.publish()
  }

  #onEnd(lane: Lane, died: boolean): void {
    const running = died && lane.link.drain()
    lane.link.close()
    const { first } = lane.jobs
    // Only the job that ran can have killed the worker.
    if (running && first !== undefined && first.kind !== 'open') first.deaths += 1
    this.#giveBack(lane)
  }

  /** Puts the jobs of a worker that has ended back into their queues, but for those that had their chance. */
  #giveBack(lane: Lane): void {
    const jobs = lane.jobs.drain().filter((job) => job.kind !== 'open')
    this.#waiting.giveBack(jobs.filter((job) => !this.#isLost(job)))
    this.#takeTurnSoon()
  }

  /** Refuses a job that may not be tried again. */
  #isLost(job: SearchJob | HtmlJob): boolean {
    const late = job.deadlineMs <= monotonicMs()
    if (!late && !this.#closed && job.deaths <= DEATHS_LIMIT) return false
    this.#refuse(job, this.#closed ? CLOSING : job.deaths > DEATHS_LIMIT ? CRASHED : LATE)
    return true
  }

  /** Makes workers forget generations that nothing names any more, and reports those that nobody holds. */
  #tidy(): void {
    this.#untidy = false
    const { oldest } = this.#ledger
    let held = oldest
    for (const lane of this.#lanes) {
      const { link, worker } = lane
      if (worker.up && link.holdsFrom < oldest && !isOpening(lane)) {
        this.#open(lane, null)
        link.publish()
      }
      held = Math.min(held, link.holdsFrom)
    }
    if (this.#ledger.freeBefore(held)) this.#options.onReleased(held)
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
