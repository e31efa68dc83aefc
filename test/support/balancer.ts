import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { Test } from 'tap'
import { seededRandom } from './search-fixture.ts'

/** Header fields of a connection, not of a message (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export interface Balancer {
  readonly url: string
  /** Number of requests to each target, in the order of the targets. */
  readonly counts: readonly number[]
}

/**
 * Starts a reverse proxy that sends each request to a random target, even on the same connection. Streams pass through at
 * once, and each side notices when the other disconnects.
 *
 * @param targets Origins of the servers behind the proxy.
 * @param options.fields Header fields that are added to every request, for clients that cannot send them, such as a token.
 * @param options.patient Whether the proxy waits as a 429 asks and repeats the request, for clients that do not.
 */
export async function startBalancer(
  t: Test,
  targets: readonly string[],
  options: {
    readonly fields?: Readonly<Record<string, string>>
    readonly patient?: boolean
    readonly seed?: number
  } = {},
): Promise<Balancer> {
  const { fields = {}, patient = false, seed = 1 } = options
  const random = seededRandom(seed)
  const counts = targets.map(() => 0)
  const server = createServer((asked, answered) => {
    const index = Math.floor(random() * targets.length)
    counts[index]! += 1
    const body = patient ? collect(asked) : asked
    const send = (): void => {
      forward(targets[index]!, fields, asked, body, answered, patient ? send : null)
    }
    send()
  })
  // Streams of `subscriptions/listen` have no end of their own.
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts }
}

async function collect(asked: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of asked) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** @param again Repeats the request after a 429. With null the client gets the 429. */
function forward(
  target: string,
  fields: Readonly<Record<string, string>>,
  asked: IncomingMessage,
  body: IncomingMessage | Promise<Buffer>,
  answered: ServerResponse,
  again: (() => void) | null,
): void {
  const outgoing = request(`${target}${asked.url ?? '/'}`, {
    ...(asked.method === undefined ? {} : { method: asked.method }),
    headers: { ...withoutHopByHop(asked), ...fields },
  })
  outgoing.on('response', (incoming) => {
    if (incoming.statusCode === 429 && again !== null) {
      incoming.resume()
      setTimeout(again, Number(incoming.headers['retry-after']) * 1000)
      return
    }
    answered.writeHead(incoming.statusCode ?? 502, withoutHopByHop(incoming))
    // The head of an event stream must reach the client before the first event.
    answered.flushHeaders()
    pipeline(incoming, answered, () => {})
  })
  outgoing.on('error', () => {
    if (answered.headersSent) answered.destroy()
    else answered.writeHead(502).end()
  })
  answered.on('close', () => outgoing.destroy())
  if (body instanceof Promise) {
    body.then(
      (bytes) => outgoing.end(bytes),
      () => outgoing.destroy(),
    )
  } else pipeline(body, outgoing, () => {})
}

function withoutHopByHop({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}
