import type { LongTurns } from './long-turns.ts'
import type { Ending } from './send.ts'
import type { HttpResponse } from '../uws.ts'

/** Limit of bytes that wait for clients of one host. Above it, the connection that has taken nothing for the longest is cut. */
const LIMIT_BYTES = 128 * 1024 * 1024
/** A client that takes less than this on average is cut, after a time of grace at the start of an answer. */
const MIN_BYTES_PER_SECOND = 16 * 1024
const GRACE_MS = 30_000

/**
 * The account of bytes that wait because clients read slowly: bodies of answers of which uWebSockets.js has taken only a
 * part, and long events of streams.
 */
export interface Unread {
  /** @param close Closes the connection. It is called in its own turn, when the client is too slow or too much waits. */
  hold(bytes: number, close: () => void): Held
  /**
   * Sends the rest of a body as its client reads, in turns with the other clients of the host. Call it right after
   * `sendBody` has left a rest, inside the handler or the cork. It replaces the answer's abort handler. The rest stays in the
   * body, so a client that does not read costs no copy.
   *
   * @param ending Unless it is `none`, nothing is read from the connection once the last byte is out. uWebSockets.js would
   * answer a next request, and does not tell which connection it came from.
   * @param done Called once: with true when uWebSockets.js has taken the whole body, with false when the connection is gone.
   */
  keep(res: HttpResponse, body: Uint8Array, ending: Ending, done: (complete: boolean) => void): void
  readonly bytes: number
  readonly turns: LongTurns
}

export interface Held {
  /** Called when the client has taken a part. */
  moved(): void
  /** Called when nothing waits any more, or the connection is gone. */
  release(): void
}

/**
 * @param options.onCut Called for each connection that is cut because its client does not read.
 * @param options.now Monotonic clock, in milliseconds.
 */
export function createUnread(options: {
  readonly limitBytes?: number | undefined
  readonly turns: LongTurns
  readonly onCut: () => void
  readonly now?: () => number
}): Unread {
  const { limitBytes = LIMIT_BYTES, now = () => performance.now(), onCut, turns } = options
  /** Entries by the time at which the client last took something, the longest ago first. */
  const all = new Set<Entry>()
  let bytes = 0

  class Entry implements Held {
    readonly #bytes: number
    readonly #close: () => void
    readonly #deadline: number
    #released = false

    constructor(size: number, close: () => void) {
      this.#bytes = size
      this.#close = close
      this.#deadline = now() + GRACE_MS + (size / MIN_BYTES_PER_SECOND) * 1000
    }

    moved(): void {
      if (now() > this.#deadline) this.cut()
      else if (all.delete(this)) all.add(this)
    }

    release(): void {
      this.#released = true
      this.#forget()
    }

    cut(): void {
      if (!this.#forget()) return
      onCut()
      // A connection may be closed neither inside its own `onWritable` nor while it is corked.
      setImmediate(() => {
        if (!this.#released) this.#close()
      })
    }

    #forget(): boolean {
      if (!all.delete(this)) return false
      bytes -= this.#bytes
      return true
    }
  }

  function hold(size: number, close: () => void): Held {
    const entry = new Entry(size, close)
    all.add(entry)
    bytes += size
    for (const oldest of all) {
      if (bytes <= limitBytes) break
      oldest.cut()
    }
    return entry
  }

  return {
    hold,
    keep(res, body, ending, done) {
      const held = hold(body.byteLength, () => res.close())
      let open = true
      const end = (complete: boolean): void => {
        open = false
        held.release()
        done(complete)
      }
      const writeFrom = (offset: number): boolean => {
        const [taken, finished] = res.tryEnd(body.subarray(offset), body.byteLength)
        if (finished) end(true)
        else held.moved()
        return taken
      }
      /** Holds the last byte back until the client has taken all others: a write that fails has the connection read again. */
      const writeLastFrom = (offset: number): boolean => {
        const last = body.byteLength - 1
        if (offset < last) {
          const [taken] = res.tryEnd(body.subarray(offset, last), body.byteLength)
          held.moved()
          if (!taken) return false
        }
        res.pause()
        return writeFrom(last)
      }
      const write = ending === 'none' ? writeFrom : writeLastFrom
      /** @returns whether the client has room for more, as far as it is known */
      const writeInTurn = (): boolean => {
        let isLater = false
        let hasRoom = true
        turns.run(() => {
          if (!open) return 0
          const offset = res.getWriteOffset()
          if (isLater) res.cork(() => void write(offset))
          else hasRoom = write(offset)
          return (open ? res.getWriteOffset() : body.byteLength) - offset
        })
        isLater = true
        return hasRoom
      }
      res.onAborted(() => end(false))
      res.onWritable(writeInTurn)
      if (res.getWriteOffset() === 0) writeInTurn()
    },
    get bytes() {
      return bytes
    },
    turns,
  }
}
