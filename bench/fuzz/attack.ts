import { connect, type Socket } from 'node:net'
import { AnswerReader } from './answer-reader.ts'
import type { Random } from './random.ts'
import { join, makeParts, makeRequest, toMessage, type Message, type Parts } from './requests.ts'
import type { HostSurface, Surface, Target } from './surface.ts'

/** A client that waits for its answer that long has found a hang. */
const HANG_MS = 10_000
/**
 * The service closes a connection on which no request came to its end for 8 to 12 seconds, and for less if it is late itself.
 * A client on a busy machine may send so slowly.
 */
const IDLE_MS = 7_000
const SHOWN_BYTES = 400

/** What a connection was made for, kept so that it can be told afterwards. */
export interface Deeds {
  readonly number: number
  readonly behaviour: string
  readonly host: string
  readonly from: string
  requests: number
  sentBytes: number
  receivedBytes: number
  /** The first bytes that were sent, one character each. */
  begins: string
  readonly steps: string[]
}

/** One connection of an attacker. Nothing of it rejects: that a connection ends is what attackers expect. */
export class Attack {
  readonly random: Random
  readonly surface: Surface
  readonly host: HostSurface
  readonly deeds: Deeds
  readonly reader = new AnswerReader()
  readonly socket: Socket
  /** Whether it came to a connection, once it is known. */
  readonly opened: Promise<boolean>
  readonly closed: Promise<void>
  /** A fault that its own client saw. */
  fault: string | null = null
  #over = false
  /** When something was last written, by `performance.now()`; at first, when the connection was asked for. */
  #writtenAt = performance.now()
  /** The service has taken the connection or sent something since then. When it did is learned late on a busy machine. */
  #answeredSince = this.#writtenAt
  #wake: (() => void) | null = null

  constructor(random: Random, surface: Surface, host: HostSurface, deeds: Deeds) {
    this.random = random
    this.surface = surface
    this.host = host
    this.deeds = deeds
    const socket = connect({
      port: host.port,
      host: '127.0.0.1',
      localAddress: deeds.from,
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
      deeds.receivedBytes += chunk.length
      this.#answeredSince = this.#writtenAt
      this.reader.push(chunk)
      this.#wakeUp()
    })
    socket.once('end', () => this.#end())
    socket.once('close', () => this.#end())
  }

  /** Whether the other side has ended it. */
  get over(): boolean {
    return this.#over
  }

  request(wanted?: Target): Message {
    return makeRequest(this.random, this.surface, this.host, wanted)
  }

  parts(wanted?: Target): Parts {
    return makeParts(this.random, this.surface, this.host, wanted)
  }

  /** Several requests in one piece. */
  requests(count: number): Message {
    return join(Array.from({ length: count }, () => this.request()))
  }

  get(path: string, fields: readonly string[] = []): Message {
    return toMessage({ method: 'GET', path, fields, body: Buffer.alloc(0) })
  }

  /** @param message Without `heads` its answers are not counted. */
  send({ bytes, heads }: { readonly bytes: Buffer; readonly heads: readonly boolean[] | null }): void {
    if (heads === null) this.reader.ignore()
    else this.reader.expect(heads)
    this.deeds.requests += heads?.length ?? 1
    this.write(bytes)
  }

  /** In pieces that are cut anywhere, with a moment between them. */
  async sendCut({
    bytes,
    heads,
  }: {
    readonly bytes: Buffer
    readonly heads: readonly boolean[] | null
  }): Promise<void> {
    if (heads === null) this.reader.ignore()
    else this.reader.expect(heads)
    this.deeds.requests += heads?.length ?? 1
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
    const { deeds, socket } = this
    if (deeds.begins.length < SHOWN_BYTES) deeds.begins += bytes.toString('latin1', 0, SHOWN_BYTES)
    deeds.sentBytes += bytes.length
    deeds.steps.push(`send ${bytes.length}`)
    this.#writtenAt = performance.now()
    if (socket.writable) socket.write(bytes)
  }

  /** Resolves when all that was asked is answered, or nothing more can come. @returns Whether it did so before a hang. */
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
    // It took so long to send that the service may have taken the connection for idle.
    if (missing && asked - this.#answeredSince >= IDLE_MS) return true
    // Who is told that the connection closes may have sent one more request before reading that.
    if (missing && !reader.endless && !/\r\nconnection: close/i.test(reader.lastHead)) {
      const ms = Math.round(performance.now() - asked)
      this.fault = `no answer, but the end of the connection after ${ms} ms: ${reader.statuses.length} of ${reader.asked}`
    }
    return true
  }

  /** Waits, and no longer than the other side keeps the connection. */
  async wait(ms: number): Promise<void> {
    const until = performance.now() + ms
    do await this.#sleep(Math.max(0, until - performance.now()))
    while (!this.#over && performance.now() < until - 1)
  }

  pause(): void {
    this.deeds.steps.push('pause')
    this.socket.pause()
  }

  resume(): void {
    this.deeds.steps.push('resume')
    this.socket.resume()
  }

  /** Sends the end, and goes on reading. */
  end(): void {
    this.deeds.steps.push('end')
    this.socket.end()
  }

  reset(): void {
    this.deeds.steps.push('reset')
    this.socket.resetAndDestroy()
  }

  /** Lets go of it, if it is not over yet, in one of the usual ways. */
  leave(): void {
    if (this.socket.destroyed) return
    this.deeds.steps.push('leave')
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
