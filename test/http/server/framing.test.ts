import { connect } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Route } from '../../../src/http/route/route.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp, until } from './start-app.ts'

const POST = {
  path: '/post',
  name: 'post',
  method: 'POST',
  body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: 4096 },
  answer: ({ body }) => ({ status: 200, mediaType: 'text/plain', body: Buffer.from(body), cacheControl: 'no-store' }),
} satisfies Route

const ROUTES: readonly Route[] = [
  {
    path: '/get',
    name: 'get',
    answer: { status: 200, mediaType: 'text/plain', body: Buffer.from('got'), cacheControl: 'no-store' },
  },
  {
    path: '/page',
    name: 'page',
    answer: { status: 200, mediaType: 'text/plain', body: Buffer.from('page'), cacheControl: 'no-store' },
  },
  POST,
]

const LONG = JSON.stringify('l'.repeat(16 * 1024 * 1024))
const STREAMED = rpcRoute({
  path: '/stream',
  name: 'stream',
  answer(exchange) {
    exchange.events().end('{}')
  },
})
const LONG_ANSWER = rpcRoute({ path: '/long', name: 'long', answer: (exchange) => exchange.json(200, LONG) })

const HIDDEN = requestFor('/get')
const CHUNKED = 'Transfer-Encoding: chunked'
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const JSON_TYPE = 'Content-Type: application/json'

/** A request with a body of `{}` in one chunk, which ends with `tail`. */
function chunked(path: string, type: string, tail = '0\r\n\r\n', method = 'POST'): string {
  return `${requestFor(path, [type, CHUNKED], method)}2\r\n{}\r\n${tail}`
}

/**
 * Sends each packet in its own turn of the event loop. Resolves to what has arrived when the service closes the connection.
 */
function exchange(port: number, packets: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(received))
    void (async () => {
      for (const packet of packets) {
        socket.write(Buffer.from(packet, 'latin1'))
        await turn()
      }
    })()
  })
}

function statusesOf(received: string): readonly number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}

t.test('a request with a chunked body is answered, and then its connection is closed', async (t) => {
  const { gauge, port } = await startApp(t, [...ROUTES, rpcRoute(), LONG_ANSWER])
  const cases = [
    [chunked('/post', FORM), 200],
    [chunked('/rpc', JSON_TYPE), 200],
    [chunked('/rpc', FORM), 415],
    [chunked('/none', FORM), 404],
    [chunked('/get', FORM, '0\r\n\r\n', 'PUT'), 405],
    [chunked('/get', FORM, '0\r\n\r\n', 'GET'), 200],
    [chunked('/get', FORM, '0\r\n\r\n', 'HEAD'), 200],
  ] as const
  // If an answer is sent before the body has ended, its client has about ten seconds to read it. Therefore all cases run at
  // the same time.
  await Promise.all(
    cases.flatMap(([request, status]) =>
      [[request], [...request]].map(async (packets) => {
        const received = await exchange(port, packets)
        t.match(received, /^Connection: close\r$/m, request)
        t.same(statusesOf(received), [status], request)
      }),
    ),
  )
  await until(() => gauge('inFlight') === 0)
})

t.test('no request hidden behind a chunked body is answered, wherever the packets are cut', async (t) => {
  const { gauge, logged, port } = await startApp(t, [...ROUTES, rpcRoute()])
  const exchanges: Promise<void>[] = []
  const send = async (packets: readonly string[], name: string): Promise<void> => {
    const received = await exchange(port, packets)
    t.ok(statusesOf(received).length <= 1, name)
    t.notMatch(received, /got/)
  }
  for (const tail of [
    `0\r\nX:${HIDDEN}`,
    `0\r\n\r\n${HIDDEN}`,
    `0\r\nX: y\r\n\r\n${HIDDEN}`,
    `0\r\n${HIDDEN}`,
    `\r\n${HIDDEN}`,
    '0\r\nX: y\r\nZ: this is no request line\r\n\r\n',
    'no size\r\n',
  ]) {
    for (const [path, type, method] of [
      ['/post', FORM, 'POST'],
      ['/rpc', JSON_TYPE, 'POST'],
      ['/none', FORM, 'POST'],
      ['/page', FORM, 'GET'],
      ['/page', FORM, 'HEAD'],
    ] as const) {
      const request = chunked(path, type, tail, method)
      for (const cut of [request.length, request.length - tail.length, request.length - tail.length + 7, 10, 1]) {
        const packets = cut === 1 ? [...request] : [request.slice(0, cut), request.slice(cut)]
        exchanges.push(send(packets, `${JSON.stringify(tail)} of ${path} at ${cut}`))
      }
    }
  }
  await Promise.all(exchanges)
  await until(() => gauge('inFlight') === 0)
  t.notOk((await logged()).some(({ route }) => route === 'get'))
})

t.test('nothing is read behind a long answer to a chunked body, however late its client reads', async (t) => {
  const { gauge, logged, port } = await startApp(t, [...ROUTES, LONG_ANSWER, STREAMED])
  for (const [path, end] of [
    ['/long', '"'],
    ['/stream', '\r\n0\r\n\r\n'],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    t.teardown(() => socket.destroy())
    socket.write(chunked(path, JSON_TYPE))
    if (path === '/long') await until(() => gauge('unreadBytes') === LONG.length)
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
    })
    socket.resume()
    await until(() => received.endsWith(end))
    await until(() => gauge('inFlight') === 0)
    for (let count = 0; count < 3; count++) {
      socket.write(HIDDEN)
      await turn()
    }
    const bystander = await RawConnection.open(port)
    t.equal((await bystander.ask(requestFor('/none')))?.status, 404)
    bystander.destroy()
    t.match(received, /^Connection: close\r$/m)
    t.same(statusesOf(received), [200])
  }
  t.notOk((await logged()).some(({ route }) => route === 'get'))
})

t.test('a refusal in the middle of a chunked body reaches a client that goes on sending', async (t) => {
  const { port } = await startApp(t, [...ROUTES, rpcRoute()])
  const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`
  for (const [path, type, chunks] of [
    ['/post', FORM, 2],
    ['/rpc', JSON_TYPE, 17],
    ['/none', FORM, 1],
  ] as const) {
    const connection = await RawConnection.open(port)
    t.teardown(() => connection.destroy())
    connection.socket.write(requestFor(path, [type, CHUNKED], 'POST'))
    connection.socket.write(chunk.repeat(chunks))
    for (let count = 0; count < 50; count++) connection.socket.write(chunk)
    const answer = await connection.next()
    t.equal(answer?.status, path === '/none' ? 404 : 413, path)
    t.equal(answer?.headers.get('connection'), 'close')
    t.not(answer?.body.length, 0)
  }
})

t.test('an answer reaches a client whose end of the chunked body comes after it', async (t) => {
  let asked = ''
  const { port } = await startApp(t, [
    {
      ...POST,
      answer(request) {
        asked = '/post'
        return POST.answer(request)
      },
    },
    rpcRoute({
      answer(exchange) {
        asked = '/rpc'
        exchange.json(200, '{}')
      },
    }),
  ])
  for (const [path, type] of [
    ['/post', FORM],
    ['/rpc', JSON_TYPE],
  ] as const) {
    const request = chunked(path, type)
    const connection = await RawConnection.open(port)
    t.teardown(() => connection.destroy())
    connection.socket.pause()
    connection.socket.write(request.slice(0, -2))
    await until(() => asked === path)
    for (const end of request.slice(-2)) {
      connection.socket.write(end)
      await sleep(20)
    }
    connection.socket.resume()
    t.equal((await connection.next())?.status, 200, path)
  }
})

t.test('requests that could be read in two ways are refused, and the connection is closed', async (t) => {
  const { port } = await startApp(t, [...ROUTES, rpcRoute()])
  const post = (...fields: readonly string[]): string => `${requestFor('/post', [FORM, ...fields], 'POST')}hi`
  const get = (...fields: readonly string[]): string => requestFor('/get', fields)
  for (const [name, request, status] of [
    ['two lengths', post('Content-Length: 2', 'Content-Length: 2'), 400],
    ['two lengths of a GET', get('Content-Length: 0', 'Content-Length: 30'), 400],
    ['joined lengths', post('Content-Length: 2, 2'), 400],
    ['a length with a sign', post('Content-Length: +2'), 400],
    ['a negative length', post('Content-Length: -2'), 400],
    ['a hexadecimal length', post('Content-Length: 0x2'), 400],
    ['an empty length', post('Content-Length:'), 400],
    ['an empty length before another', post('Content-Length:', 'Content-Length: 2'), 400],
    ['a length of twenty digits', post('Content-Length: 10000000000000000000'), 400],
    ['a length and a coding', post('Content-Length: 2', CHUNKED), 400],
    ['an empty coding', post('Transfer-Encoding:'), 400],
    ['an empty coding before another', post('Transfer-Encoding:', CHUNKED), 400],
    ['an empty coding, another and a length', post('Transfer-Encoding:', CHUNKED, 'Content-Length: 2'), 400],
    ['two codings', post(CHUNKED, CHUNKED), 400],
    ['joined codings', post('Transfer-Encoding: gzip, chunked'), 400],
    ['another coding', post('Transfer-Encoding: identity'), 400],
    ['a longer word', post('Transfer-Encoding: xchunked'), 400],
    ['a vertical tab', post('Transfer-Encoding: \vchunked'), 400],
    ['a space before the colon', post('Transfer-Encoding : chunked'), 400],
    ['a folded field', post('Transfer-Encoding:\r\n chunked'), 400],
    ['another folded field', post('X: a\r\n b', 'Content-Length: 2'), 400],
    ['a negative chunk', `${requestFor('/post', [FORM, CHUNKED], 'POST')}-2\r\nhi\r\n0\r\n\r\n`, 400],
    ['a chunk of 72 bits', `${requestFor('/post', [FORM, CHUNKED], 'POST')}${'f'.repeat(18)}\r\nhi\r\n`, 400],
    ['bare line feeds', 'GET /get HTTP/1.1\nHost: x\n\n', 505],
    ['a bare line feed in a field', get('X: a\nY: b'), 400],
    ['a zero byte', get('X: a\0'), 400],
    ['two hosts', get('Host: other'), 400],
    ['no host', 'GET /get HTTP/1.1\r\nX: y\r\n\r\n', 400],
    ['an absolute target', requestFor('http://localhost/get'), 505],
    ['a target without a path', requestFor('localhost:80', [], 'CONNECT'), 505],
    ['a space in the target', requestFor('/get x'), 505],
    ['two spaces', requestFor(' /get'), 505],
    ['HTTP/1.0', 'GET /get HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n', 505],
    ['HTTP/0.9', 'GET /get\r\n', 505],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ] as const) {
    t.same(statusesOf(await exchange(port, [request])), [status], name)
    for (const packets of [[request + HIDDEN], [request, HIDDEN]]) {
      t.notMatch(await exchange(port, packets), /got/, name)
    }
  }
})

t.test('upgrades and expectations are not taken up, and the connection goes on', async (t) => {
  const { port } = await startApp(t, [...ROUTES, rpcRoute()])
  const socketKey = ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13']
  for (const request of [
    requestFor('/get', ['Upgrade: websocket', 'Connection: Upgrade', ...socketKey]),
    requestFor('/get', ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAAQ']),
    `${requestFor('/get', ['Content-Length: 5'])}hello`,
    `${requestFor('/post', [FORM, 'Expect: 100-continue', 'Content-Length: 2'], 'POST')}hi`,
  ]) {
    const connection = await RawConnection.open(port)
    t.teardown(() => connection.destroy())
    t.equal((await connection.ask(request))?.status, 200)
    t.equal((await connection.ask(HIDDEN))?.body.toString(), 'got')
  }
})
