import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { Unavailable } from '../shared/unavailable.ts'

export interface BodyDispatcherOptions {
  /** Bodies that are read or wait; the next is refused. */
  readonly queueLimit: number
  /** The share of one client in them. */
  readonly clientLimit: number
  /** From arrival to result. */
  readonly timeoutMs: number
  /** Module whose default export shortens a body. Default: `src/threads/body-worker.ts`. */
  readonly workerFile?: string
  /** Hears what an operator should know: threads that died or were stuck. It never hears what is in a body. */
  readonly onFault: (message: string, cause: unknown) => void
}

export interface BodyDispatcherStats {
  /** Bodies that a thread was given. */
  readonly given: number
  /** Threads that were started. */
  readonly threads: number
}

interface Waiting<Short> {
  readonly body: Uint8Array<ArrayBuffer>
  readonly client: string
  readonly gone: () => boolean
  readonly settle: (outcome: Short | Unavailable) => void
}

/** The heap of a body thread, beside what it is sent. A body of 3 MiB takes less than a quarter of it. */
const HEAP_LIMIT_MIB = 512

const WORKER_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../threads/body-worker.ts' : '../threads/body-worker.js', import.meta.url),
)

/**
 * Gives the long bodies of one listener to a body thread, one after another. The thread starts with the first of them; one that
 * dies or hangs is ended, costs its client a 503, and the next body starts another.
 *
 * @typeParam Short What the thread makes of a body.
 */
export class BodyDispatcher<Short> {
  readonly #options: BodyDispatcherOptions
  /** The first is being read. */
  readonly #queue: Waiting<Short>[] = []
  #pool: Piscina | null = null
  #busy = false
  #closed = false
  #given = 0
  #threads = 0

  constructor(options: BodyDispatcherOptions) {
    this.#options = options
  }

  get stats(): BodyDispatcherStats {
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
      // A result that came while this thread stood still is heard before the immediate.
      const timer = setTimeout(() => setImmediate(() => this.#expire(waiting)), timeoutMs)
      const waiting: Waiting<Short> = {
        body,
        client,
        gone,
        settle: (outcome) => {
          clearTimeout(timer)
          const position = this.#queue.indexOf(waiting)
          if (position === -1) return
          this.#queue.splice(position, 1)
          if (outcome instanceof Unavailable) reject(outcome)
          else resolve(outcome)
        },
      }
      this.#queue.push(waiting)
      this.#next()
    })
  }

  /** Refuses what waits and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    while (this.#queue[0] !== undefined) this.#queue[0].settle(new Unavailable('this listener is closing'))
    await this.#end()
  }

  #next(): void {
    if (this.#busy) return
    for (let first = this.#queue[0]; first?.gone() === true; first = this.#queue[0]) {
      first.settle(new Unavailable('its client has gone'))
    }
    const [waiting] = this.#queue
    if (waiting === undefined) return
    this.#busy = true
    this.#given += 1
    const pool = (this.#pool ??= this.#start())
    const { body } = waiting
    pool.run(body, { transferList: [body.buffer] }).then(
      (result: Short) => {
        waiting.settle(result)
        this.#done(pool)
      },
      (cause: unknown) => this.#replace(pool, 'a body thread died', cause),
    )
  }

  #done(pool: Piscina): void {
    if (pool !== this.#pool) return
    this.#busy = false
    this.#next()
  }

  #expire(waiting: Waiting<Short>): void {
    if (this.#pool !== null && waiting === this.#queue[0]) {
      this.#replace(this.#pool, 'a body thread was stuck', new Error('it passed the deadline of its body'))
    } else waiting.settle(new Unavailable('a long body was not read in time'))
  }

  #start(): Piscina {
    this.#threads += 1
    const pool = new Piscina({
      filename: this.#options.workerFile ?? WORKER_FILE,
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Infinity,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
    })
    pool.on('error', (cause: Error) => this.#replace(pool, 'a body thread died', cause))
    pool.on('workerDestroy', () => this.#replace(pool, 'a body thread died', new Error('the thread ended')))
    return pool
  }

  #replace(pool: Piscina, message: string, cause: unknown): void {
    if (this.#closed || pool !== this.#pool) return
    this.#options.onFault(message, cause)
    void this.#end()
    if (this.#busy) this.#queue[0]?.settle(new Unavailable('a long body could not be read', { cause }))
    this.#busy = false
    this.#next()
  }

  async #end(): Promise<void> {
    const pool = this.#pool
    this.#pool = null
    await pool?.destroy()
  }
}
