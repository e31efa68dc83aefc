import { SupervisedWorker, type WorkerJobs, type WorkerOptions } from './supervised-worker.ts'
import { monotonicMs } from './tasks.ts'

export interface SupervisorOptions extends WorkerOptions {
  readonly tickMs: number
  /**
   * Called at each tick, before the workers are checked. After a standstill of this thread, results may wait in its event loop,
   * and workers may have been given jobs only now. A deadline that passed before says nothing against a worker.
   *
   * @returns whether the clock must go on although no worker has anything to do
   */
  readonly onTick: (nowMs: number, stoodStill: boolean) => boolean
}

/** Longer than a tick, and than a collection of garbage. */
const STANDSTILL_MS = 250

/** Keeps the workers of one dispatcher alive: ends those that are stuck and replaces those that have ended. */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #workers: SupervisedWorker[] = []
  /** Runs while there is something to watch. */
  #clock: NodeJS.Timeout | undefined
  #tickedAtMs = 0
  /** When the last standstill of this thread was over. */
  #stoodStillUntilMs = -Infinity

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  get restarts(): number {
    return this.#workers.reduce((sum, worker) => sum + worker.restarts, 0)
  }

  /** Adds a worker. The caller starts it. */
  add(jobs: WorkerJobs): SupervisedWorker {
    const worker = new SupervisedWorker(this.#options, jobs, () => this.watch())
    this.#workers.push(worker)
    return worker
  }

  /** Has the clock run from now on. Dispatchers call this when a job arrives. */
  watch(): void {
    if (this.#clock !== undefined) return
    this.#tickedAtMs = monotonicMs()
    this.#clock = setInterval(() => this.#tick(), this.#options.tickMs)
  }

  /** Ends all workers for good. Their jobs are not given back. */
  async close(): Promise<void> {
    clearInterval(this.#clock)
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }

  #tick(): void {
    const nowMs = monotonicMs()
    const stoodStill = nowMs - this.#tickedAtMs > STANDSTILL_MS
    this.#tickedAtMs = nowMs
    let watched = this.#options.onTick(nowMs, stoodStill)
    if (stoodStill) {
      this.#stoodStillUntilMs = nowMs
      return
    }
    for (const worker of this.#workers) watched = worker.check(nowMs, this.#stoodStillUntilMs) || watched
    if (watched) return
    clearInterval(this.#clock)
    this.#clock = undefined
  }
}
