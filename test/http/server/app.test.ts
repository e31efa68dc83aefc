// Behaviours of one app with a few routes, over real sockets. Shared and cached answers are tested in
// `kept-answers.test.ts`.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { z } from 'zod'
import { text } from '../../../src/http/route/reply.ts'
import { defineRoute } from '../../../src/http/route/route.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { found, heldRoute } from './held-route.ts'
import { startApp, until } from './start-app.ts'
import { RawConnection } from '../../support/raw-http.ts'
import { standStill } from '../../support/stand-still.ts'

const LONG = 'words and more words '.repeat(200)

/** Sends bytes unchanged and resolves to what arrives within a moment. */
async function exchangeRaw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  socket.write(request)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const answered = new Promise((resolve) => socket.once('data', resolve)).then(() => sleep(300))
  await Promise.race([closed, answered])
  socket.destroy()
  return received
}

const PAGE: Route = {
  path: '/page',
  name: 'page',
  answer: {
    status: 200,
    mediaType: 'text/plain',
    body: text(LONG),
    cacheControl: 'public, max-age=60',
    tagged: true,
    lastModified: 1_700_000_000_500,
  },
}

t.test('every answer carries an id of its own, the common fields and no error detail of ours', async (t) => {
  const { url } = await startApp(t, [PAGE])
  const answers = await Promise.all(
    ['/page', '/page', '/none'].map((path) => fetch(url + path, { headers: { 'X-Request-Id': 'mine' } })),
  )
  const ids = answers.map((answer) => answer.headers.get('x-request-id'))
  t.equal(new Set(ids).size, 3)
  t.notOk(ids.includes('mine'))
  for (const answer of answers) {
    t.equal(answer.headers.get('access-control-allow-origin'), '*')
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    t.ok(answer.headers.get('date'))
  }
})

t.test('HEAD answers as GET does, without the body', async (t) => {
  const { port, url } = await startApp(t, [PAGE])
  const get = await fetch(`${url}/page`, { headers: { 'Accept-Encoding': 'identity' } })
  const head = await exchangeRaw(port, 'HEAD /page HTTP/1.1\r\nHost: x\r\n\r\n')
  t.match(head, new RegExp(`Content-Length: ${LONG.length}\r\n`))
  t.match(head, `ETag: ${get.headers.get('etag')}\r\n`)
  t.ok(head.endsWith('\r\n\r\n'), 'nothing follows the head')
})

t.test('a long body is compressed as the client likes, each coding with a tag of its own', async (t) => {
  const { port, url } = await startApp(t, [PAGE])
  const raw = async (coding: string) => {
    const { default: http } = await import('node:http')
    return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve) => {
      http.get({ port, path: '/page', headers: { 'Accept-Encoding': coding } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
      })
    })
  }
  const [plain, br, gzip] = await Promise.all([raw(''), raw('br'), raw('gzip')])
  t.equal(plain.headers['content-encoding'], undefined)
  t.equal(plain.body.toString(), LONG)
  t.equal(br.headers['content-encoding'], 'br')
  t.equal(brotliDecompressSync(br.body).toString(), LONG)
  t.equal(gzip.headers['content-encoding'], 'gzip')
  t.equal(gunzipSync(gzip.body).toString(), LONG)
  t.equal(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size, 3)
  for (const { headers } of [plain, br, gzip]) t.equal(headers['vary'], 'Accept-Encoding')
  t.equal(
    (await fetch(`${url}/page`, { headers: { 'Accept-Encoding': 'br', 'If-None-Match': String(br.headers['etag']) } }))
      .status,
    304,
  )
})

t.test('a client that holds the current answer gets a 304 without a body', async (t) => {
  const { url } = await startApp(t, [PAGE])
  const headers = { 'Accept-Encoding': 'identity' }
  const etag = (await fetch(`${url}/page`, { headers })).headers.get('etag') ?? ''
  const same = await fetch(`${url}/page`, { headers: { ...headers, 'If-None-Match': `"x", W/${etag}` } })
  t.equal(same.status, 304)
  t.equal(same.headers.get('etag'), etag)
  t.equal(same.headers.get('cache-control'), 'public, max-age=60')
  t.equal(same.headers.get('content-type'), null)
  t.equal(same.headers.get('content-length'), null)
  t.equal((await fetch(`${url}/page`, { headers: { ...headers, 'If-None-Match': '"x"' } })).status, 200)
})

t.test('a date informs, and no date makes an answer 304: equal dates do not show equal content', async (t) => {
  const { url } = await startApp(t, [PAGE])
  const modified = (await fetch(`${url}/page`)).headers.get('last-modified') ?? ''
  t.equal(modified, 'Tue, 14 Nov 2023 22:13:20 GMT')
  const statusOf = async (headers: Record<string, string>) => (await fetch(`${url}/page`, { headers })).status
  for (const date of [modified, 'Tue, 14 Nov 2023 22:13:19 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', 'yesterday'])
    t.equal(await statusOf({ 'If-Modified-Since': date }), 200, date)
  t.equal(await statusOf({ 'If-Modified-Since': modified, 'If-None-Match': '"x"' }), 200)
})

t.test('methods that a path does not know are refused with what it does', async (t) => {
  const { url } = await startApp(t, [PAGE])
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    const answer = await fetch(`${url}/page`, { method })
    t.equal(answer.status, 405)
    t.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS')
    t.match(await answer.json(), { code: 'endpoint_not_found', status: 405, title: 'Method Not Allowed' })
    t.equal((await fetch(`${url}/none`, { method })).status, 404)
  }
})

t.test('a preflight is answered everywhere and OPTIONS alone where something is', async (t) => {
  const { url } = await startApp(t, [PAGE])
  const preflight = { 'Access-Control-Request-Method': 'GET', Origin: 'https://a.example' }
  for (const path of ['/page', '/none']) {
    const answer = await fetch(url + path, { method: 'OPTIONS', headers: preflight })
    t.equal(answer.status, 204)
    t.equal(answer.headers.get('access-control-max-age'), '86400')
    t.equal(answer.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS')
    t.equal(answer.headers.get('content-length'), null)
  }
  t.equal((await fetch(`${url}/page`, { method: 'OPTIONS' })).status, 204)
  t.equal((await fetch(`${url}/none`, { method: 'OPTIONS' })).status, 404)
})

t.test('two Content-Length fields are refused and the connection is closed', async (t) => {
  const { port } = await startApp(t, [PAGE])
  const head = 'GET /page HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 37\r\n\r\n'
  const received = await exchangeRaw(port, head)
  t.match(received, /^HTTP\/1\.1 400 Bad Request\r\n/)
  t.match(received, /X-Request-Id: \S+\r\n/)
  t.match(received, /Connection: close\r\n/)
})

t.test('a request hidden behind two Content-Length fields is not answered', async (t) => {
  const { port } = await startApp(t, [PAGE])
  const head = 'POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 37\r\n\r\n'
  t.notMatch(await exchangeRaw(port, `${head}GET /page HTTP/1.1\r\nHost: x\r\n\r\n`), /200 OK/)
})

t.test('a fault is a 500 that tells nothing, and is logged under the id of the request', async (t) => {
  const { calls, release, route } = heldRoute()
  const thrower: Route = {
    path: '/thrower',
    name: 'thrower',
    answer: () => {
      throw new Error('secret detail')
    },
  }
  const { url, logged } = await startApp(t, [route, thrower])
  const held = fetch(`${url}/held`)
  await until(() => calls() === 1)
  release(new Error('secret detail'))
  for (const answer of [await held, await fetch(`${url}/thrower`)]) {
    t.equal(answer.status, 500)
    const body = await answer.text()
    t.match(JSON.parse(body), { code: 'internal', status: 500 })
    t.notMatch(body, /secret/)
    const id = answer.headers.get('x-request-id')
    const lines = (await logged()).filter((line) => line['reqId'] === id)
    t.equal(lines.length, 2)
    t.match(lines[0], { level: 50, msg: 'request failed', err: { message: 'secret detail' } })
    t.match(lines[1], { level: 50, msg: 'request', status: 500 })
  }
})

t.test('a request is one line of the log, with nothing of what the client sent', async (t) => {
  const { url, logged } = await startApp(t, [PAGE])
  await (await fetch(`${url}/page?q=private`, { headers: { 'Accept-Encoding': 'identity' } })).text()
  await (await fetch(`${url}/private`)).text()
  const lines = await logged()
  t.equal(lines.length, 2)
  t.match(lines[0], {
    level: 30,
    host: 'test',
    method: 'GET',
    route: 'page',
    status: 200,
    bytes: LONG.length,
    cache: 'none',
    msg: 'request',
  })
  t.type(lines[0]?.['ms'], 'number')
  t.notOk(lines[0] !== undefined && 'client' in lines[0], 'an address only on refusals')
  t.match(lines[1], { route: 'unmatched', status: 404, client: '127.0.0.1' })
  t.notMatch(JSON.stringify(lines), /private/)
})

t.test('a refused request behind a trusted proxy is logged with the address of its client', async (t) => {
  const { url, logged } = await startApp(t, [], { trustedProxies: ['127.0.0.1'] })
  await (await fetch(`${url}/`, { headers: { 'X-Forwarded-For': '6.6.6.6, 198.51.100.7' } })).text()
  t.match(await logged(), [{ status: 404, client: '198.51.100.7' }])
})

t.test('a client that goes away is logged as such, and its answer is dropped', async (t) => {
  const { calls, release, route } = heldRoute()
  const { port, counter, logged } = await startApp(t, [route])
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
  await until(() => calls() === 1)
  socket.destroy()
  await until(() => counter('aborted') === 1)
  release(found('nobody reads this'))
  await sleep(20)
  t.match(await logged(), [{ route: 'held', status: 499, bytes: 0 }])
})

t.test('a body longer than the socket takes at once arrives whole', async (t) => {
  const body = Buffer.alloc(24 * 1024 * 1024, 'abcdefghijk')
  const { port, logged } = await startApp(t, [
    { path: '/big', name: 'big', answer: { status: 200, mediaType: 'image/png', body, cacheControl: 'no-store' } },
  ])
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n')
  await sleep(100)
  const chunks: Buffer[] = []
  let length = 0
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
  })
  socket.resume()
  await until(() => length > body.length)
  await sleep(20)
  socket.destroy()
  t.ok(Buffer.concat(chunks).subarray(-body.length).equals(body))
  t.match(await logged(), [{ status: 200, bytes: body.length }])
})

t.test('a draining host answers what is under way, asks clients to leave and takes nobody new', async (t) => {
  const { calls, release, route } = heldRoute()
  const { app, port, url } = await startApp(t, [route, PAGE])
  const underway = fetch(`${url}/held`)
  const kept = connect(port, '127.0.0.1')
  let received = ''
  kept.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
  })
  kept.write('GET /page HTTP/1.1\r\nHost: x\r\n\r\n')
  await until(() => calls() === 1 && received.includes('200 OK'))
  t.notMatch(received, /Connection: close/)

  app.stopAccepting()
  let drained = false
  const draining = app.drained().then(() => {
    drained = true
  })
  await t.rejects(fetch(`${url}/page`))
  kept.write('GET /page HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((resolve) => kept.once('close', resolve))
  t.match(received, /Connection: close/)
  await sleep(200)
  t.notOk(drained, 'one request is still under way')
  release(found('finished'))
  const answer = await underway
  t.equal(answer.headers.get('connection'), 'close')
  t.equal(await answer.text(), 'finished')
  await draining
})

t.test('a request that came while the thread of a draining host stood still is answered', async (t) => {
  const { app, port } = await startApp(t, [PAGE])
  const kept = await RawConnection.open(port)
  t.teardown(() => kept.destroy())
  const request = 'GET /page HTTP/1.1\r\nHost: x\r\n\r\n'
  t.match(await kept.ask(request), { status: 200 })
  app.stopAccepting()
  const ended: string[] = []
  const drained = app.drained().then(() => ended.push('drained'))
  const answered = kept.ask(request).then((answer) => ended.push(`answered ${answer?.status}`))
  standStill(700)
  await Promise.all([answered, drained])
  t.strictSame(ended, ['answered 200', 'drained'])
})

t.test('raw bytes that are not UTF-8 are malformed, not replaced', async (t) => {
  const route = defineRoute({
    path: '/echo',
    name: 'echo',
    parameters: { q: { schema: z.string(), form: 'text', code: 'invalid_query', description: '', required: true } },
    answer: ({ query }) => ({ status: 200, mediaType: 'text/plain', body: text(query.q), cacheControl: 'no-store' }),
  })
  const { port } = await startApp(t, [route])
  const send = (bytes: string) => exchangeRaw(port, `GET /echo?q=${bytes} HTTP/1.1\r\nHost: x\r\n\r\n`)
  t.match(await send('x'), /200 OK/)
  const socket = connect(port, '127.0.0.1')
  const answer = new Promise<string>((resolve) =>
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1'))),
  )
  socket.write(
    Buffer.concat([
      Buffer.from('GET /echo?q='),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(' HTTP/1.1\r\nHost: x\r\n\r\n'),
    ]),
  )
  t.match(await answer, /400 Bad Request[\s\S]*"code":"invalid_query"/)
  socket.destroy()
})

t.test('a long percent-encoded address is within the limit on request heads', async (t) => {
  const { url } = await startApp(t, [PAGE])
  const path = encodeURIComponent('가'.repeat(2048))
  t.equal((await fetch(`${url}/${path}`)).status, 404)
})
