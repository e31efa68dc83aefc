import { connect, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface RawAnswer {
  readonly status: number
  /** Header fields by lower-case name. The values of repeated fields are joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/**
 * A connection that sends exactly the bytes it is given, which no HTTP client does, and reads the answers in order. Answers
 * must have a Content-Length, one chunk or no body.
 */
export class RawConnection {
  readonly socket: Socket
  /** Resolves when either side has ended the connection. */
  readonly closed: Promise<void>
  #received: Buffer = Buffer.alloc(0)
  #over = false
  #wake: (() => void) | null = null

  private constructor(socket: Socket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    const wake = (): void => {
      this.#wake?.()
      this.#wake = null
    }
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      wake()
    })
    // A reset counts as an end.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.#over = true
      wake()
    })
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      const connection = new RawConnection(socket)
      socket.once('error', reject)
      socket.once('connect', () => resolve(connection))
    })
  }

  get over(): boolean {
    return this.#over
  }

  /** Sends one request. @returns its answer, or null if the connection ended before the answer was complete */
  ask(request: string | Uint8Array): Promise<RawAnswer | null> {
    this.socket.write(request)
    const start = typeof request === 'string' ? request.slice(0, 5) : Buffer.from(request.subarray(0, 5)).toString()
    return this.next(start === 'HEAD ')
  }

  /** @returns the next answer that is not interim (1xx) */
  async next(headOnly = false): Promise<RawAnswer | null> {
    for (;;) {
      const answer = this.#take(headOnly)
      if (answer !== null && answer.status >= 200) return answer
      if (answer !== null) continue
      if (this.#over) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #take(headOnly: boolean): RawAnswer | null {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return null
    const [statusLine = '', ...lines] = this.#received.toString('latin1', 0, end).split('\r\n')
    const headers = new Map<string, string>()
    for (const line of lines) {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon).toLowerCase()
      const value = line.slice(colon + 1).trim()
      headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
    }
    const status = Number(statusLine.split(' ')[1])
    const isBare = headOnly || status < 200 || status === 204 || status === 304
    const stated = headers.get('content-length')
    // Refusals of the parser have no length, and end with the connection.
    const isChunked = headers.get('transfer-encoding') === 'chunked'
    if (!isBare && stated === undefined && !isChunked && !this.#over) return null
    const bodyStart = end + 4
    if (isChunked && !isBare) return this.#takeChunk(status, headers, bodyStart)
    const bodyEnd = bodyStart + (isBare ? 0 : Number(stated ?? this.#received.length - bodyStart))
    if (this.#received.length < bodyEnd) return null
    const body = this.#received.subarray(bodyStart, bodyEnd)
    this.#received = this.#received.subarray(bodyEnd)
    return { status, headers, body }
  }

  /** Short answers to chunked requests come in one chunk. */
  #takeChunk(status: number, headers: RawAnswer['headers'], start: number): RawAnswer | null {
    const end = this.#received.indexOf('\r\n', start)
    const size = Number.parseInt(this.#received.toString('latin1', start, end), 16)
    const next = end + 2 + size + '\r\n0\r\n\r\n'.length
    if (end === -1 || this.#received.length < next) return null
    const body = this.#received.subarray(end + 2, end + 2 + size)
    this.#received = this.#received.subarray(next)
    return { status, headers, body }
  }

  destroy(): void {
    this.socket.destroy()
  }
}

/** @returns the head of a request for the target */
export function requestFor(target: string, fields: readonly string[] = [], method = 'GET'): string {
  return `${method} ${target} HTTP/1.1\r\n${['Host: localhost', ...fields].join('\r\n')}\r\n\r\n`
}

/** @returns status and header fields, without those that differ in every answer */
export function withoutOwnFields({ headers, status }: RawAnswer): unknown {
  return { ...Object.fromEntries(headers), status, 'x-request-id': '', date: '' }
}

/**
 * Creates a function that sends requests on one connection, which closes with the test. It rejects if there is no answer.
 */
export async function createAsk(
  t: Test,
  url: string,
): Promise<(target: string, fields?: readonly string[], method?: string) => Promise<RawAnswer>> {
  const connection = await RawConnection.open(Number(new URL(url).port))
  t.teardown(() => connection.destroy())
  return async (target, fields = [], method = 'GET') => {
    const answer = await connection.ask(requestFor(target, fields, method))
    if (answer === null) throw new Error(`no answer to ${method} ${target}`)
    return answer
  }
}
