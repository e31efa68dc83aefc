import type { LongTurns } from './long-turns.ts'
import type { HttpResponse } from '../uws.ts'

/**
 * One in so many answers without a body ends its connection, drawn by chance. They are the only answers that uWebSockets.js
 * buffers without a bound for a client that does not read. It does not tell that it buffers them, nor which requests share a
 * connection. A connection has 256 of them on average, some 100 KiB, and 1 MiB of them once in 3,000 times.
 */
const EMPTY_ANSWERS_PER_CONNECTION = 256
/** The first ones of a listener are few enough to be held, so they end no connection. */
const UNDRAWN_EMPTY_ANSWERS = 1024
let emptyAnswers = 0
/** Time in which a client may read that its connection closes. */
const CLOSE_DELAY_MS = 1000

/** A shorter body of a last answer is handed over whole, so that the connection closes as soon as the system has taken it. */
const CLOSED_AT_ONCE_BYTES = 16 * 1024

/**
 * What becomes of a connection with an answer. `close`: it is closed. `linger`: nothing more is read from it, and it is closed
 * after some 10 seconds, unless the client does that before. If it was closed at once, bytes that the client is still sending
 * would have the system throw the answer away. `soon`: the client has sent its body, but for the line end behind the last
 * chunk, for which uWebSockets.js does not wait. It is closed a second after a short answer, and as with `linger` after a long one.
 */
export type Ending = 'none' | 'close' | 'linger' | 'soon'

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
  if (ending === 'soon' && bytes <= CLOSED_AT_ONCE_BYTES) {
    const chunk = [`Transfer-Encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n`, body, '\r\n0\r\n']
    sendClosingHead(res, Buffer.concat(chunk.map((part) => Buffer.from(part as string))))
    return true
  }
  // `Unread.keep` sends the body.
  if (ending !== 'none') res.writeHeader('Connection', 'close')
  res.tryEnd('', bytes)
  return false
}

/** Ends an answer without a body, inside the handler of uWebSockets.js or the cork. The head states the length, if it has one. */
export function sendNoBody(res: HttpResponse, ending: Ending): void {
  if (ending !== 'none') sendClosingHead(res)
  else if (++emptyAnswers > UNDRAWN_EMPTY_ANSWERS && Math.random() * EMPTY_ANSWERS_PER_CONNECTION < 1)
    sendClosingHead(res)
  else res.endWithoutBody()
}

/**
 * Sends the last answer of a connection whose next bytes must not be read as a request. It waits for the next turn: after an
 * answer, uWebSockets.js goes on to parse the rest of the packet, but it drops the connection when a request comes while one
 * is open. From then on nothing is read: the library would write its refusal of bytes that it cannot parse into the answer.
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
 * Ends the head and then the connection. The answer stays open for uWebSockets.js until then. So a next request ends the
 * connection too: after `end` it would be answered.
 *
 * @param rest Fields and body as they go out, but for the last line end, which the library adds. Default: the empty line after
 * the head.
 */
function sendClosingHead(res: HttpResponse, rest: string | Buffer = ''): void {
  let open = true
  res.onAborted(() => {
    open = false
  })
  res.writeHeader('Connection', Buffer.concat([Buffer.from('close\r\n'), Buffer.from(rest as string)]))
  setTimeout(() => {
    if (open) res.close()
  }, CLOSE_DELAY_MS).unref()
}
