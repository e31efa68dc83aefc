import { performance } from 'node:perf_hooks'
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { Checksum } from '../shared/hashes.ts'
import { createAnswerReader, type AnswerReader } from './ring/answer-ring.ts'
import { createRequestWriter, type RequestWriter } from './ring/request-ring.ts'
import { ANSWER, createRingMemory } from './ring/ring-memory.ts'
import type { SupervisedWorker } from './supervised-worker.ts'
import type { MessageTask, ServeTask, WorkerHabits } from './tasks.ts'

export interface LinkOptions {
  readonly habits: WorkerHabits
  /** Bytes of the ring of answers, where it is not to have the usual size. */
  readonly ringBytes: number | undefined
  /** Called when there are answers and nobody is looking for them. */
  readonly onAnswers: () => void
  /**
   * Receives the answer to the oldest request without one. `kind` is one of ANSWER. The bytes and the checksum, which only
   * answers to queries have, are overwritten afterwards.
   */
  readonly receive: (kind: number, bytes: Uint8Array, checksum: Checksum) => void
}

/** What the listener shares with one run of the worker. */
interface Connection {
  readonly port: MessagePort
  readonly requests: RequestWriter
  readonly answers: AnswerReader
  /** Receives one answer. The function is made once, as answers are looked for several times in a turn. */
  readonly receive: (kind: number, bytes: Uint8Array, checksum: Checksum) => void
  /** Answers that came by the port, before their records were read. */
  readonly inbox: ArrayBuffer[]
  /** Requests sent and answered since the start. The worker's count of those that it has begun wraps around, as these do. */
  sent: number
  answered: number
}

/**
 * The listener's side of one search worker, whose one task never ends and serves a ring in shared memory. Queries do not go
 * through Piscina: a message between threads costs as much as a search.
 */
export class RingLink {
  readonly #options: LinkOptions
  #connection: Connection | null = null
  #busySince = 0
  #busyMs = 0
  #unpublished = false

  /** The generations that the worker was given and not made to forget. */
  readonly knows = new Set<number>()
  /** The worker may hold generations from this one on. */
  holdsFrom = Number.MAX_SAFE_INTEGER

  constructor(options: LinkOptions) {
    this.#options = options
  }

  /** Requests sent and not answered. */
  get inFlight(): number {
    return this.#connection === null ? 0 : this.#connection.sent - this.#connection.answered
  }

  /** When the query whose answer is being received was begun, by `monotonicMs`. */
  get begunMs(): number {
    return this.#connection?.answers.begunMs ?? 0
  }

  /** Milliseconds for which the worker had something to do since the link was made. */
  get busyMs(): number {
    return this.#busyMs + (this.inFlight > 0 ? performance.now() - this.#busySince : 0)
  }

  /** Has a worker that was just started serve new rings. */
  open(worker: SupervisedWorker): void {
    const { habits, ringBytes } = this.#options
    const memory = createRingMemory(ringBytes)
    const { port1: port, port2 } = new MessageChannel()
    const connection: Connection = {
      port,
      requests: createRequestWriter(memory),
      answers: createAnswerReader(memory),
      receive: (kind, bytes, checksum) => {
        // A worker that was discarded may have answered since: its requests were given to others.
        if (connection !== this.#connection) return
        connection.answered += 1
        if (connection.sent === connection.answered) this.#busyMs += performance.now() - this.#busySince
        this.#options.receive(kind, kind === ANSWER.message ? takeMessage(connection) : bytes, checksum)
      },
      inbox: [],
      sent: 0,
      answered: 0,
    }
    port.on('message', (message: ArrayBuffer | null) => {
      if (message !== null) connection.inbox.push(message)
      if (connection === this.#connection) this.#options.onAnswers()
    })
    this.#connection = connection
    const task: ServeTask = { memory, port: port2, habits }
    worker.run(task, { name: 'serve', transferList: [port2] }, () => undefined)
  }

  putQuery(query: string, shape: number, generation: number, deadlineMs: number): void {
    const connection = this.#begin()
    if (connection.requests.fits(query)) connection.requests.putQuery(query, shape, generation, deadlineMs)
    else this.#post(connection, { kind: 'search', query, shape, generation, deadlineMs })
  }

  putTask(task: MessageTask): void {
    this.#post(this.#begin(), task)
    if (task.kind !== 'open') return
    if (task.share !== null) this.knows.add(task.share.number)
    for (const known of this.knows) if (known < task.oldest) this.knows.delete(known)
    this.holdsFrom = Math.min(this.holdsFrom, task.oldest)
  }

  /** Shows the worker what was put. */
  publish(): void {
    if (!this.#unpublished) return
    this.#unpublished = false
    this.#connection?.requests.publish()
  }

  /** Receives the answers that are there. @returns how many */
  poll(): number {
    const connection = this.#connection
    return connection === null ? 0 : connection.answers.read(connection.receive)
  }

  /** Tells the worker that the listener looks for answers by itself, by `poll`. */
  wake(): void {
    this.#connection?.answers.wake()
  }

  /** Has `onAnswers` called for the next answer. False: `poll` is to be called first. */
  sleep(): boolean {
    return this.#connection?.answers.sleep() ?? true
  }

  /** Receives the last answers of a worker that died. @returns whether it had begun a request that it did not answer */
  drain(): boolean {
    const connection = this.#connection
    if (connection === null) return false
    // The answers before its death are whole; memory that it was writing to was never published.
    connection.answers.read(connection.receive)
    return ((connection.answers.begun - connection.answered) | 0) > 0
  }

  /** Forgets a worker that has ended. Its requests stay without an answer. */
  close(): void {
    if (this.inFlight > 0) this.#busyMs += performance.now() - this.#busySince
    this.#connection?.port.close()
    this.#connection = null
    this.#unpublished = false
    this.knows.clear()
    this.holdsFrom = Number.MAX_SAFE_INTEGER
  }

  #begin(): Connection {
    const connection = this.#connection
    if (connection === null) throw new Error('the worker is not running')
    if (connection.sent === connection.answered) this.#busySince = performance.now()
    connection.sent += 1
    this.#unpublished = true
    return connection
  }

  #post({ port, requests }: Connection, task: MessageTask): void {
    port.postMessage(task)
    requests.putMessage()
  }
}

function takeMessage({ inbox, port }: Connection): Uint8Array {
  for (;;) {
    const first = inbox.shift()
    if (first !== undefined) return new Uint8Array(first)
    const received: { message: ArrayBuffer | null } | undefined = receiveMessageOnPort(port)
    if (received === undefined) throw new Error('an answer was announced that never came')
    if (received.message !== null) inbox.push(received.message)
  }
}
