import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { oauthWire, restWire } from '../../../src/http/route/error-wires.ts'
import type { Gate } from '../../../src/http/route/gate.ts'
import { text } from '../../../src/http/route/reply.ts'
import type { ReplyRoute, Route } from '../../../src/http/route/route.ts'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import { rpcRoute, startApp } from '../server/start-app.ts'

const DOWN = new Unavailable('the secret database is down', { retryAfterSeconds: 3 })
const OK = { status: 200, cacheControl: 'no-store' }

const fail = (): never => {
  throw DOWN
}
const reject = (): Promise<never> => Promise.reject(DOWN)
const soon = (): Promise<never> => sleep(2).then(fail)

function ask(url: string, { path, method = 'GET' }: Pick<Route, 'method' | 'path'>): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return method === 'GET' ? fetch(url + path) : fetch(url + path, { method, body: '{"id":1}', headers })
}

const ROUTES = [
  { path: '/throws', name: 'throws', wire: restWire, answer: fail },
  { path: '/rejects', name: 'rejects', wire: restWire, answer: reject },
  { path: '/later', name: 'later', wire: restWire, answer: soon },
  { path: '/kept', name: 'kept', wire: restWire, answer: () => ({ key: 'kept', produce: soon }) },
  { path: '/gate', name: 'gate', wire: restWire, gate: fail, answer: OK },
  { path: '/late-gate', name: 'late-gate', wire: restWire, gate: soon, answer: OK },
  { path: '/token', name: 'token', wire: oauthWire, method: 'POST', answer: reject },
] as const satisfies readonly Route[]

t.test(
  'what is unavailable is a 503 that says when to come again and not why, in the form of the interface',
  async (t) => {
    const { url } = await startApp(t, ROUTES)
    for (const route of ROUTES) {
      const answer = await ask(url, route)
      t.equal(answer.status, 503, route.path)
      t.equal(answer.headers.get('retry-after'), '3')
      t.equal(answer.headers.get('cache-control'), 'no-store')
      const body = await answer.text()
      t.notMatch(body, /secret|database/)
      if (route.path === '/token') t.match(JSON.parse(body), { error: 'temporarily_unavailable' })
      else t.match(JSON.parse(body), { error: { code: 'unavailable' } })
    }
  },
)

t.test('a handler or a gate of JSON-RPC that is unavailable is a 503 with an error of JSON-RPC', async (t) => {
  const gate: Gate = soon
  const routes = [
    rpcRoute({ path: '/throws', answer: fail }),
    rpcRoute({ path: '/rejects', answer: reject as unknown as () => void }),
    rpcRoute({ path: '/gate', gate }),
  ]
  const { url } = await startApp(t, routes)
  for (const { path } of routes) {
    const answer = await ask(url, { path, method: 'POST' })
    t.equal(answer.status, 503, path)
    t.equal(answer.headers.get('retry-after'), '3')
    t.match(await answer.json(), { jsonrpc: '2.0', error: { code: -32_000, data: { code: 'unavailable' } } })
  }
})

t.test('many refusals make one line of the log, and each is counted', async (t) => {
  const { counter, logged, url } = await startApp(t, [...ROUTES, rpcRoute({ answer: fail })])
  const began = performance.now()
  let count = 0
  do {
    await ask(url, ROUTES[count++ % ROUTES.length]!)
  } while (count < 40)
  await ask(url, { path: '/rpc', method: 'POST' })
  const lines = await logged()
  const seconds = Math.ceil((performance.now() - began) / 1000)
  const outages = lines.filter(({ msg }) => msg !== 'request')
  t.ok(outages.length <= seconds, 'one a second')
  t.match(outages[0], { level: 40, route: 'throws', more: 0, err: { message: DOWN.message } })
  const requests = lines.filter(({ msg }) => msg === 'request')
  t.ok(
    requests.every(({ level, status }) => level === 40 && status === 503),
    'no request is an error',
  )
  t.equal(counter('unavailable'), 41)
})

t.test('a route may have a form of its own for it, whether its gate or its answer fails', async (t) => {
  const unavailable: NonNullable<ReplyRoute['unavailable']> = ({ path, rawQuery, field }, { retryAfterSeconds }) => ({
    status: 503,
    mediaType: 'text/plain',
    body: text(`${path} ${rawQuery} ${field('accept-language')}`),
    cacheControl: 'no-store',
    headers: [['Retry-After', String(retryAfterSeconds)]],
  })
  const shared = { name: 'page', reads: ['accept-language'], unavailable } as const
  const { url } = await startApp(t, [
    { ...shared, path: '/answer', answer: reject },
    { ...shared, path: '/gate', gate: soon, answer: OK },
    { ...shared, path: '/fault', answer: () => Promise.reject(new Error('another fault')) },
    { ...shared, path: '/fails', unavailable: () => ({ status: 299, cacheControl: 'no-store' }), answer: reject },
  ])
  const headers = { 'Accept-Language': 'ko' }
  for (const path of ['/answer', '/gate']) {
    const answer = await fetch(`${url}${path}?a=%20`, { headers })
    t.equal(answer.status, 503)
    t.equal(answer.headers.get('retry-after'), '3')
    t.equal(await answer.text(), `${path} a=%20 ko`)
  }
  for (const path of ['/fault', '/fails']) t.equal((await fetch(url + path)).status, 500, path)
})
