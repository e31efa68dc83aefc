import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createLongTurns } from '../../../src/http/server/long-turns.ts'
import { createUnread } from '../../../src/http/server/unread.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp, until, type Running } from './start-app.ts'

const MIB = 1024 * 1024
/** A body of about the length of an OpenAPI document. */
const DOCUMENT = Buffer.alloc(75_000, 'd')
const ROUTES: readonly Route[] = [
  {
    path: '/document',
    name: 'document',
    method: 'GET',
    answer: () => ({ status: 200, mediaType: 'text/plain', body: DOCUMENT, cacheControl: 'no-store' }),
  },
  {
    path: '/long',
    name: 'long',
    method: 'GET',
    answer: () => ({
      status: 200,
      mediaType: 'text/plain',
      body: Buffer.alloc(32 * MIB, 'l'),
      cacheControl: 'no-store',
    }),
  },
]

/** Opens a client that reads nothing until it is resumed. */
function openPaused(t: Test, port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  t.teardown(() => socket.destroy())
  return socket
}

/**
 * Repeats the bytes without reading, each time in its own turn, until the connection is cut. @returns the number of times
 */
async function sendUnread(t: Test, { counter, port }: Running, bytes: string, times: number): Promise<number> {
  const socket = openPaused(t, port)
  const before = counter('aborted')
  let sent = 0
  while (sent < times && counter('aborted') === before && !socket.destroyed) {
    socket.write(bytes)
    sent++
    await turn()
  }
  return sent
}

/** Reads an answer of this length, or what there is of it. @returns the number of bytes of its body */
function countBody(socket: Socket, totalBytes: number): Promise<number> {
  return new Promise((resolve) => {
    let head = 0
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      if (head === 0) head = chunk.indexOf('\r\n\r\n') + 4
      received += chunk.length
      if (received === head + totalBytes) resolve(totalBytes)
    })
    socket.once('close', () => resolve(received - head))
    socket.resume()
  })
}

function residentMiB(): number {
  return process.memoryUsage().rss / MIB
}

t.test(
  'a client that pipelines two requests a packet and never reads ends its connection, not the process',
  async (t) => {
    const running = await startApp(t, ROUTES)
    const { gauge, url } = running
    const sent = await sendUnread(t, running, requestFor('/document').repeat(2), 10_000)
    t.ok(sent < 10_000, `the connection was cut after ${sent} packets`)
    t.equal((await fetch(`${url}/document`)).status, 200)
    await until(() => gauge('inFlight') === 0)
  },
)

t.test('thirty thousand pipelined requests that nobody reads take no memory', async (t) => {
  const running = await startApp(t, ROUTES)
  const { counter, port, url } = running
  await (await fetch(`${url}/document`)).text()
  const before = residentMiB()
  const all = requestFor('/document').repeat(30_000)
  for (let client = 0; client < 4; client++) openPaused(t, port).write(all)
  await until(() => counter('aborted') === 4)
  await (await fetch(`${url}/document`)).text()
  t.ok(residentMiB() - before < 100, `${before} MiB grew to ${residentMiB()} MiB`)
})

for (const method of ['HEAD', 'OPTIONS']) {
  t.test(
    `a connection has a bounded number of answers without a body (${method}), and the last one says so`,
    async (t) => {
      const { port } = await startApp(t, ROUTES)
      const head = requestFor('/document', [], method)
      // A connection has 256 such answers on average, counted after the first 1,024 of the listener.
      const connection = await RawConnection.open(port)
      t.teardown(() => connection.destroy())
      let last = await connection.ask(head)
      for (let answers = 1; answers < 10_000 && last !== null && !last.headers.has('connection'); answers++) {
        last = await connection.ask(head)
      }
      t.equal(last?.headers.get('connection'), 'close', 'the last answer is whole')
      await connection.closed
    },
  )
}

t.test('a client that reads late gets all of a long answer, of a route and of an RPC route', async (t) => {
  const text = JSON.stringify('위'.repeat(8 * MIB))
  const { gauge, logged, port } = await startApp(t, [
    ...ROUTES,
    rpcRoute({ answer: (exchange) => exchange.json(200, text) }),
  ])
  const post = `${requestFor('/rpc', ['Content-Type: application/json', 'Content-Length: 2'], 'POST')}{}`
  for (const [request, length] of [
    [requestFor('/long'), 32 * MIB],
    [post, Buffer.byteLength(text)],
  ] as const) {
    const socket = openPaused(t, port)
    socket.write(request)
    await until(() => gauge('unreadBytes') === length)
    t.equal(gauge('inFlight'), 1)
    t.equal(await countBody(socket, length), length)
    await until(() => gauge('unreadBytes') === 0 && gauge('inFlight') === 0)
  }
  t.match(await logged(), [
    { status: 200, bytes: 32 * MIB },
    { status: 200, bytes: Buffer.byteLength(text) },
  ])
})

t.test('a client that leaves its answer unread is forgotten, and its answer is logged as not read', async (t) => {
  const { gauge, logged, port } = await startApp(t, ROUTES)
  const socket = openPaused(t, port)
  socket.write(requestFor('/long'))
  await until(() => gauge('unreadBytes') === 32 * MIB)
  socket.resetAndDestroy()
  await until(() => gauge('unreadBytes') === 0 && gauge('inFlight') === 0)
  t.match(await logged(), [{ status: 499, bytes: 0 }])
})

t.test('above its limit, the listener cuts whoever has read nothing for the longest', async (t) => {
  const { counter, gauge, port, url } = await startApp(t, ROUTES, { unreadLimitBytes: 80 * MIB })
  const clients: Socket[] = []
  for (let count = 1; count <= 3; count++) {
    const client = openPaused(t, port)
    clients.push(client)
    client.write(requestFor('/long'))
    if (count < 3) await until(() => gauge('unreadBytes') === count * 32 * MIB)
  }
  await until(() => counter('unreadCut') === 1 && gauge('unreadBytes') === 64 * MIB)
  const [first = 0, ...others] = await Promise.all(clients.map((client) => countBody(client, 32 * MIB)))
  t.ok(first < 32 * MIB)
  t.same(others, [32 * MIB, 32 * MIB])
  t.equal((await fetch(`${url}/document`)).status, 200)
})

t.test('a client that takes its answer too slowly is cut', async (t) => {
  let now = 0
  let cut = 0
  let closed = 0
  const unread = createUnread({ turns: createLongTurns(), onCut: () => cut++, now: () => now })
  const held = unread.hold(160 * 1024, () => closed++)
  const quick = unread.hold(1, () => t.fail('it was released before'))
  now = 40_000
  held.moved()
  t.same([cut, unread.bytes], [0, 160 * 1024 + 1])
  now = 40_001
  held.moved()
  quick.moved()
  quick.release()
  t.same([cut, closed, unread.bytes], [2, 0, 0], 'the connection is closed in a turn of its own')
  await turn()
  t.equal(closed, 1)
  held.release()
  t.equal(unread.bytes, 0)
})
