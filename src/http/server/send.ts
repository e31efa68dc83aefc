import type { LongTurns } from './long-turns.ts'
import type { Framing } from '../wire/request-head.ts'
import type { HttpResponse } from '../uws.ts'

/**
 * One in so many answers without a body ends its connection, drawn by chance. They are the only answers that uWebSockets.js
 * buffers without a bound for a client that does not read: it does not tell that it buffers them, nor which requests share a
 * connection. A connection has 256 of them on average, some 100 KiB, and 1 MiB of them once in 3,000 times.
 */
const EMPTY_ANSWERS_PER_CONNECTION = 256
/** The first ones of a listener are few enough to be held, so they end no connection. */
const UNDRAWN_EMPTY_ANSWERS = 1024
let emptyAnswers = 0
/** How long a client that was told that its connection closes may take to read that. */
const FAREWELL_MS = 1000

/** A shorter body of a last answer is handed over whole, so that the connection closes as soon as the system has taken it. */
const CLOSED_AT_ONCE_BYTES = 16 * 1024

/**
 * What becomes of a connection with an answer. `close`: it is closed. `linger`: nothing more is read from it and it is closed
 * after some 10 seconds, unless the client does that before: what the client is still sending would have the system throw the
 * answer away if the connection was closed at once. The end of a chunked body, which uWebSockets.js does not wait for, may be
 * among that.
 */
export type Ending = 'none' | 'close' | 'linger'

/** @returns what becomes of the connection of a request: nothing behind a chunked body may be read (docs/decisions/0002). */
export function endingAfter(framing: Framing): Ending {
  return framing === 'chunked' ? 'linger' : 'none'
}

const nothing = (): void => undefined

/**
 * Sends the body of an answer whose head has been written, inside the handler of uWebSockets.js or the cork. Every answer
 * with a body ends here. `end` would have uWebSockets.js 20.51 buffer what the client does not read without a bound, and
 * its handler returns without an answer when the cork buffer cannot be flushed, which ends the process.
 *
 * @returns whether the answer is complete; if not, `Unread.keep` must be called for the rest.
 */
export function sendBody(
  res: HttpResponse,
  body: string | Uint8Array,
  bytes: number,
  ending: Ending,
  turns: LongTurns,
): boolean {
  if (bytes === 0) {
    res.writeHeader('Content-Length', '0')
    sendNoBody(res, ending)
    return true
  }
  if (ending === 'none' && turns.admits(bytes)) return res.tryEnd(body, bytes)[1]
  if (ending === 'close' && bytes <= CLOSED_AT_ONCE_BYTES) {
    // Only `end` has uWebSockets.js close the connection afterwards. What it cannot write is lost, and the connection with it.
    res.onAborted(nothing)
    res.end(body, true)
    return true
  }
  // `Unread.keep` sees to the body.
  if (ending !== 'none') res.writeHeader('Connection', 'close')
  res.tryEnd('', bytes)
  return false
}

/** Sends the end of a head without a body, inside the handler of uWebSockets.js or the cork. The head states the length, if it has one. */
export function sendNoBody(res: HttpResponse, ending: Ending): void {
  if (ending !== 'none') sendFarewell(res)
  else if (++emptyAnswers > UNDRAWN_EMPTY_ANSWERS && Math.random() * EMPTY_ANSWERS_PER_CONNECTION < 1) sendFarewell(res)
  else res.endWithoutBody()
}

/**
 * Sends the last answer of a connection whose next bytes are not to be read as a request. It waits for the next turn: after an
 * answer, uWebSockets.js goes on to parse what came in the same packet, but it drops the connection when a request comes while
 * one is open. From then on nothing is read: the library would write its refusal of what it cannot parse into the answer.
 *
 * @param send Called in the cork.
 * @param gone Called if the client goes before.
 */
export function sendLast(res: HttpResponse, send: () => void, gone = nothing): void {
  let open = true
  res.onAborted(() => {
    open = false
    gone()
  })
  setImmediate(() => {
    if (!open) return
    res.pause()
    res.cork(send)
  })
}

/**
 * Ends the head and then the connection. The answer stays open for uWebSockets.js until then, so that a next request on the
 * connection ends it too: after `end` it would be answered.
 */
function sendFarewell(res: HttpResponse): void {
  let open = true
  res.onAborted(() => {
    open = false
  })
  // The second line end is the empty line after the head.
  res.writeHeader('Connection', 'close\r\n')
  setTimeout(() => {
    if (open) res.close()
  }, FAREWELL_MS).unref()
}
