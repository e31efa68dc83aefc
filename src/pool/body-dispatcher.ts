import { Unavailable } from '../shared/unavailable.ts'
import { threadFile, type SupervisedWorker } from './supervised-worker.ts'
import { Supervisor } from './supervisor.ts'
import { monotonicMs } from './tasks.ts'

export interface BodyDispatcherOptions {
  /** Bodies that are read or wait; the next is refused. */
  readonly queueLimit: number
  /** Bodies of one client among them; the next is refused. */
  readonly clientLimit: number
  /** Time from arrival to result. */
  readonly timeoutMs: number
  /** Module whose default export shortens a body. Default: `src/threads/body-worker.ts`. */
  readonly workerFile?: string
  /** Receives what an operator should know: threads that died or were stuck. It receives nothing of a body. */
  readonly onFault: (message: string, cause: unknown) => void
}

interface Waiting<Short> {
  readonly body: Uint8Array<ArrayBuffer>
  readonly client: string
  readonly deadlineMs: number
  readonly gone: () => boolean
  readonly settle: (outcome: Short | Unavailable) => void
}

/** The heap of a body thread, beside what it is sent. A body of 3 MiB takes less than a quarter of it. */
const HEAP_LIMIT_MIB = 512
const WATCH_INTERVAL_MS = 50

/**
 * Gives the long bodies of one listener to a body thread, one after another. The thread starts with the first of them; one that
 * dies or hangs is ended, costs its client a 503, and the next body starts another.
 *
 * @typeParam Short What the thread makes of a body.
 */
export class BodyDispatcher<Short> {
  readonly #options: BodyDispatcherOptions
  readonly #supervisor: Supervisor
  readonly #worker: SupervisedWorker
  readonly #queue: Waiting<Short>[] = []
  /** The first of the queue, while the thread has it. */
  #running: Waiting<Short> | null = null
  #closed = false
  #given = 0
  #threads = 0

  constructor(options: BodyDispatcherOptions) {
    this.#options = options
    const { onFault, workerFile = threadFile('body-worker') } = options
    this.#supervisor = new Supervisor({
      names: { kind: 'body', thread: 'thread', task: 'body' },
      pool: { filename: workerFile, resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB } },
      restart: false,
      stuckAfterMs: 0,
      tickMs: WATCH_INTERVAL_MS,
      onTick: (nowMs) => this.#expire(nowMs),
      onFault,
    })
    this.#worker = this.#supervisor.add({
      onStart: () => void (this.#threads += 1),
      onEnd: (cause) => this.#onResult(new Unavailable('a long body could not be read', { cause })),
      deadlineMs: () => this.#running?.deadlineMs ?? Infinity,
    })
  }

  /** Counts of the bodies that a thread was given, and of the threads that were started. */
  get stats(): { readonly given: number; readonly threads: number } {
    return { given: this.#given, threads: this.#threads }
  }

  shorten(body: Uint8Array<ArrayBuffer>, client: string, gone: () => boolean): Promise<Short> {
    const { clientLimit, queueLimit, timeoutMs } = this.#options
    const ofClient = this.#queue.filter((waiting) => waiting.client === client).length
    if (this.#closed) return Promise.reject(new Unavailable('this listener is closing'))
    if (this.#queue.length >= queueLimit || ofClient >= clientLimit) {
      return Promise.reject(new Unavailable('too many long bodies wait to be read'))
    }
    return new Promise((resolve, reject) => {
      const settle = (outcome: Short | Unavailable): void => {
        const position = this.#queue.indexOf(waiting)
        if (position === -1) return
        this.#queue.splice(position, 1)
        if (outcome instanceof Unavailable) reject(outcome)
        else resolve(outcome)
      }
      const waiting: Waiting<Short> = { body, client, deadlineMs: monotonicMs() + timeoutMs, gone, settle }
      this.#queue.push(waiting)
      this.#supervisor.watch()
      this.#next()
    })
  }

  /** Refuses what waits and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    while (this.#queue[0] !== undefined) this.#queue[0].settle(new Unavailable('this listener is closing'))
    await this.#supervisor.close()
  }

  #next(): void {
    if (this.#running !== null) return
    for (let first = this.#queue[0]; first?.gone() === true; first = this.#queue[0]) {
      first.settle(new Unavailable('its client has gone'))
    }
    const [waiting] = this.#queue
    if (waiting === undefined) return
    this.#running = waiting
    this.#given += 1
    if (!this.#worker.running) this.#worker.start()
    const { body } = waiting
    this.#worker.run(body, { transferList: [body.buffer] }, (result) => this.#onResult(result as Short))
  }

  #onResult(outcome: Short | Unavailable): void {
    this.#running?.settle(outcome)
    this.#running = null
    this.#next()
  }

  /** Refuses bodies that have waited too long. @returns whether any body is left */
  #expire(nowMs: number): boolean {
    for (const waiting of this.#queue.filter((each) => each !== this.#running && each.deadlineMs <= nowMs)) {
      waiting.settle(new Unavailable('a long body was not read in time'))
    }
    return this.#queue.length > 0
  }
}
