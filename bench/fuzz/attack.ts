import { connect, type Socket } from 'node:net'
import { AnswerReader } from './answer-reader.ts'
import type { Random } from './random.ts'
import { join, makeParts, makeRequest, toMessage, type Manner, type Message, type Parts } from './requests.ts'
import type { HostSurface, Surface, Target } from './surface.ts'

/** A client that waits this long for its answer reports a hang. */
const HANG_MS = 10_000
/**
 * The service closes a connection when it has received no complete request for 8 to 12 seconds, or less if it is late
 * itself. On a busy machine a client may send that slowly.
 */
const IDLE_MS = 7_000
const SHOWN_BYTES = 400

/** Record of one connection, for the report and for a reproduction. */
export interface Trace {
  readonly number: number
  readonly behaviour: string
  readonly host: string
  readonly from: string
  requests: number
  sentBytes: number
  receivedBytes: number
  /** The first bytes that were sent, one character for each byte. */
  begins: string
  readonly steps: string[]
}

/** One connection of an attacker. Its methods never reject, because attackers expect connections to end. */
export class Attack {
  readonly random: Random
  readonly surface: Surface
  readonly host: HostSurface
  readonly trace: Trace
  /** Whether the run has this behaviour alone, which then goes on for the whole of it. */
  readonly targeted: boolean
  readonly reader = new AnswerReader()
  readonly socket: Socket
  /** Whether the connection was established, once that is known. */
  readonly opened: Promise<boolean>
  readonly closed: Promise<void>
  /** A fault that this client observed. */
  fault: string | null = null
  #over = false
  /** Time of the last write, by `performance.now()`. Its first value is the time of the connection attempt. */
  #writtenAt = performance.now()
  /**
   * Time of the last write before the service last accepted or sent something. On a busy machine the exact time is learned
   * late.
   */
  #answeredSince = this.#writtenAt
  #wake: (() => void) | null = null

  constructor(random: Random, surface: Surface, host: HostSurface, trace: Trace, targeted: boolean) {
    this.random = random
    this.surface = surface
    this.host = host
    this.trace = trace
    this.targeted = targeted
    const socket = connect({
      port: host.port,
      host: '127.0.0.1',
      localAddress: trace.from,
      allowHalfOpen: true,
      noDelay: true,
    })
    this.socket = socket
    this.opened = new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('close', () => resolve(false))
    })
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      trace.receivedBytes += chunk.length
      this.#answeredSince = this.#writtenAt
      this.reader.push(chunk)
      this.#wakeUp()
    })
    socket.once('end', () => this.#end())
    socket.once('close', () => this.#end())
  }

  /** Whether the other side has ended the connection. */
  get over(): boolean {
    return this.#over
  }

  /** @param wanted Route to call, or null for any of the host. @param manner With null it is drawn. */
  request(wanted: Target | null = null, manner: Manner | null = null): Message {
    return makeRequest(this.random, this.surface, this.host, wanted, manner)
  }

  parts(wanted: Target | null = null): Parts {
    return makeParts(this.random, this.surface, this.host, wanted)
  }

  /** Makes several requests in one piece. */
  requests(count: number): Message {
    return join(Array.from({ length: count }, () => this.request()))
  }

  get(path: string, fields: readonly string[] = []): Message {
    return toMessage({ method: 'GET', path, fields, body: Buffer.alloc(0) })
  }

  /** @param message Bytes to send. Without `heads` their answers are not counted. */
  send({ bytes, heads }: { readonly bytes: Buffer; readonly heads: readonly boolean[] | null }): void {
    if (heads === null) this.reader.ignore()
    else this.reader.expect(heads)
    this.trace.requests += heads?.length ?? 1
    this.write(bytes)
  }

  /** Sends a message in random pieces, with short pauses between them. */
  async sendCut({
    bytes,
    heads,
  }: {
    readonly bytes: Buffer
    readonly heads: readonly boolean[] | null
  }): Promise<void> {
    if (heads === null) this.reader.ignore()
    else this.reader.expect(heads)
    this.trace.requests += heads?.length ?? 1
    const longest = this.random.pick([1, 3, 20, 200, 2000])
    const most = 40
    for (let from = 0, piece = 0; from < bytes.length && !this.#over; piece++) {
      const length = piece === most ? bytes.length : this.random.between(1, longest)
      this.write(bytes.subarray(from, from + length))
      from += length
      await this.wait(this.random.pick([0, 0, 0, 1, 2, 20]))
    }
  }

  write(bytes: Buffer): void {
    const { socket, trace } = this
    if (trace.begins.length < SHOWN_BYTES) trace.begins += bytes.toString('latin1', 0, SHOWN_BYTES)
    trace.sentBytes += bytes.length
    trace.steps.push(`send ${bytes.length}`)
    this.#writtenAt = performance.now()
    if (socket.writable) socket.write(bytes)
  }

  /** Waits until every request is answered, or nothing more can arrive. @returns false after a hang */
  async answered(): Promise<boolean> {
    const asked = performance.now()
    const deadline = asked + HANG_MS
    const { reader } = this
    while (!this.#over && !reader.endless && (reader.statuses.length < reader.asked || !reader.whole)) {
      const left = deadline - performance.now()
      if (left <= 0) {
        this.fault = `no answer within ${HANG_MS} ms: ${reader.statuses.length} of ${reader.asked}`
        return false
      }
      await this.#sleep(left)
    }
    const missing = reader.statuses.length < reader.asked || !reader.whole
    // Sending took so long that the service may have closed the connection as idle.
    if (missing && asked - this.#answeredSince >= IDLE_MS) return true
    // A client may send one more request before it reads that the connection closes.
    if (missing && !reader.endless && !/\r\nconnection: close/i.test(reader.lastHead)) {
      const ms = Math.round(performance.now() - asked)
      this.fault = `no answer, but the end of the connection after ${ms} ms: ${reader.statuses.length} of ${reader.asked}`
    }
    return true
  }

  /** Waits for this time, or until the other side ends the connection. */
  async wait(ms: number): Promise<void> {
    const until = performance.now() + ms
    do await this.#sleep(Math.max(0, until - performance.now()))
    while (!this.#over && performance.now() < until - 1)
  }

  pause(): void {
    this.trace.steps.push('pause')
    this.socket.pause()
  }

  resume(): void {
    this.trace.steps.push('resume')
    this.socket.resume()
  }

  /** Ends the sending side and continues to read. */
  end(): void {
    this.trace.steps.push('end')
    this.socket.end()
  }

  reset(): void {
    this.trace.steps.push('reset')
    this.socket.resetAndDestroy()
  }

  /** Destroys the connection if it is still open. */
  leave(): void {
    if (this.socket.destroyed) return
    this.trace.steps.push('leave')
    this.socket.destroy()
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wake = null
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#wake = done
    })
  }

  #end(): void {
    this.#over = true
    this.#wakeUp()
  }

  #wakeUp(): void {
    this.#wake?.()
  }
}
