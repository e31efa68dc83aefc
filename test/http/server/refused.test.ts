import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import type { Unrouted } from '../../../src/http/observe/metrics.ts'
import { limitConnections } from '../../../src/http/server/connection-limit.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { startApp, until } from './start-app.ts'

const ROUTES = [
  {
    path: '/',
    name: '/',
    answer: { status: 200, mediaType: 'text/plain', body: Buffer.from('page'), cacheControl: 'no-store' },
  },
] as const

const TOO_LONG = requestFor('/', [`X: ${'x'.repeat(40_000)}`])

/** Heads that uWebSockets.js refuses by itself, each with its status. */
const UNREADABLE = [
  ['HTTP/1.0', 'GET /readyz HTTP/1.0\r\n\r\n', 505],
  ['HTTP/1.0 with Host', 'GET / HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n', 505],
  ['no Host', 'GET / HTTP/1.1\r\nUser-Agent: probe\r\n\r\n', 400],
  ['a faulty field', 'GET / HTTP/1.1\r\nHost : localhost\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /readyz\r\n', 505],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 more than eleven bytes', 505],
  ['a head that is too long', TOO_LONG, 431],
] as const

/** Sends each packet when `isDue` says so. @returns what came until the service closed the connection */
async function send(
  port: number,
  packets: readonly string[],
  isDue: (received: string) => boolean = () => true,
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  const closed = once(socket, 'close')
  for (const packet of packets) {
    await new Promise((resolve) => socket.write(Buffer.from(packet, 'latin1'), resolve))
    await until(() => isDue(received))
  }
  await closed
  return received
}

t.test('a connection whose first request cannot be read is counted, in one packet or in two', async (t) => {
  const { counter, logged, port } = await startApp(t, ROUTES)
  let count = 0
  for (const [name, head, status] of UNREADABLE) {
    for (const packets of [[head], [head.slice(0, 7), head.slice(7)]]) {
      t.match(await send(port, packets), new RegExp(`^HTTP/1.1 ${status} `), name)
      count++
      t.equal(counter('no_request'), count, name)
    }
  }
  const lines = (await logged()).filter(({ msg }) => String(msg).includes('proxy_http_version 1.1'))
  t.match(lines, [{ level: 30 }], 'one line names what to set')
})

t.test('a connection on which nothing was asked is counted', async (t) => {
  const { counter, port } = await startApp(t, [])
  for (const start of ['', 'GET / HT']) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end(start)
    await once(socket, 'close')
  }
  await until(() => counter('no_request') === 2)
  t.equal(counter('aborted'), 0)
})

t.test('connections that were answered are not counted, whatever ends them', async (t) => {
  const { counter, port } = await startApp(t, ROUTES)
  const faulty = requestFor('/', ['Content-Length: 2', 'Content-Length: 2'], 'POST')
  for (const [packets, framing] of [
    [[requestFor('/', ['Connection: close'])], 0],
    [[requestFor('/'), 'GET / HTTP/1.0\r\n\r\n'], 0],
    [[requestFor('/', [], 'HEAD'), 'GET /\r\n'], 0],
    [[requestFor('/none'), 'GET / HTTP/1.1\r\n\r\n'], 0],
    [[faulty], 1],
  ] as const) {
    t.match(await send(port, packets, (received) => received !== ''), /^HTTP\/1\.1 [24]/)
    t.equal(counter('framing'), framing)
  }
  const { closed, socket } = await RawConnection.open(port)
  socket.write(requestFor('/'))
  await once(socket, 'data')
  socket.end()
  await closed
  t.equal(counter('no_request'), 0)
})

t.test('a connection over the limit is counted as such, and not as one without a request', async (t) => {
  const { counter, port } = await startApp(t, ROUTES)
  limitConnections(0)
  t.teardown(() => limitConnections(Number.POSITIVE_INFINITY))
  t.equal(await send(port, []), '')
  const reasons: readonly Unrouted[] = ['connection_limit', 'framing', 'no_request']
  t.same(reasons.map(counter), [1, 0, 0])
})
