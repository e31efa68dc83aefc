import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { AGENT_CORS } from '../../../src/http/wire/cors.ts'
import { createJsonRpcWire, restWire } from '../../../src/http/route/error-wires.ts'
import { text } from '../../../src/http/route/reply.ts'
import type { RpcExchange } from '../../../src/http/route/rpc-route.ts'
import type { ServiceError } from '../../../src/http/route/service-error.ts'
import { RawConnection, requestFor } from '../../support/raw-http.ts'
import { rpcRoute, startApp } from './start-app.ts'

const JSON_HEADERS = { 'Content-Type': 'application/json' }

function post(url: string, body = '{}', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers: { ...JSON_HEADERS, ...headers } })
}

t.test('a handler is given the body, the query and the fields it names, and answers in one piece', async (t) => {
  let seen: unknown
  const app = await startApp(t, [
    rpcRoute({
      reads: ['mcp-method', 'mcp-name'],
      answer(exchange) {
        const { body, caller, rawQuery, streaming, subject } = exchange
        seen = [body, rawQuery, exchange.field('mcp-method'), exchange.field('mcp-name'), caller.address, subject]
        t.throws(() => exchange.field('accept'), TypeError)
        exchange.addHeaders([['Mcp-Session-Id', 'abc']])
        t.notOk(streaming)
        t.notOk(exchange.done)
        exchange.json(200, '{"ok":"위젯"}')
        t.ok(exchange.done)
        exchange.json(500, 'never')
      },
    }),
  ])
  const answer = await post(`${app.url}/rpc?a=%20b`, '{"x":1}', { 'Mcp-Method': 'tools/call' })
  t.same(seen, ['{"x":1}', 'a=%20b', 'tools/call', '', '127.0.0.1', null])
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'application/json')
  t.equal(answer.headers.get('cache-control'), 'no-store')
  t.equal(answer.headers.get('mcp-session-id'), 'abc')
  t.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  t.equal(await answer.text(), '{"ok":"위젯"}')
  const id = answer.headers.get('x-request-id')
  const bytes = Buffer.byteLength('{"ok":"위젯"}')
  t.match(await app.logged(), [{ reqId: id, method: 'POST', route: 'rpc', status: 200, bytes, cache: 'none' }])
})

t.test('answers at once, later, without a body and with another status leave the connection usable', async (t) => {
  const { port } = await startApp(t, [
    rpcRoute({
      async answer(exchange) {
        const { later, status } = JSON.parse(exchange.body) as { later: boolean; status: number }
        if (later) await sleep(1)
        if (status === 202 || status === 204) exchange.empty(status)
        else exchange.json(status, '{}')
      },
    }),
  ])
  const connection = await RawConnection.open(port)
  t.teardown(() => connection.destroy())
  for (const later of [false, true]) {
    for (const status of [200, 202, 204, 400, 404]) {
      const body = JSON.stringify({ later, status })
      const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`]
      const answer = await connection.ask(requestFor('/rpc', fields, 'POST') + body)
      t.equal(answer?.status, status)
      t.equal(answer?.headers.get('content-length'), status === 204 ? undefined : status === 202 ? '0' : '2')
    }
  }
})

t.test('a handler that fails, at once or later, is a 500 of the interface and is logged', async (t) => {
  const fault = new Error('secret')
  const { logged, url } = await startApp(t, [
    rpcRoute({
      path: '/throws',
      answer: () => {
        throw fault
      },
    }),
    rpcRoute({ path: '/rejects', answer: () => sleep(1).then(() => Promise.reject(fault)) as unknown as void }),
    rpcRoute({ path: '/status', answer: (exchange) => exchange.json(299, '{}') }),
  ])
  for (const path of ['/throws', '/rejects', '/status']) {
    const answer = await post(url + path)
    t.equal(answer.status, 500)
    const body = await answer.text()
    t.match(JSON.parse(body), { jsonrpc: '2.0', error: { code: -32_603 } })
    t.notMatch(body, /secret/)
  }
  const faults = (await logged()).filter(({ msg }) => msg === 'request failed')
  t.match(faults, [{ err: { message: 'secret' } }, { err: { message: 'secret' } }, { err: { message: /299/ } }])
})

t.test('a refusal that fails itself ends the connection, and is logged', async (t) => {
  const { logged, url } = await startApp(t, [
    rpcRoute({
      wire: () => {
        throw new Error('twice')
      },
    }),
  ])
  await t.rejects(post(`${url}/rpc`, '{}', { Origin: 'https://foe.example' }))
  t.match(await logged(), [{ msg: 'request failed', err: { message: 'twice' } }, { status: 499 }])
})

t.test('a stream whose handler fails ends without its last chunk, so that the client can tell', async (t) => {
  const { url } = await startApp(t, [
    rpcRoute({
      answer(exchange) {
        exchange.events().send('1')
        throw new Error('halfway')
      },
    }),
  ])
  await t.rejects(post(`${url}/rpc`).then((answer) => answer.text()))
})

t.test(
  'pages of other origins are refused unless the route lets them, and those who are no page are not asked',
  async (t) => {
    let calls = 0
    const { url } = await startApp(t, [
      rpcRoute({
        answer: (exchange) => {
          calls++
          exchange.json(200, '{}')
        },
      }),
    ])
    for (const origin of ['https://foe.example', 'null', 'https://friend.example.foe.example']) {
      const answer = await post(`${url}/rpc`, '{}', { Origin: origin })
      t.equal(answer.status, 403)
      t.match(await answer.json(), { jsonrpc: '2.0', error: { data: { code: 'origin_not_allowed' } } })
    }
    t.equal(calls, 0)
    t.equal((await post(`${url}/rpc`, '{}', { Origin: 'https://friend.example' })).status, 200)
    t.equal((await post(`${url}/rpc`)).status, 200)
  },
)

t.test('the gate neither sees nor counts what a page of another origin sends', async (t) => {
  let asked = 0
  const refusal: ServiceError = { ok: false, status: 401, code: 'unauthorized', detail: 'No.' }
  const count = (): ServiceError => {
    asked++
    return refusal
  }
  const gate = Object.assign(count, { turnAway: count, turnAwayLong: count })
  const { url } = await startApp(t, [rpcRoute({ gate }), rpcRoute({ gate, method: 'DELETE' })])
  const headers = { Origin: 'https://foe.example' }
  t.equal((await post(`${url}/rpc`, '{}', headers)).status, 403)
  t.equal((await post(`${url}/rpc`, ' '.repeat(1000), { ...headers, 'Content-Type': 'text/plain' })).status, 403)
  t.equal((await fetch(`${url}/rpc`, { method: 'DELETE', headers })).status, 403)
  t.equal(asked, 0)
  t.equal((await post(`${url}/rpc`)).status, 401)
  t.equal(asked, 1)
})

t.test('DELETE has a handler of its own, which is given no body', async (t) => {
  const bodies: string[] = []
  const end = (exchange: RpcExchange): void => {
    bodies.push(exchange.body)
    exchange.empty(204)
  }
  const { url } = await startApp(t, [rpcRoute(), rpcRoute({ method: 'DELETE', answer: end })])
  t.equal((await fetch(`${url}/rpc`, { method: 'DELETE' })).status, 204)
  t.equal((await fetch(`${url}/rpc`, { method: 'DELETE', body: 'x' })).status, 204)
  t.equal((await fetch(`${url}/rpc`, { method: 'DELETE', headers: { Origin: 'https://foe.example' } })).status, 403)
  t.same(bodies, ['', ''])
})

t.test('the methods of a path are told in the form of its interface', async (t) => {
  const { url } = await startApp(
    t,
    [
      rpcRoute(),
      rpcRoute({ method: 'DELETE', answer: (exchange) => exchange.empty(204) }),
      { path: '/mixed', name: 'mixed', answer: { status: 200, cacheControl: 'no-store' } },
      rpcRoute({ path: '/mixed', wire: createJsonRpcWire('mine') }),
    ],
    { wire: restWire, methodNotAllowedCode: 'method_not_allowed', cors: AGENT_CORS },
  )
  for (const method of ['GET', 'PUT']) {
    const answer = await fetch(`${url}/rpc`, { method })
    t.equal(answer.status, 405)
    t.equal(answer.headers.get('allow'), 'POST, DELETE, OPTIONS')
    t.match(await answer.json(), { jsonrpc: '2.0', error: { data: { code: 'method_not_allowed' } } })
  }
  t.equal((await fetch(`${url}/rpc`, { method: 'HEAD' })).status, 405)
  const mixed = await fetch(`${url}/mixed`, { method: 'DELETE' })
  t.equal(mixed.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
  t.match(await mixed.json(), { error: { code: 'method_not_allowed' } })
  const none = await fetch(`${url}/none`, { method: 'POST' })
  t.equal(none.status, 404)
  t.match(await none.json(), { error: { code: 'endpoint_not_found' } })

  const preflight = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' }
  for (const [path, methods] of [
    ['/rpc', 'POST, DELETE, OPTIONS'],
    ['/mixed', 'GET, HEAD, POST, OPTIONS'],
    ['/none', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await fetch(url + path, { method: 'OPTIONS', headers: preflight })
    t.equal(answer.status, 204)
    t.equal(answer.headers.get('access-control-allow-methods'), methods)
    t.equal(answer.headers.get('allow'), methods)
    t.match(answer.headers.get('access-control-allow-headers'), /^Authorization, Content-Type, /)
    t.equal(answer.headers.get('access-control-expose-headers'), 'Mcp-Session-Id, WWW-Authenticate, *')
  }
})

t.test('GET and POST of one prefix are two routes', async (t) => {
  const reply = (body: string) => ({ status: 200, mediaType: 'text/plain', body: text(body), cacheControl: 'no-store' })
  const { url } = await startApp(t, [
    { path: '/a/*', name: 'read', answer: ({ path }) => reply(`read ${path}`) },
    { path: '/a/*', name: 'write', method: 'POST', answer: ({ path }) => reply(`write ${path}`) },
    rpcRoute({ path: '/b/*', answer: (exchange) => exchange.json(200, '"rpc"') }),
  ])
  t.equal(await (await fetch(`${url}/a/x`)).text(), 'read /a/x')
  t.equal(await (await fetch(`${url}/a/x`, { method: 'POST' })).text(), 'write /a/x')
  t.equal((await fetch(`${url}/a/x`, { method: 'DELETE' })).headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
  t.equal(await (await post(`${url}/b/x`)).text(), '"rpc"')
  t.equal((await fetch(`${url}/b/x`)).status, 405)
})

t.test('what a POST answers is kept where its route names it alone, and is not conditional', async (t) => {
  let calls = 0
  let made = 0
  const { url } = await startApp(t, [
    {
      path: '/post',
      name: 'post',
      method: 'POST',
      answer: async () => {
        calls++
        return { status: 200, mediaType: 'text/plain', body: text('x'), cacheControl: 'no-store', tagged: true }
      },
    },
    {
      path: '/kept',
      name: 'kept',
      method: 'POST',
      body: { mediaType: 'application/json', limitBytes: 100 },
      answer: ({ body }) => ({
        key: Buffer.from(body).toString(),
        produce: () => {
          made++
          return Promise.resolve({ status: 200, mediaType: 'text/plain', body: text('x'), cacheControl: 'no-store' })
        },
      }),
    },
  ])
  for (let count = 0; count < 2; count++) {
    const answer = await fetch(`${url}/post`, { method: 'POST', headers: { 'If-None-Match': '*' } })
    t.equal(answer.status, 200)
  }
  t.equal(calls, 2)
  for (const body of ['[1]', '[1]', '[2]', '[1]']) t.equal(await (await post(`${url}/kept`, body)).text(), 'x')
  t.equal(made, 2)
})
