import type { Exchange } from './exchange.ts'
import type { AddedLines, HeaderBlock } from './header-block.ts'

/** Longer bodies are handed over in pieces as the client reads, rather than copied whole into the socket's buffer. */
const STREAM_FROM_BYTES = 256 * 1024

/** An answer in the form in which it goes out. */
export interface Message {
  readonly status: number
  /** Empty for 200. */
  readonly statusLine: string
  readonly head: HeaderBlock
  /** For the entity tag; empty where the head has none. */
  readonly digest: string
  /** Fields of this answer alone. */
  readonly added: AddedLines
  /** Null where no body may follow: 204, 304. */
  readonly body: Uint8Array | null
}

/** Whether the body goes out in pieces, by `stream`; else `send` takes the answer. */
export function isStreamed({ body }: Message): boolean {
  return body !== null && body.byteLength >= STREAM_FROM_BYTES
}

/** Writes a whole answer, corked. @returns bytes of the body */
export function send(exchange: Exchange, message: Message, close: boolean): number {
  if (exchange.detached) {
    corked = { exchange, message, close }
    exchange.res.cork(writeCorked)
    corked = null
  } else writeWhole(exchange, message, close)
  return exchange.headOnly || message.body === null ? 0 : message.body.byteLength
}

/** What `writeCorked` writes, so that no function is made for each answer. */
let corked: { readonly exchange: Exchange; readonly message: Message; readonly close: boolean } | null = null

function writeCorked(): void {
  if (corked !== null) writeWhole(corked.exchange, corked.message, corked.close)
}

function writeWhole(exchange: Exchange, message: Message, close: boolean): void {
  const { body } = message
  const { headOnly, res } = exchange
  writeHead(exchange, message)
  if (body !== null && !headOnly) {
    res.end(body, close)
    return
  }
  // `endWithoutBody` works only without its arguments (uWebSockets issue 1855), so both fields are written here.
  if (body !== null) res.writeHeader('Content-Length', String(body.byteLength))
  if (close) res.writeHeader('Connection', 'close')
  res.endWithoutBody()
}

/**
 * Writes an answer with a long body, and calls `sent` with its bytes once uWebSockets.js has taken all of them. That may
 * take a while: the exchange must have an abort handler.
 */
export function stream(exchange: Exchange, message: Message, close: boolean, sent: (bodyBytes: number) => void): void {
  const { body } = message
  if (body === null) throw new TypeError('an answer without a body is not streamed')
  const { res } = exchange
  const total = body.byteLength
  res.cork(() => {
    writeHead(exchange, message)
    if (close) res.writeHeader('Connection', 'close')
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
  })
}

function writeHead({ gateLines, id, res }: Exchange, { added, digest, head, statusLine }: Message): void {
  if (statusLine !== '') res.writeStatus(statusLine)
  res.writeHeader(head.withDigest(digest), gateLines === '' && added === '' ? id.bytes : id.text + gateLines + added)
}
