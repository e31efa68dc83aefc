import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { readMetrics } from '../../../src/http/observe/metrics.ts'
import type { RpcExchange } from '../../../src/http/route/rpc-route.ts'
import { requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp, until } from './start-app.ts'
import type { Running } from './start-app.ts'

/** A text larger than the buffers of two sockets, so that the following events must wait. */
const FILLER = 'x'.repeat(32 * 1024 * 1024)
const QUEUE_LIMIT_BYTES = 256 * 1024
const REQUEST = requestFor('/rpc', ['Content-Type: application/json', 'Content-Length: 2'], 'POST') + '{}'

/** Starts a host that passes its exchanges to the test. */
async function startHeld(
  t: Test,
): Promise<Running & { readonly exchanges: RpcExchange[]; readonly closed: boolean[] }> {
  const exchanges: RpcExchange[] = []
  const closed: boolean[] = []
  const running = await startApp(t, [
    rpcRoute({
      answer(exchange) {
        exchanges.push(exchange)
        exchange.onClose((aborted) => closed.push(aborted))
      },
    }),
  ])
  return { ...running, exchanges, closed }
}

/** Opens a client that reads only when its test asks for it. */
function openPaused(t: Test, port: number): { readonly socket: Socket; readonly read: () => Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const chunks: string[] = []
  socket.on('error', () => undefined)
  t.teardown(() => socket.destroy())
  socket.write(REQUEST)
  return {
    socket,
    read: () =>
      new Promise((resolve) => {
        socket.on('data', (chunk: Buffer) => {
          chunks.push(chunk.toString('latin1'))
          if (chunk.includes('\r\n0\r\n\r\n')) resolve(chunks.join(''))
        })
        socket.once('close', () => resolve(chunks.join('')))
        socket.resume()
      }),
  }
}

/** @returns the data of the events in the chunks of a response */
function eventsIn(received: string): string[] {
  return [...received.matchAll(/^data: (.{0,80})/gm)].map(([, data]) => data ?? '')
}

function ask(url: string, signal?: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return fetch(`${url}/rpc`, { method: 'POST', body: '{}', headers, ...(signal === undefined ? {} : { signal }) })
}

t.test('events go out as they are sent, in the form that browsers read', async (t) => {
  const { closed, exchanges, logged, url } = await startHeld(t)
  const asked = ask(url)
  await until(() => exchanges.length === 1)
  const [exchange] = exchanges
  exchange?.addHeaders([['Mcp-Session-Id', 'abc']])
  const stream = exchange?.events()
  t.equal(exchange?.streaming, true)
  t.equal(exchange?.events(), stream, 'there is one')
  stream?.send('{"n":1}')
  const answer = await asked
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'text/event-stream')
  t.equal(answer.headers.get('cache-control'), 'no-cache, no-transform')
  t.equal(answer.headers.get('x-accel-buffering'), 'no')
  t.equal(answer.headers.get('mcp-session-id'), 'abc')
  t.equal(answer.headers.get('access-control-allow-origin'), '*')
  t.ok(answer.headers.get('x-request-id'))
  const reader = answer.body?.getReader()
  const next = async (): Promise<string> => Buffer.from((await reader?.read())?.value ?? []).toString()
  t.equal(await next(), 'event: message\ndata: {"n":1}\n\n')
  stream?.comment()
  t.equal(await next(), ':\n\n')
  stream?.end('{"result":"위젯"}')
  t.equal(await next(), 'event: message\ndata: {"result":"위젯"}\n\n')
  t.equal((await reader?.read())?.done, true)
  stream?.send('late')
  stream?.comment()
  stream?.end('late')
  t.same(closed, [false])
  const bytes = Buffer.byteLength('event: message\ndata: {"n":1}\n\n:\n\nevent: message\ndata: {"result":"위젯"}\n\n')
  t.match(await logged(), [{ status: 200, bytes, route: 'rpc' }])
})

t.test('a stream may end without an event, and a whole answer after it is its last event', async (t) => {
  const { exchanges, url } = await startHeld(t)
  const texts = [ask(url), ask(url), ask(url)].map((asked) => asked.then((answer) => answer.text()))
  await until(() => exchanges.length === 3)
  exchanges[0]?.events().end()
  exchanges[1]?.events()
  exchanges[1]?.json(404, '{"last":1}')
  exchanges[2]?.events().comment()
  exchanges[2]?.empty(202)
  t.same(new Set(await Promise.all(texts)), new Set(['', ':\n\n', 'event: message\ndata: {"last":1}\n\n']))
})

t.test('one stream may be written from the handler of another request', async (t) => {
  let listening: RpcExchange | null = null
  const { url } = await startApp(t, [
    rpcRoute({
      path: '/listen',
      answer: (exchange) => {
        listening = exchange
        exchange.events().send('begun')
      },
    }),
    rpcRoute({
      answer(exchange) {
        listening?.events().send('first')
        listening?.events().end('second')
        exchange.json(200, '"told"')
      },
    }),
  ])
  const listen = await fetch(`${url}/listen`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  })
  t.equal(await (await ask(url)).text(), '"told"')
  t.same(eventsIn(await listen.text()), ['begun', 'first', 'second'])
})

t.test('while a client reads slowly, events of one key replace each other and the rest keep their order', async (t) => {
  const { closed, exchanges, port } = await startHeld(t)
  const { read } = openPaused(t, port)
  await until(() => exchanges.length === 1)
  const stream = exchanges[0]?.events()
  stream?.send(FILLER)
  await turn()
  for (let count = 0; count < 10_000; count++) stream?.send(`{"list":${count}}`, 'list')
  stream?.comment()
  stream?.send('{"log":1}')
  for (let count = 0; count < 10_000; count++) stream?.send(`{"other":${count}}`, 'other')
  stream?.send('{"log":2}')
  stream?.end('{"result":1}')
  t.same(closed, [], 'it is not over before everything is out')
  const received = await read()
  t.same(eventsIn(received).slice(1), ['{"list":9999}', '{"log":1}', '{"other":9999}', '{"log":2}', '{"result":1}'])
  t.notMatch(received.slice(-2000), /^:$/m)
  t.same(closed, [false])
})

t.test('a stream counts among the latencies by when it began, and in the log by how long it lasted', async (t) => {
  const { app, exchanges, logged, url } = await startHeld(t)
  const asked = ask(url)
  await until(() => exchanges.length === 1)
  exchanges[0]?.events().send('1')
  const answer = await asked
  const begunAt = performance.now()
  await sleep(50)
  const heldMs = performance.now() - begunAt
  exchanges[0]?.events().end()
  await answer.text()
  const [line] = await logged()
  const { routes } = readMetrics(app.metrics.shared)
  const countedMs = (routes.find(({ route }) => route === 'rpc')?.sumSeconds ?? 0) * 1000
  t.ok(countedMs > 0)
  t.ok(countedMs + heldMs <= Number(line?.['ms']) + 0.001, `${countedMs} of ${String(line?.['ms'])} ms`)
})

t.test('a client that reads too slowly for what it asked is let go, and its last event never is', async (t) => {
  const { closed, exchanges, gauge, port } = await startHeld(t)
  const slow = openPaused(t, port)
  const patient = openPaused(t, port)
  await until(() => exchanges.length === 2)
  const [left, kept] = exchanges.map((exchange) => exchange.events())
  for (const stream of [left, kept]) stream?.send(FILLER)
  await turn()
  kept?.end('y'.repeat(2 * QUEUE_LIMIT_BYTES))
  const event = JSON.stringify('z'.repeat(1000))
  for (let sent = 0; sent <= QUEUE_LIMIT_BYTES; sent += event.length) left?.send(event)
  t.same(closed, [true])
  t.notMatch((await slow.read()).slice(-100), /\r\n0\r\n\r\n$/)
  const received = await patient.read()
  t.match(received, /y\r?\n/)
  t.equal(received.split('\ndata: y')[1]?.match(/y/g)?.length, 2 * QUEUE_LIMIT_BYTES - 1)
  t.same(closed, [true, false])
  await until(() => gauge('openStreams') === 0 && gauge('inFlight') === 0)
})

t.test('a client that leaves its stream is heard of once, and nothing goes out after that', async (t) => {
  const { app, closed, counter, exchanges, gauge, logged, url } = await startHeld(t)
  const controller = new AbortController()
  const asked = ask(url, controller.signal)
  await until(() => exchanges.length === 1)
  const stream = exchanges[0]?.events()
  stream?.send('1')
  await asked
  await until(() => gauge('openStreams') === 1)
  controller.abort()
  await until(() => closed.length > 0)
  stream?.send('2')
  stream?.end()
  exchanges[0]?.json(200, '{}')
  t.same(closed, [true])
  t.equal(exchanges[0]?.done, true)
  t.match(await logged(), [{ status: 200 }], 'it is no failure')
  t.equal(counter('aborted'), 0)
  await until(() => gauge('openStreams') === 0)
  app.stopAccepting()
  await app.drained()
})

t.test('streams are told of a stop, and those that do not end hold it up', async (t) => {
  const { app, exchanges, url } = await startHeld(t)
  const answers = [ask(url), ask(url)].map((asked) => asked.then((answer) => answer.text()))
  await until(() => exchanges.length === 2)
  const [listening, calling] = exchanges
  listening?.events().send('1')
  calling?.events().send('1')
  let drains = 0
  listening?.onDrain(() => {
    drains++
    listening.events().end()
  })
  app.stopAccepting()
  let isDrained = false
  const drained = app.drained().then(() => {
    isDrained = true
  })
  t.equal(drains, 1)
  await sleep(600)
  t.notOk(isDrained)
  calling?.onDrain(() => calling.events().end('2'))
  const events = (await Promise.all(answers)).map((answer) => eventsIn(answer).join(' '))
  t.same(new Set(events), new Set(['1', '1 2']))
  await drained
})

t.test('streams that share a listener are told of a stop when one of them is over already', async (t) => {
  const { app, exchanges, url } = await startHeld(t)
  const answers = [ask(url), ask(url)]
  await until(() => exchanges.length === 2)
  const endAll = (): void => exchanges.forEach((exchange) => exchange.events().end())
  for (const exchange of exchanges) {
    exchange.events().send('1')
    exchange.onDrain(endAll)
  }
  exchanges[0]?.events().end()
  await turn()
  app.stopAccepting()
  await turn()
  t.same(
    exchanges.map(({ done }) => done),
    [true, true],
  )
  await Promise.all(answers.map(async (answer) => (await answer).text()))
  await app.drained()
})

t.test('a stop forgets exchanges that are over', async (t) => {
  const { app, exchanges, url } = await startHeld(t)
  const asked = ask(url)
  await until(() => exchanges.length === 1)
  exchanges[0]?.onDrain(() => t.fail('it is over'))
  exchanges[0]?.json(200, '{}')
  await asked
  app.stopAccepting()
  await app.drained()
})

t.test('a listener that fails keeps the others from nothing', async (t) => {
  const { closed, exchanges, logged, url } = await startHeld(t)
  const asked = ask(url)
  await until(() => exchanges.length === 1)
  exchanges[0]?.onClose(() => {
    throw new Error('in a listener')
  })
  exchanges[0]?.onClose((aborted) => closed.push(aborted))
  exchanges[0]?.json(200, '{}')
  await asked
  t.same(closed, [false, false])
  t.match(await logged(), [{ status: 200 }, { msg: 'request failed', err: { message: 'in a listener' } }])
})
