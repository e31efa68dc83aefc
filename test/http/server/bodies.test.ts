import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createJsonRpcWire, oauthWire } from '../../../src/http/route/error-wires.ts'
import { json } from '../../../src/http/route/reply.ts'
import type { BodyRule } from '../../../src/http/route/route-base.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp } from './start-app.ts'
import type { Running } from './start-app.ts'

const LIMIT_BYTES = 4096
const JSON_TYPE = 'Content-Type: application/json'
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'

/** A route that answers with the length and the bytes of the body. */
function echo(path: Route['path'], mediaType: BodyRule['mediaType']): Route {
  return {
    path,
    name: path,
    method: 'POST',
    body: { mediaType, limitBytes: LIMIT_BYTES },
    wire: oauthWire,
    answer: async ({ body }) => {
      // The bytes must be a copy, because those of uWebSockets.js are invalid by now.
      await sleep(1)
      return {
        status: 200,
        mediaType: 'application/json',
        body: json({ length: body.byteLength, hex: Buffer.from(body).toString('hex') }),
        cacheControl: 'no-store',
      }
    },
  }
}

const ROUTES = [
  echo('/json', 'application/json'),
  echo('/form', 'application/x-www-form-urlencoded'),
  rpcRoute({
    body: { mediaType: 'application/json', limitBytes: LIMIT_BYTES },
    wire: (error, body) => createJsonRpcWire(body.length)(error),
  }),
]

async function open(t: Test, { port }: Running): Promise<RawConnection> {
  const connection = await RawConnection.open(port)
  t.teardown(() => connection.destroy())
  return connection
}

function post(path: string, fields: readonly string[], body: string): string {
  return requestFor(path, [...fields, `Content-Length: ${Buffer.byteLength(body)}`], 'POST') + body
}

function chunked(body: Buffer, chunkBytes: number): Buffer {
  const parts: Buffer[] = []
  for (let start = 0; start < body.length; start += chunkBytes) {
    const part = body.subarray(start, start + chunkBytes)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

t.test('a body arrives whole, however it is cut', async (t) => {
  const app = await startApp(t, ROUTES)
  const body = Buffer.from(Array.from({ length: LIMIT_BYTES }, (_, index) => index % 251))
  const expected = { length: body.length, hex: body.toString('hex') }
  const parse = (bytes: Buffer | undefined): unknown => JSON.parse(bytes?.toString() ?? '')
  const connection = await open(t, app)
  const head = requestFor('/json', [JSON_TYPE, `Content-Length: ${body.length}`], 'POST')
  t.same(parse((await connection.ask(Buffer.concat([Buffer.from(head), body])))?.body), expected, 'in one piece')

  connection.socket.write(head)
  for (let start = 0; start < body.length; start += 500) {
    await sleep(2)
    connection.socket.write(body.subarray(start, start + 500))
  }
  t.same(parse((await connection.next())?.body), expected, 'in many')

  const chunkedHead = requestFor('/json', [JSON_TYPE, 'Transfer-Encoding: chunked'], 'POST')
  for (const chunkBytes of [1, 7, 1000, LIMIT_BYTES]) {
    // A chunked body ends its connection.
    const answer = await (await open(t, app)).ask(Buffer.concat([Buffer.from(chunkedHead), chunked(body, chunkBytes)]))
    t.same(parse(answer?.body), expected, `in chunks of ${chunkBytes}`)
  }
})

t.test('a body without bytes is waited for by nobody, however its head is cut', async (t) => {
  const app = await startApp(t, ROUTES)
  const connection = await open(t, app)
  for (const path of ['/json', '/rpc']) {
    for (const length of ['0', '00']) {
      const head = requestFor(path, [JSON_TYPE, `Content-Length: ${length}`], 'POST')
      for (const cut of [head.length, 1, 10, head.length - 20, head.length - 1]) {
        connection.socket.write(head.slice(0, cut))
        await sleep(cut === head.length ? 0 : 20)
        if (cut < head.length) connection.socket.write(head.slice(cut))
        const answer = await connection.next()
        t.equal(answer?.status, 200, `${path} with a length of ${length}, cut at ${cut}`)
        if (path === '/json') t.match(JSON.parse(answer?.body.toString() ?? ''), { length: 0 })
      }
    }
  }
  const next = await connection.ask(post('/json', [JSON_TYPE], 'x'))
  t.match(JSON.parse(next?.body.toString() ?? ''), { length: 1 }, 'the next body is read')
})

t.test('a body of the limit is taken and one byte more is 413', async (t) => {
  const app = await startApp(t, ROUTES)
  const connection = await open(t, app)
  const most = await connection.ask(post('/json', [JSON_TYPE], 'x'.repeat(LIMIT_BYTES)))
  t.equal(most?.status, 200)
  const answer = await connection.ask(post('/json', [JSON_TYPE], 'x'.repeat(LIMIT_BYTES + 1)))
  t.equal(answer?.status, 413)
  t.match(JSON.parse(answer?.body.toString() ?? ''), { error: 'invalid_request', error_description: /4096 bytes/ })
  t.equal((await connection.ask(post('/json', [JSON_TYPE], 'x')))?.status, 200, 'the connection goes on')
})

t.test('a length past the limit is refused before the body comes', async (t) => {
  const app = await startApp(t, ROUTES)
  for (const path of ['/json', '/rpc']) {
    const connection = await open(t, app)
    const answer = await connection.ask(requestFor(path, [JSON_TYPE, 'Content-Length: 1000000'], 'POST'))
    t.equal(answer?.status, 413)
    connection.socket.write(Buffer.alloc(1_000_000, 'x'))
    t.equal((await connection.ask(post(path, [JSON_TYPE], '{}')))?.status, 200, 'the body is dropped and the next read')
  }
})

t.test('chunks past the limit are refused in the middle of the body, which ends the connection', async (t) => {
  const app = await startApp(t, ROUTES)
  const refuses = async (path: string): Promise<void> => {
    const connection = await open(t, app)
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`
    connection.socket.write(requestFor(path, [JSON_TYPE, 'Transfer-Encoding: chunked'], 'POST') + chunk)
    await sleep(20)
    connection.socket.write(chunk)
    const answer = await connection.next()
    t.equal(answer?.status, 413)
    t.equal(answer?.headers.get('connection'), 'close')
    for (let count = 0; count < 100; count++) connection.socket.write(chunk)
    // Inside a chunk and behind the last chunk, this text is not a request.
    const hidden = requestFor('/form')
    connection.socket.write(`${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n${hidden}`)
    t.equal(await connection.next(), null)
  }
  // The server ends each connection only when its timer runs out. Therefore both cases wait at the same time.
  await Promise.all(['/json', '/rpc'].map(refuses))
  t.equal((await app.logged()).length, 2)
})

t.test('requests in one piece after a body that is refused are answered in order', async (t) => {
  const app = await startApp(t, ROUTES)
  const connection = await open(t, app)
  const long = post('/json', [JSON_TYPE], 'x'.repeat(LIMIT_BYTES + 1))
  const wrong = post('/json', ['Content-Type: text/plain'], 'hello')
  connection.socket.write(long + wrong + long + post('/rpc', [JSON_TYPE], '{"id":1}') + requestFor('/none'))
  for (const status of [413, 415, 413, 200, 404]) t.equal((await connection.next())?.status, status)
})

t.test('the media type is compared without its parameters and without regard to case', async (t) => {
  const app = await startApp(t, ROUTES)
  const connection = await open(t, app)
  const statusOf = async (path: string, fields: readonly string[], body = '{}'): Promise<number | undefined> =>
    (await connection.ask(post(path, fields, body)))?.status
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset="UTF-8"']) {
    t.equal(await statusOf('/json', [`Content-Type: ${type}`]), 200, type)
    t.equal(await statusOf('/rpc', [`Content-Type: ${type}`]), 200, type)
  }
  t.equal(await statusOf('/form', [FORM_TYPE]), 200)
  for (const type of ['text/plain', 'application/jsonp', 'application/json+x', '', ';application/json', 'json']) {
    t.equal(await statusOf('/json', [`Content-Type: ${type}`]), 415, type)
    t.equal(await statusOf('/rpc', [`Content-Type: ${type}`]), 415, type)
  }
  t.equal(await statusOf('/form', [JSON_TYPE]), 415)
  t.equal(await statusOf('/json', []), 415, 'a body without a type')
  t.equal(await statusOf('/json', [JSON_TYPE, 'Content-Encoding: gzip']), 415, 'a coding')
  t.equal(await statusOf('/json', [JSON_TYPE, 'Content-Encoding: identity']), 200)
})

t.test('a refused media type says which one is wanted', async (t) => {
  const { url } = await startApp(t, ROUTES)
  const answer = await fetch(`${url}/form`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'text/plain' } })
  t.equal(answer.headers.get('accept'), 'application/x-www-form-urlencoded')
  t.match(await answer.json(), { error: 'invalid_request' })
  const coded = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
  const other = await fetch(`${url}/json`, { method: 'POST', body: '{}', headers: coded })
  t.equal(other.headers.get('accept-encoding'), 'identity')
})

t.test('a POST without a body reaches its route with an empty one, and a GET with a body as without', async (t) => {
  const app = await startApp(t, [
    ...ROUTES,
    { path: '/get', name: 'get', answer: { status: 200, mediaType: 'text/plain', cacheControl: 'no-store' } },
  ])
  const connection = await open(t, app)
  for (const fields of [[], ['Content-Length: 0'], [JSON_TYPE]]) {
    const answer = await connection.ask(requestFor('/json', fields, 'POST'))
    t.same(JSON.parse(answer?.body.toString() ?? ''), { length: 0, hex: '' })
    t.equal((await connection.ask(requestFor('/rpc', fields, 'POST')))?.status, 200)
  }
  const get = `${requestFor('/get', ['Content-Length: 5'])}hello`
  t.equal((await connection.ask(get))?.status, 200)
  t.equal((await connection.ask(get))?.status, 200)
})

t.test('a body of an RPC that is not UTF-8 is 400, and a replacement character is a character', async (t) => {
  const app = await startApp(t, ROUTES)
  const connection = await open(t, app)
  const ask = (body: Buffer): ReturnType<RawConnection['ask']> => {
    const head = requestFor('/rpc', [JSON_TYPE, `Content-Length: ${body.length}`], 'POST')
    return connection.ask(Buffer.concat([Buffer.from(head), body]))
  }
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x22, 0xe4, 0xb8]]) {
    const answer = await ask(Buffer.from(bytes))
    t.equal(answer?.status, 400)
    t.match(JSON.parse(answer?.body.toString() ?? ''), { jsonrpc: '2.0', error: { code: -32_600 } })
  }
  for (const text of ['"\uFFFD"', '"위젯😀"', '\uFEFF{}'])
    t.equal((await ask(Buffer.from(text)))?.body.toString(), text)
})

t.test('a client that goes away while it sends its body is logged as such, and its route is not called', async (t) => {
  let calls = 0
  const app = await startApp(t, [
    rpcRoute({
      answer: (exchange) => {
        calls++
        exchange.empty(202)
      },
    }),
    ROUTES[0]!,
  ])
  for (const path of ['/rpc', '/json']) {
    const connection = await open(t, app)
    connection.socket.write(`${requestFor(path, [JSON_TYPE, 'Content-Length: 100'], 'POST')}{"half":`)
    await sleep(20)
    connection.destroy()
    await connection.closed
  }
  while (app.counter('aborted') < 2) await sleep(5)
  t.equal(calls, 0)
  t.match(await app.logged(), [
    { route: 'rpc', method: 'POST', status: 499, bytes: 0 },
    { route: '/json', method: 'POST', status: 499, bytes: 0 },
  ])
})

const LONG_BYTES = 1024 * 1024
const LONG_ROUTE = rpcRoute({
  body: { mediaType: 'application/json', limitBytes: LONG_BYTES },
  answer: (exchange) => exchange.json(200, '{}'),
})

/** Sends the head of a long request of this client, and all but the last byte of its body. */
function begin(connection: RawConnection, client = '192.0.2.1'): void {
  const fields = [JSON_TYPE, `Content-Length: ${LONG_BYTES}`, `X-Forwarded-For: ${client}`]
  const head = requestFor('/rpc', fields, 'POST')
  connection.socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(LONG_BYTES - 1, ' ')]))
}

/** @returns whether a long body of this client is refused within a time for lack of room while others are under way */
async function isCrowded(t: Test, app: Running, client: string, limitMs = 300): Promise<boolean> {
  const connection = await open(t, app)
  begin(connection, client)
  const answer = await Promise.race([connection.next(), sleep(limitMs, null)])
  connection.destroy()
  if (answer === null) return false
  t.equal(answer.status, 503)
  t.match(answer.headers.get('retry-after'), /^[1-9]/)
  return true
}

t.test(
  'no client takes more than an eighth of the memory for long bodies, and short ones need none of it',
  async (t) => {
    const app = await startApp(t, [LONG_ROUTE], { bodyRoomBytes: 12 * LONG_BYTES, trustedProxies: ['127.0.0.1'] })
    const long = post('/rpc', [JSON_TYPE, 'X-Forwarded-For: 2001:db8::1'], 'x'.repeat(LONG_BYTES))
    const first = await open(t, app)
    begin(first, '2001:db8::1')
    while (app.gauge('inFlight') === 0) await sleep(5)
    // The first body may not have arrived yet.
    while (!(await isCrowded(t, app, '2001:db8::1'))) await sleep(5)
    t.equal(await isCrowded(t, app, '2001:db8::2', 5000), true, 'of the same network')
    t.equal(await isCrowded(t, app, '2001:db8:0:1::1'), false, 'of another')
    const short = await open(t, app)
    t.equal((await short.ask(post('/rpc', [JSON_TYPE], 'x'.repeat(30_000))))?.status, 200)
    t.equal((await first.ask(' '))?.status, 200, 'the first is read to its end')
    t.equal((await first.ask(long))?.status, 200, 'and makes room')
    const gone = await open(t, app)
    begin(gone, '2001:db8::1')
    await sleep(100)
    gone.destroy()
    while (app.gauge('inFlight') > 0) await sleep(5)
    const last = await open(t, app)
    t.equal((await last.ask(long))?.status, 200, 'so does who goes away')
  },
)

t.test('all clients together take no more memory for long bodies than there is', async (t) => {
  const app = await startApp(t, [LONG_ROUTE], { bodyRoomBytes: 8.5 * LONG_BYTES, trustedProxies: ['127.0.0.1'] })
  for (let client = 1; client <= 8; client++) begin(await open(t, app), `192.0.2.${client}`)
  while (!(await isCrowded(t, app, '192.0.2.99'))) await sleep(5)
  const short = await open(t, app)
  t.equal((await short.ask(post('/rpc', [JSON_TYPE], 'x'.repeat(30_000))))?.status, 200)
})
