import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createJsonRpcWire, oauthWire, restWire } from '../../../src/http/route/error-wires.ts'
import type { Admitted, Caller, Gate } from '../../../src/http/route/gate.ts'
import { text } from '../../../src/http/route/reply.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { rpcRoute, startApp, until } from '../server/start-app.ts'
import type { ServiceError } from '../../../src/http/route/service-error.ts'

const FIXED = { status: 200, mediaType: 'text/plain', body: text('fixed'), cacheControl: 'no-store', tagged: true }

function admitted(left: number): Admitted {
  const headers = [
    ['RateLimit-Policy', '"agent";q=600;w=60'],
    ['RateLimit', `"agent";r=${left};t=60`],
  ] as const
  return { ok: true, headers, subject: 'reg_1' }
}

const LIMITED: ServiceError = {
  ok: false,
  status: 429,
  code: 'rate_limited',
  detail: 'Too many requests.',
  retryAfterSeconds: 7,
  headers: [['RateLimit', '"agent";r=0;t=7']],
}

const UNAUTHORISED: ServiceError = {
  ok: false,
  status: 401,
  code: 'invalid_token',
  detail: 'The token has expired.',
  headers: [['WWW-Authenticate', 'Bearer error="invalid_token"']],
}

/** Routes of every kind behind the gate. */
function routesBehind(gate: Gate): Parameters<typeof startApp>[1] {
  const kept: Route = {
    path: '/kept/*',
    name: 'kept',
    gate,
    wire: restWire,
    answer: ({ path }) => ({ key: path, produce: async () => FIXED }),
  }
  return [
    { path: '/fixed', name: 'fixed', gate, wire: restWire, answer: FIXED },
    kept,
    { path: '/post', name: 'post', method: 'POST', gate, wire: oauthWire, answer: async () => FIXED },
    rpcRoute({ gate, answer: (exchange) => exchange.json(200, JSON.stringify(exchange.subject)) }),
    rpcRoute({
      gate,
      path: '/stream',
      answer: (exchange) => exchange.events().end('1'),
    }),
  ]
}

const REQUESTS: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/fixed'],
  ['GET', '/kept/a'],
  ['GET', '/kept/a'],
  ['POST', '/post'],
  ['POST', '/rpc'],
  ['POST', '/stream'],
]

function ask(url: string, method: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return method === 'POST'
    ? fetch(url + path, { method, body: '{}', headers: { 'Content-Type': 'application/json', ...headers } })
    : fetch(url + path, { headers })
}

for (const [way, wrap] of [
  ['at once', <T>(value: T) => value],
  ['later', async <T>(value: T) => sleep(2, value)],
] as const) {
  t.test(`who is let in ${way} gets the gate's fields with every kind of answer`, async (t) => {
    let left = 600
    const { url } = await startApp(
      t,
      routesBehind(() => wrap(admitted(--left))),
    )
    for (const [method, path] of REQUESTS) {
      const answer = await ask(url, method, path)
      t.equal(answer.status, 200, path)
      t.equal(answer.headers.get('ratelimit'), `"agent";r=${left};t=60`, path)
      t.equal(answer.headers.get('ratelimit-policy'), '"agent";q=600;w=60')
      const body = await answer.text()
      if (path === '/rpc') t.equal(body, '"reg_1"')
      const tag = answer.headers.get('etag')
      if (method === 'GET' && tag !== null) {
        const same = await ask(url, method, path, { 'If-None-Match': tag })
        t.equal(same.status, 304)
        t.equal(same.headers.get('ratelimit'), `"agent";r=${left};t=60`)
      }
    }
  })

  t.test(`who is refused ${way} is told in the form of the interface, and no route is called`, async (t) => {
    const { url } = await startApp(
      t,
      routesBehind(() => wrap(LIMITED)),
    )
    for (const [method, path] of REQUESTS) {
      const answer = await ask(url, method, path)
      t.equal(answer.status, 429, path)
      t.equal(answer.headers.get('retry-after'), '7')
      t.equal(answer.headers.get('ratelimit'), '"agent";r=0;t=7')
      const body: unknown = await answer.json()
      if (method === 'GET') t.match(body, { error: { code: 'rate_limited' } })
      else if (path === '/post') t.match(body, { error: 'temporarily_unavailable' })
      else t.match(body, { jsonrpc: '2.0', id: null, error: { data: { code: 'rate_limited' } } })
    }
  })

  t.test(`a gate that fails ${way} is a 500 that tells nothing, and is logged`, async (t) => {
    const fail = (): Admitted => {
      throw new Error('secret')
    }
    const { logged, url } = await startApp(
      t,
      routesBehind(() => (way === 'at once' ? fail() : sleep(2).then(fail))),
    )
    for (const [method, path] of REQUESTS) {
      const answer = await ask(url, method, path)
      t.equal(answer.status, 500, path)
      const id = answer.headers.get('x-request-id')
      t.notMatch(await answer.text(), /secret/)
      const line = (await logged()).find(({ reqId }) => reqId === id)
      t.match(line, { msg: 'request failed', err: { message: 'secret' } })
    }
  })
}

t.test('a refusal for credentials carries their challenge, to pages of other origins too', async (t) => {
  const { url } = await startApp(
    t,
    routesBehind(() => UNAUTHORISED),
  )
  for (const [method, path] of REQUESTS) {
    const answer = await ask(url, method, path)
    t.equal(answer.status, 401)
    t.equal(answer.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
    t.equal(answer.headers.get('access-control-allow-origin'), '*')
  }
})

t.test('the gate is told who asks and how many messages there are, and kept answers count', async (t) => {
  const asked: { address: string; authorization: string; cost: number }[] = []
  const gate: Gate = ({ address, authorization }: Caller, cost) => {
    asked.push({ address, authorization, cost })
    return admitted(1)
  }
  const routes = [
    ...routesBehind(gate),
    rpcRoute({
      path: '/batch',
      gate,
      cost: ({ messages }) => messages,
      wire: createJsonRpcWire(null),
    }),
  ]
  const { url } = await startApp(t, routes, { trustedProxies: ['127.0.0.1'] })
  const headers = { Authorization: 'Bearer a.b.c', 'X-Forwarded-For': '192.0.2.1' }
  for (const [method, path] of REQUESTS) await ask(url, method, path, headers)
  await fetch(`${url}/batch`, { method: 'POST', body: '[1,2,3]', headers: { 'Content-Type': 'application/json' } })
  const caller = { address: '192.0.2.1', authorization: 'Bearer a.b.c', cost: 1 }
  t.same(asked, [...REQUESTS.map(() => caller), { address: '127.0.0.1', authorization: '', cost: 3 }])
})

t.test('a token is in no line of the log', async (t) => {
  const { logged, url } = await startApp(
    t,
    routesBehind(() => UNAUTHORISED),
  )
  for (const [method, path] of REQUESTS) await ask(url, method, path, { Authorization: 'Bearer private' })
  t.notMatch(JSON.stringify(await logged()), /private/)
})

t.test('a client that goes away while the gate decides leaves nothing behind', async (t) => {
  let decide: ((verdict: Admitted) => void) | null = null
  let calls = 0
  const gate: Gate = () =>
    new Promise((resolve) => {
      decide = resolve
    })
  const { counter, logged, url } = await startApp(t, [rpcRoute({ gate, answer: () => calls++ })])
  const controller = new AbortController()
  const asked = fetch(`${url}/rpc`, {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
    signal: controller.signal,
  })
  await until(() => decide !== null)
  controller.abort()
  await t.rejects(asked)
  await until(() => counter('aborted') === 1)
  decide!(admitted(1))
  await sleep(20)
  t.equal(calls, 0)
  t.match(await logged(), [{ route: 'rpc', status: 499 }])
})
