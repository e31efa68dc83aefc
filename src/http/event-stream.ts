import type { EventStream } from './rpc-route.ts'
import type { HttpResponse } from './uws.ts'

/** Events that wait for a slow reader; past it the connection is closed, and the client may come again. */
const QUEUE_LIMIT_BYTES = 256 * 1024
const COMMENT = ':\n\n'

/** What a stream needs of the exchange that it answers. */
export interface StreamOwner {
  readonly res: HttpResponse
  /** Nothing may go out any more. */
  readonly over: boolean
  /** Status line and header fields of the answer; they go out with the first bytes of the body. */
  writeHead(): void
  /** The answer is out. */
  finish(bodyBytes: number): void
}

/**
 * An answer as server-sent events. Streams are many and mostly idle, so one is a single object without functions of its
 * own: what slow reading needs is made when a client first reads slowly. What uWebSockets.js has not yet got rid of when
 * `write` says that it is full is its own; only what comes after waits here.
 */
export class WireEventStream implements EventStream {
  readonly #owner: StreamOwner
  #begun = false
  #blocked = false
  #ending = false
  #listening = false
  #waiting: Map<string, string> | null = null
  #waitingBytes = 0
  #unnamed = 0
  #sentBytes = 0

  constructor(owner: StreamOwner) {
    this.#owner = owner
  }

  get sentBytes(): number {
    return this.#sentBytes
  }

  send(data: string, key?: string): void {
    if (this.#owner.over || this.#ending) return
    const frame = toFrame(data)
    if (!this.#blocked) {
      this.#write(frame)
      return
    }
    this.#queue(frame, key)
    if (this.#waitingBytes > QUEUE_LIMIT_BYTES) this.#owner.res.close()
  }

  comment(): void {
    if (!this.#owner.over && !this.#ending && !this.#blocked) this.#write(COMMENT)
  }

  /** The last event is taken whatever its length: it is the result that the client waits for. */
  end(data?: string): void {
    if (this.#owner.over || this.#ending) return
    if (this.#blocked) {
      if (data !== undefined) this.#queue(toFrame(data))
      this.#ending = true
      return
    }
    const frame = data === undefined ? '' : toFrame(data)
    this.#owner.res.cork(() => {
      if (!this.#begun) this.#owner.writeHead()
      if (frame !== '') this.#owner.res.write(frame)
      this.#end(frame)
    })
  }

  #end(last: string): void {
    this.#sentBytes += Buffer.byteLength(last)
    // No second argument: after `write` its Connection field would go out in the middle of the body.
    this.#owner.res.end()
    this.#owner.finish(this.#sentBytes)
  }

  #write(frame: string): void {
    const { res } = this.#owner
    res.cork(() => {
      if (!this.#begun) {
        this.#begun = true
        this.#owner.writeHead()
      }
      this.#blocked = !res.write(frame)
    })
    this.#sentBytes += Buffer.byteLength(frame)
    if (this.#blocked && !this.#listening) {
      this.#listening = true
      res.onWritable(() => {
        this.#resume()
        return true
      })
    }
  }

  #queue(frame: string, key?: string): void {
    const waiting = (this.#waiting ??= new Map())
    const name = key === undefined ? `#${this.#unnamed++}` : `=${key}`
    this.#waitingBytes += frame.length - (waiting.get(name)?.length ?? 0)
    waiting.set(name, frame)
  }

  #resume(): void {
    if (this.#owner.over) return
    this.#blocked = false
    if (this.#waiting !== null) {
      const frames = [...this.#waiting.values()].join('')
      this.#waiting = null
      this.#waitingBytes = 0
      this.#write(frames)
    }
    if (this.#ending && !this.#blocked) this.#owner.res.cork(() => this.#end(''))
  }
}

function toFrame(data: string): string {
  return `event: message\ndata: ${data}\n\n`
}
