import type { Exchange } from './exchange.ts'

/** Longer bodies are handed over in pieces as the client reads, rather than copied whole into the socket's buffer. */
const STREAM_FROM_BYTES = 256 * 1024

/** An answer in the form in which it goes out. */
export interface Message {
  readonly status: number
  /** Empty for 200. */
  readonly statusLine: string
  /** As `joinHeaders` makes them. */
  readonly headers: string
  /** Null where no body may follow: 204, 304. */
  readonly body: Uint8Array | null
}

/**
 * Writes an answer, corked, and calls `sent` with the bytes of the body once uWebSockets.js has taken all of them.
 * A long body may take a while: the exchange must have an abort handler then.
 */
export function send(exchange: Exchange, message: Message, close: boolean, sent: (bodyBytes: number) => void): void {
  if (exchange.detached) exchange.res.cork(() => write(exchange, message, close, sent))
  else write(exchange, message, close, sent)
}

export function isStreamed(body: Uint8Array | null): boolean {
  return body !== null && body.byteLength >= STREAM_FROM_BYTES
}

function write(
  exchange: Exchange,
  { statusLine, headers, body }: Message,
  close: boolean,
  sent: (bodyBytes: number) => void,
): void {
  const { gateLines, headOnly, requestId, res } = exchange
  if (statusLine !== '') res.writeStatus(statusLine)
  res.writeHeader(headers, gateLines === '' ? requestId : requestId + gateLines)
  if (body === null || headOnly) {
    // `endWithoutBody` works only without its arguments (uWebSockets issue 1855), so both fields are written here.
    if (body !== null) res.writeHeader('Content-Length', String(body.byteLength))
    if (close) res.writeHeader('Connection', 'close')
    res.endWithoutBody()
    sent(0)
  } else if (isStreamed(body)) {
    if (close) res.writeHeader('Connection', 'close')
    stream(exchange, body, sent)
  } else {
    res.end(body, close)
    sent(body.byteLength)
  }
}

function stream(exchange: Exchange, body: Uint8Array, sent: (bodyBytes: number) => void): void {
  const { res } = exchange
  const total = body.byteLength
  const [, complete] = res.tryEnd(body, total)
  if (complete) {
    sent(total)
    return
  }
  res.onWritable((offset) => {
    const [taken, finished] = res.tryEnd(body.subarray(offset), total)
    if (finished) sent(total)
    return taken
  })
}
