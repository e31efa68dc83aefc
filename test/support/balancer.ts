import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { Test } from 'tap'
import { seededRandom } from './search-fixture.ts'

/** Fields that belong to one connection and not to the message (RFC 9110 §7.6.1). */
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
  /** Requests that each target has got, in the order of the targets. */
  readonly counts: readonly number[]
}

/**
 * A reverse proxy that sends each request, whatever its connection, to a target drawn at random. Streams pass through as
 * they come, and either side hears when the other goes away.
 *
 * @param targets Origins of the servers behind it.
 * @param fields Added to every request, for clients that cannot send them themselves, such as a token.
 */
export async function startBalancer(
  t: Test,
  targets: readonly string[],
  { fields = {}, seed = 1 }: { readonly fields?: Readonly<Record<string, string>>; readonly seed?: number } = {},
): Promise<Balancer> {
  const random = seededRandom(seed)
  const counts = targets.map(() => 0)
  const server = createServer((asked, answered) => {
    const index = Math.floor(random() * targets.length)
    counts[index]! += 1
    forward(targets[index]!, fields, asked, answered)
  })
  // Streams that listen have no end of their own.
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

function forward(
  target: string,
  fields: Readonly<Record<string, string>>,
  asked: IncomingMessage,
  answered: ServerResponse,
): void {
  const outgoing = request(`${target}${asked.url ?? '/'}`, {
    ...(asked.method === undefined ? {} : { method: asked.method }),
    headers: { ...withoutHopByHop(asked), ...fields },
  })
  outgoing.on('response', (incoming) => {
    answered.writeHead(incoming.statusCode ?? 502, withoutHopByHop(incoming))
    // A stream of events must reach the client before its first event does.
    answered.flushHeaders()
    pipeline(incoming, answered, () => {})
  })
  outgoing.on('error', () => {
    if (answered.headersSent) answered.destroy()
    else answered.writeHead(502).end()
  })
  answered.on('close', () => outgoing.destroy())
  pipeline(asked, outgoing, () => {})
}

function withoutHopByHop({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
}
