import { performance } from 'node:perf_hooks'
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Checksum } from '../shared/checksum.ts'
import { createAnswerReader, type AnswerReader } from './ring/answer-ring.ts'
import { createRequestWriter, type RequestWriter } from './ring/request-ring.ts'
import { ANSWER, createRingMemory } from './ring/ring-memory.ts'
import type { MessageTask, OpenTask, ServeTask } from './tasks.ts'
import type { WorkerHabits } from './worker-habits.ts'

export interface SlotOptions {
  /** Path of the module that exports `serve`. */
  readonly workerFile: string
  readonly workerData: unknown
  readonly habits: WorkerHabits
  /** Bytes of the ring of answers; default as `createRingMemory`. */
  readonly ringBytes?: number
  /** Called for a worker that ended without being told to, once its last answers have been received. */
  readonly onDeath: (cause: Error, running: boolean) => void
  /** There are answers, and nobody is looking for them. */
  readonly onAnswers: () => void
  /**
   * An answer to the request that was sent first of those without one: `kind` is one of ANSWER; bytes and checksum, which only
   * answers to queries have, are overwritten afterwards.
   */
  readonly receive: (kind: number, bytes: Uint8Array, checksum: Checksum) => void
}

interface Life {
  readonly pool: Piscina
  readonly port: MessagePort
  readonly requests: RequestWriter
  readonly answers: AnswerReader
  /** Receives the answers that are there. @returns how many */
  readonly take: () => number
  /** Answers that came by the port, before their records were read. */
  readonly inbox: ArrayBuffer[]
  /** Requests sent and answered since the start; the worker's own count of those that it has begun wraps around, as these do. */
  sent: number
  answered: number
}

/**
 * One search worker: a Piscina of a single thread with one task that never ends, which serves a ring in shared memory.
 *
 * Piscina starts and ends the thread and tells of its death. Queries do not go through it: a message between threads costs
 * as much as a search. One pool for all threads would also stop replacing threads once one has died while starting.
 */
export class WorkerSlot {
  readonly #options: SlotOptions
  #life: Life | null = null
  #busySince = 0
  #busyMs = 0
  #unpublished = false

  /** Whether the worker has answered since it was started. */
  up = false
  /** The generations that it was given and not told to forget. */
  readonly knows = new Set<number>()
  /** It may hold generations from this one on. */
  holdsFrom = Number.MAX_SAFE_INTEGER

  constructor(options: SlotOptions) {
    this.#options = options
  }

  get running(): boolean {
    return this.#life !== null
  }

  /** Requests sent and not answered. */
  get inFlight(): number {
    return this.#life === null ? 0 : this.#life.sent - this.#life.answered
  }

  /** Milliseconds for which the worker had something to do since it was made. */
  get busyMs(): number {
    return this.#busyMs + (this.inFlight > 0 ? performance.now() - this.#busySince : 0)
  }

  start(): void {
    const { habits, ringBytes, workerData, workerFile } = this.#options
    const pool = new Piscina({
      filename: workerFile,
      workerData,
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Infinity,
      recordTiming: false,
    })
    const memory = createRingMemory(ringBytes)
    const { port1: port, port2 } = new MessageChannel()
    const answers = createAnswerReader(memory)
    // Made once, as answers are looked for several times in a turn.
    const receive = (kind: number, bytes: Uint8Array, checksum: Checksum): void =>
      this.#receive(life, kind, bytes, checksum)
    const life: Life = {
      pool,
      port,
      requests: createRequestWriter(memory),
      answers,
      take: () => answers.read(receive),
      inbox: [],
      sent: 0,
      answered: 0,
    }
    pool.on('error', (error: Error) => this.#lose(life, error))
    pool.on('workerDestroy', () => this.#lose(life, new Error('the worker ended')))
    port.on('message', (message: ArrayBuffer | null) => {
      if (message !== null) life.inbox.push(message)
      if (life === this.#life) this.#options.onAnswers()
    })
    this.#life = life
    const task: ServeTask = { memory, port: port2, habits }
    pool
      .run(task, { name: 'serve', transferList: [port2] })
      .catch((error: unknown) => this.#lose(life, error instanceof Error ? error : new Error(String(error))))
  }

  putQuery(query: string, shape: number, generation: number, deadlineMs: number): void {
    const life = this.#begin()
    if (life.requests.fits(query)) life.requests.putQuery(query, shape, generation, deadlineMs)
    else this.#post(life, { kind: 'search', query, shape, generation, deadlineMs })
  }

  putTask(task: MessageTask): void {
    this.#post(this.#begin(), task)
    if (task.kind === 'open') this.#note(task)
  }

  /** Shows the worker what was put. */
  publish(): void {
    if (!this.#unpublished) return
    this.#unpublished = false
    this.#life?.requests.publish()
  }

  /** Receives the answers that are there. @returns how many */
  poll(): number {
    return this.#life?.take() ?? 0
  }

  /** The listener looks for answers by itself, by `poll`. */
  wake(): void {
    this.#life?.answers.wake()
  }

  /** Have `onAnswers` called. False: call `poll` first. */
  sleep(): boolean {
    return this.#life?.answers.sleep() ?? true
  }

  /** Ends the worker, also one that is stuck in a loop. What it had in flight stays unanswered. */
  async stop(): Promise<void> {
    const life = this.#life
    this.#forget()
    life?.port.close()
    await life?.pool.destroy()
  }

  #begin(): Life {
    const life = this.#life
    if (life === null) throw new Error('the worker is not running')
    if (life.sent === life.answered) this.#busySince = performance.now()
    life.sent += 1
    this.#unpublished = true
    return life
  }

  #post({ port, requests }: Life, task: MessageTask): void {
    port.postMessage(task)
    requests.putMessage()
  }

  #note({ oldest, share }: OpenTask): void {
    if (share !== null) this.knows.add(share.number)
    for (const known of this.knows) if (known < oldest) this.knows.delete(known)
    this.holdsFrom = Math.min(this.holdsFrom, oldest)
  }

  #receive(life: Life, kind: number, bytes: Uint8Array, checksum: Checksum): void {
    // What a worker answered before it was told to stop is of no use any more: its requests were given to others.
    if (life !== this.#life) return
    life.answered += 1
    if (life.sent === life.answered) this.#busyMs += performance.now() - this.#busySince
    this.up = true
    this.#options.receive(kind, kind === ANSWER.message ? takeMessage(life) : bytes, checksum)
  }

  #lose(life: Life, cause: Error): void {
    if (life !== this.#life) return
    // What it had answered before is as good as ever; memory that it was writing to was never published.
    life.take()
    const running = ((life.answers.begun - life.answered) | 0) > 0
    this.#forget()
    life.port.close()
    void life.pool.destroy()
    this.#options.onDeath(cause, running)
  }

  #forget(): void {
    if (this.inFlight > 0) this.#busyMs += performance.now() - this.#busySince
    this.#life = null
    this.up = false
    this.#unpublished = false
    this.knows.clear()
    this.holdsFrom = Number.MAX_SAFE_INTEGER
  }
}

function takeMessage({ inbox, port }: Life): Uint8Array {
  for (;;) {
    const first = inbox.shift()
    if (first !== undefined) return new Uint8Array(first)
    const received: { message: ArrayBuffer | null } | undefined = receiveMessageOnPort(port)
    if (received === undefined) throw new Error('an answer was announced that never came')
    if (received.message !== null) inbox.push(received.message)
  }
}
