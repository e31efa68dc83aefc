import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { oauthWire, restWire } from '../../../src/http/route/error-wires.ts'
import type { Gate } from '../../../src/http/route/gate.ts'
import { text } from '../../../src/http/route/reply.ts'
import type { Reply } from '../../../src/http/route/reply.ts'
import type { ReplyRoute, Route } from '../../../src/http/route/route.ts'
import type { RefusalReason } from '../../../src/shared/result.ts'
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

t.test('many refusals make a line of the log each second, and each is counted', async (t) => {
  const { logged, refusals, timed, url } = await startApp(t, [...ROUTES, rpcRoute({ answer: fail })])
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
  t.ok(requests.length <= seconds, 'one a second too')
  t.match(requests[0], { level: 40, status: 503, refusal: 'store', more: 0 }, 'it names the reason and is no error')
  t.same(refusals(), { store: 41 })
  t.equal(timed(), 0, 'times of refusals do not hide those of answers')
})

t.test('a refusal is counted and logged by its reason, whoever makes it', async (t) => {
  const refusal = (status: number, reason?: RefusalReason) =>
    ({ ok: false, status, code: 'no', detail: 'No.', ...(reason === undefined ? {} : { reason }) }) as const
  const page: Reply = { status: 503, mediaType: 'text/plain', body: text('no'), cacheControl: 'no-store' }
  const fullHandler = new Unavailable('too much waits', { reason: 'queue' })
  const { logged, refusals, timed, url } = await startApp(t, [
    { path: '/full', name: 'full', wire: restWire, answer: () => refusal(503, 'queue') },
    { path: '/late', name: 'late', wire: restWire, answer: () => Promise.resolve(refusal(503, 'deadline')) },
    {
      path: '/kept',
      name: 'kept',
      answer: () => ({ key: 'k', produce: () => Promise.resolve(refusal(503, 'deadline')) }),
    },
    { path: '/often', name: 'often', wire: restWire, answer: () => refusal(429) },
    { path: '/gate', name: 'gate', wire: restWire, gate: () => refusal(429), answer: OK },
    { path: '/other', name: 'other', wire: restWire, answer: () => refusal(503) },
    { path: '/page', name: 'page', answer: () => ({ ...page, reason: 'queue' }) },
    { path: '/plain-page', name: 'plain-page', answer: () => page },
    { path: '/thrown', name: 'thrown', answer: () => Promise.reject(fullHandler) },
    { path: '/missing', name: 'missing', answer: () => refusal(404) },
    rpcRoute({
      answer(exchange) {
        exchange.refused('deadline')
        exchange.json(200, '{"result":"try again later"}')
      },
    }),
    { path: '/ok', name: 'ok', answer: OK },
  ])
  const paths = ['full', 'late', 'kept', 'often', 'gate', 'other', 'page', 'plain-page', 'thrown', 'missing', 'ok']
  for (const path of paths) await ask(url, { path: `/${path}` })
  await ask(url, { path: '/rpc', method: 'POST' })
  t.same(refusals(), { queue: 3, deadline: 3, limit: 2, other: 2 })
  t.equal(timed(), 2, 'what was not refused')
  const lines = (await logged()).filter(({ msg, status }) => msg === 'request' && status === 503)
  t.same(
    new Set(lines.map(({ refusal }) => refusal)),
    new Set(['queue', 'deadline', 'other']),
    'each reason has a line',
  )
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
