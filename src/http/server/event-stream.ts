import type { EventStream } from '../route/rpc-route.ts'
import type { Exchange } from './exchange.ts'
import type { Held, Unread } from './unread.ts'

/** Limit of events that wait for a slow reader. A connection for which more would wait is closed. */
const QUEUE_LIMIT_BYTES = 256 * 1024
/** A longer event goes out in pieces of this length. Each fits into the cork buffer: see `WireEventStream`. */
const PIECE_BYTES = 8 * 1024
/** An event of so many characters fits into the cork buffer of uWebSockets.js, whatever the characters. */
const CORKED_CHARACTERS = 4096
const COMMENT = ':\n\n'

/** The owner of a stream, whose exchange the stream answers. */
export interface StreamOwner {
  readonly exchange: Exchange
  readonly unread: Unread
  /** Writes the status line and the header fields. They go out with the first bytes of the body. */
  writeHead(): void
  /** Called when the answer is out. */
  finish(bodyBytes: number): void
}

/**
 * An answer as server-sent events. Streams are many and mostly idle, so each is a single object without its own functions. The
 * members for slow reading are made when a client first reads slowly.
 *
 * Nothing goes out in the turn in which the request came. In that turn uWebSockets.js has corked the connection. `write` then
 * loses a chunk for which the cork buffer has no room, when that buffer cannot be flushed. Later, a chunk fits into an empty
 * buffer.
 */
export class WireEventStream implements EventStream {
  readonly #owner: StreamOwner
  #begun = false
  /** True until the turn after the first event, and then while the client reads slowly. */
  #blocked = false
  #ending = false
  #started = false
  #listening = false
  #waiting: Map<string, string> | null = null
  #waitingBytes = 0
  #unnamed = 0
  /** The rest of a long event. */
  #rest: Uint8Array | null = null
  #held: Held | null = null
  #sentBytes = 0

  constructor(owner: StreamOwner) {
    this.#owner = owner
  }

  get #exchange(): Exchange {
    return this.#owner.exchange
  }

  get sentBytes(): number {
    return this.#sentBytes
  }

  send(data: string, key?: string): void {
    if (this.#exchange.over || this.#ending) return
    this.#start()
    const frame = toFrame(data)
    if (!this.#blocked) {
      this.#write(frame)
      return
    }
    this.#queue(frame, key)
    if (this.#begun && this.#waitingBytes > QUEUE_LIMIT_BYTES) this.#exchange.res.close()
  }

  comment(): void {
    if (this.#exchange.over || this.#ending) return
    this.#start()
    if (!this.#blocked) this.#write(COMMENT)
    else if (!this.#begun) this.#queue(COMMENT)
  }

  /** The last event is taken whatever its length: it is the result that the client waits for. */
  end(data?: string): void {
    if (this.#exchange.over || this.#ending) return
    this.#start()
    if (data !== undefined) this.#queue(toFrame(data))
    this.#ending = true
    if (!this.#blocked) this.resume()
  }

  /** Gives memory back when the connection is gone. */
  release(): void {
    this.#held?.release()
    this.#held = null
  }

  #start(): void {
    if (this.#started) return
    this.#started = true
    this.#blocked = true
    setImmediate(resume, this)
  }

  #queue(frame: string, key?: string): void {
    const waiting = (this.#waiting ??= new Map())
    const name = key === undefined ? `#${this.#unnamed++}` : `=${key}`
    this.#waitingBytes += frame.length - (waiting.get(name)?.length ?? 0)
    waiting.set(name, frame)
  }

  /** Writes the events that wait, until the client has no more room. */
  resume(): void {
    if (this.#exchange.over) return
    this.#blocked = false
    const sentBefore = this.#sentBytes
    this.#writeRest()
    if (!this.#blocked && this.#waiting !== null) {
      const frames = [...this.#waiting.values()].join('')
      this.#waiting = null
      this.#waitingBytes = 0
      this.#write(frames)
    }
    if (this.#blocked) return
    if (this.#ending) this.#exchange.res.cork(() => this.#end())
    // While there is an `onWritable` handler, only a write makes uWebSockets.js go on with what it has buffered.
    else if (this.#sentBytes === sentBefore) this.#write(COMMENT)
  }

  #write(text: string): void {
    if (text.length > CORKED_CHARACTERS) {
      this.#rest = Buffer.from(text)
      this.#writeRest()
      return
    }
    const { res } = this.#exchange
    res.cork(() => {
      this.#writeHead()
      this.#blocked = !res.write(text)
    })
    this.#sentBytes += Buffer.byteLength(text)
    if (this.#blocked) this.#listen()
  }

  /** Writes the rest of a long event, until the client has no more room. */
  #writeRest(): void {
    if (this.#rest === null) return
    const { res } = this.#exchange
    this.#held?.moved()
    if (!this.#begun) res.cork(() => this.#writeHead())
    let rest = this.#rest
    while (rest.byteLength > 0 && !this.#blocked) {
      const piece = rest.subarray(0, PIECE_BYTES)
      res.cork(() => {
        this.#blocked = !res.write(piece)
      })
      this.#sentBytes += piece.byteLength
      rest = rest.subarray(piece.byteLength)
    }
    if (this.#blocked) this.#listen()
    if (rest.byteLength === 0) {
      this.#rest = null
      this.release()
    } else {
      this.#rest = rest
      this.#held ??= this.#owner.unread.hold(rest.byteLength, () => res.close())
    }
  }

  #writeHead(): void {
    if (this.#begun) return
    this.#begun = true
    this.#owner.writeHead()
  }

  #listen(): void {
    if (this.#listening) return
    this.#listening = true
    this.#exchange.res.onWritable(() => {
      this.resume()
      return true
    })
  }

  #end(): void {
    this.#writeHead()
    const { ending, res } = this.#exchange
    // Bytes that follow a chunked request must not be read as a request.
    if (ending !== 'none') res.pause()
    // There is no second argument: after `write` its Connection field would go out in the middle of the body.
    res.end()
    this.#owner.finish(this.#sentBytes)
  }
}

function resume(stream: WireEventStream): void {
  stream.resume()
}

function toFrame(data: string): string {
  return `event: message\ndata: ${data}\n\n`
}
