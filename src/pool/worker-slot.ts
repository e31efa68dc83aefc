import { Piscina } from 'piscina'
import type { TaskHeader } from './tasks.ts'

export interface SlotOptions {
  /** Path of the module whose exports are the task functions. */
  readonly workerFile: string
  readonly workerData: unknown
  /** Called for a worker that ended without being told to. */
  readonly onDeath: (slot: WorkerSlot, cause: Error) => void
}

/** Tasks given to one worker at a time: one that runs and one that waits, so that the worker never idles between two. */
export const TASKS_IN_FLIGHT = 2

/**
 * One search worker: a Piscina of a single thread.
 *
 * One pool for all threads would not say which thread has which task, so that a stuck thread could not be told from its
 * neighbours and a worker's knowledge of generations would have to be asked for. It would also stop replacing threads
 * once one has died while starting.
 */
export class WorkerSlot {
  readonly #options: SlotOptions
  #pool: Piscina | null = null
  #busySince = 0
  #busyMs = 0

  /** Tasks sent and not answered. */
  inFlight = 0
  /** Whether the worker has answered a task since it was started. */
  up = false
  /** The generations that it was given and not told to forget. */
  readonly knows = new Set<number>()
  /** It may hold generations from this one on. */
  holdsFrom = Number.MAX_SAFE_INTEGER

  constructor(options: SlotOptions) {
    this.#options = options
  }

  get running(): boolean {
    return this.#pool !== null
  }

  /** Milliseconds for which the worker had something to do since it was made. */
  get busyMs(): number {
    return this.#busyMs + (this.inFlight > 0 ? performance.now() - this.#busySince : 0)
  }

  start(): void {
    const pool = new Piscina({
      filename: this.#options.workerFile,
      workerData: this.#options.workerData,
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: TASKS_IN_FLIGHT,
      idleTimeout: Infinity,
      recordTiming: false,
      loadBalancer: (_task, workers) => workers[0] ?? null,
    })
    pool.on('error', (error: Error) => this.#lose(pool, error))
    pool.on('workerDestroy', () => this.#lose(pool, new Error('the worker ended')))
    this.#pool = pool
  }

  /** Rejects when the worker ends before it answers. */
  async run(name: string, task: TaskHeader): Promise<ArrayBuffer> {
    const pool = this.#pool
    if (pool === null) throw new Error('the worker is not running')
    if (this.inFlight === 0) this.#busySince = performance.now()
    this.inFlight += 1
    this.knows.add(task.generation)
    for (const known of this.knows) if (known < task.oldest) this.knows.delete(known)
    this.holdsFrom = Math.min(this.holdsFrom, task.oldest)
    try {
      const answer = (await pool.run(task, { name })) as ArrayBuffer
      if (pool === this.#pool) {
        this.up = true
        this.holdsFrom = task.oldest
      }
      return answer
    } finally {
      if (pool === this.#pool) this.#finishOne()
    }
  }

  /** Ends the worker, also one that is stuck in a loop. What it had in flight rejects. */
  async stop(): Promise<void> {
    const pool = this.#pool
    this.#forget()
    await pool?.destroy()
  }

  #lose(pool: Piscina, cause: Error): void {
    if (pool !== this.#pool) return
    this.#forget()
    void pool.destroy()
    this.#options.onDeath(this, cause)
  }

  #forget(): void {
    if (this.inFlight > 0) this.#busyMs += performance.now() - this.#busySince
    this.#pool = null
    this.inFlight = 0
    this.up = false
    this.knows.clear()
    this.holdsFrom = Number.MAX_SAFE_INTEGER
  }

  #finishOne(): void {
    this.inFlight -= 1
    if (this.inFlight === 0) this.#busyMs += performance.now() - this.#busySince
  }
}
