import { Unavailable } from '../../shared/unavailable.ts'
import { threadFile, type SupervisedWorker, type ThreadOptions } from '../supervised-worker.ts'
import { Supervisor } from '../supervisor.ts'
import { monotonicMs } from '../tasks.ts'

export interface LazyThreadOptions extends ThreadOptions {
  /** What the thread works on: `body`. Its module is `src/threads/<kind>-worker.ts`, and faults name it. */
  readonly kind: 'body' | 'card' | 'icon' | 'scale' | 'typeset'
  /** Tasks of one client among them; the next is refused. Default: `queueLimit`. */
  readonly clientLimit?: number
  /** The heap of the thread in MiB, beside what it is sent. */
  readonly heapLimitMib: number
}

interface Waiting<Result> {
  readonly task: unknown
  readonly buffers: readonly ArrayBuffer[]
  readonly client: string
  readonly deadlineMs: number
  readonly gone: () => boolean
  readonly settle: (outcome: Result | Unavailable) => void
}

const WATCH_INTERVAL_MS = 50

/**
 * Gives what would hold up one listener to a thread, one task after another. The thread starts with the first of them. One that
 * dies or hangs is ended, its task is refused, and the next task starts another. Clients take turns. Where the queue is full,
 * whoever has most in it loses a task to one who has less.
 *
 * @typeParam Result What the thread makes of a task.
 */
export class LazyThread<Result> {
  readonly #options: LazyThreadOptions
  readonly #supervisor: Supervisor
  readonly #worker: SupervisedWorker
  readonly #queue: Waiting<Result>[] = []
  /** The one of the queue that the thread has. */
  #running: Waiting<Result> | null = null
  #closed = false
  #given = 0
  #threads = 0

  constructor(options: LazyThreadOptions) {
    this.#options = options
    const { heapLimitMib, kind, onFault, workerFile = threadFile(`${kind}-worker`) } = options
    this.#supervisor = new Supervisor({
      names: { kind, thread: 'thread', task: 'task' },
      pool: { filename: workerFile, resourceLimits: { maxOldGenerationSizeMb: heapLimitMib } },
      restart: false,
      stuckAfterMs: 0,
      tickMs: WATCH_INTERVAL_MS,
      onTick: (nowMs) => this.#expire(nowMs),
      onFault,
    })
    this.#worker = this.#supervisor.add({
      onStart: () => void (this.#threads += 1),
      onEnd: (cause) => this.#onResult(new Unavailable(`a ${kind} thread ended`, { cause, reason: 'other' })),
      deadlineMs: () => this.#running?.deadlineMs ?? Infinity,
    })
  }

  /** Counts of the tasks that a thread was given, and of the threads that were started. */
  get stats(): { readonly given: number; readonly threads: number } {
    return { given: this.#given, threads: this.#threads }
  }

  /**
   * Has the thread work on bytes, or on an object that can be cloned. It takes over the bytes, which are the task or a member
   * of it. Rejects with `Unavailable` alone.
   */
  run(task: object, client = '', gone: () => boolean = () => false): Promise<Result> {
    const { kind, queueLimit, clientLimit = queueLimit, timeoutMs } = this.#options
    if (this.#closed) return Promise.reject(new Unavailable('this listener is closing', { reason: 'other' }))
    const ofClient = this.#queue.filter((waiting) => waiting.client === client).length
    if (ofClient >= clientLimit || (this.#queue.length >= queueLimit && !this.#makeRoom(ofClient + 1))) {
      return Promise.reject(new Unavailable(`too much waits for the ${kind} thread`, { reason: 'queue' }))
    }
    return new Promise((resolve, reject) => {
      const settle = (outcome: Result | Unavailable): void => {
        const position = this.#queue.indexOf(waiting)
        if (position === -1) return
        this.#queue.splice(position, 1)
        if (outcome instanceof Unavailable) reject(outcome)
        else resolve(outcome)
      }
      const deadlineMs = monotonicMs() + timeoutMs
      const waiting: Waiting<Result> = { task, buffers: buffersOf(task), client, deadlineMs, gone, settle }
      this.#queue.push(waiting)
      this.#supervisor.watch()
      this.#next()
    })
  }

  /** Refuses what waits and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    while (this.#queue[0] !== undefined)
      this.#queue[0].settle(new Unavailable('this listener is closing', { reason: 'other' }))
    await this.#supervisor.close()
  }

  #next(): void {
    if (this.#running !== null) return
    this.#expire(monotonicMs())
    const [waiting] = this.#queue
    if (waiting === undefined) return
    this.#running = waiting
    this.#given += 1
    if (!this.#worker.running) this.#worker.start()
    const { buffers, task } = waiting
    this.#worker.run(task, { transferList: [...buffers] }, (result) => this.#onResult(result as Result))
  }

  #onResult(outcome: Result | Unavailable): void {
    const client = this.#running?.client
    this.#running?.settle(outcome)
    this.#running = null
    // All others have a turn before this client has another.
    const turn = (each: Waiting<Result>): number => Number(each.client === client)
    this.#queue.sort((one, other) => turn(one) - turn(other))
    this.#next()
  }

  /** Refuses the last task of the client that has most. @returns false if no client has more than a newcomer would then have */
  #makeRoom(ofNewcomer: number): boolean {
    const counts = new Map<string, number>()
    for (const { client } of this.#queue) counts.set(client, (counts.get(client) ?? 0) + 1)
    const most = Math.max(...counts.values())
    if (most <= ofNewcomer) return false
    // It has two or more, of which the thread can have the first.
    const last = this.#queue.findLast(({ client }) => counts.get(client) === most)
    last?.settle(
      new Unavailable(`others have less that waits for the ${this.#options.kind} thread`, { reason: 'queue' }),
    )
    return true
  }

  /** Refuses tasks that have waited too long, or for which nobody waits any more. @returns whether any task is left */
  #expire(nowMs: number): boolean {
    for (const waiting of this.#queue.filter((each) => each !== this.#running)) {
      if (waiting.gone()) waiting.settle(new Unavailable('its client has gone', { reason: 'other' }))
      else if (waiting.deadlineMs <= nowMs) {
        waiting.settle(new Unavailable(`the ${this.#options.kind} thread was too slow`, { reason: 'deadline' }))
      }
    }
    return this.#queue.length > 0
  }
}

function buffersOf(task: object): ArrayBuffer[] {
  const parts: readonly unknown[] = task instanceof Uint8Array ? [task] : Object.values(task)
  return parts.filter((part): part is Uint8Array<ArrayBuffer> => part instanceof Uint8Array).map(({ buffer }) => buffer)
}
