import t from 'tap'
import { json } from '../../../src/http/route/reply.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { startApp } from './start-app.ts'

function countedRoute(counted: string[]): Route {
  return {
    path: '/counted',
    name: 'counted',
    tally: (rawQuery, body) => counted.push(`${rawQuery} ${Buffer.from(body).toString()}`),
    answer: ({ rawQuery }) => ({
      key: rawQuery === 'b' ? 'a' : rawQuery,
      produce: async () =>
        rawQuery === 'wrong'
          ? { ok: false, status: 400, code: 'wrong', detail: 'It is wrong.' }
          : { status: 200, mediaType: 'application/json', body: json({}), cacheControl: 'no-store', tagged: true },
    }),
  }
}

t.test('every answer of a route with a tally is counted, from wherever it comes', async (t) => {
  const counted: string[] = []
  const { url } = await startApp(t, [countedRoute(counted)])
  const first = await fetch(`${url}/counted?a`)
  await fetch(`${url}/counted?a`)
  await fetch(`${url}/counted?b`)
  const etag = first.headers.get('etag') ?? ''
  const unchanged = await fetch(`${url}/counted?a`, { headers: { 'If-None-Match': etag } })
  t.equal(unchanged.status, 304)
  t.strictSame(counted, ['a {}', 'a {}', 'b {}', 'a {}'])
})

t.test('refusals are not counted', async (t) => {
  const counted: string[] = []
  const { url } = await startApp(t, [countedRoute(counted)])
  t.equal((await fetch(`${url}/counted?wrong`)).status, 400)
  t.strictSame(counted, [])
})

t.test('who asks not to be counted is answered and not counted, behind proxies too', async (t) => {
  for (const trustedProxies of [[], ['127.0.0.1']]) {
    const counted: string[] = []
    const { url } = await startApp(t, [countedRoute(counted)], { trustedProxies })
    for (const headers of [{ DNT: '1' }, { 'Sec-GPC': '1' }]) {
      t.equal((await fetch(`${url}/counted?a`, { headers })).status, 200)
    }
    t.strictSame(counted, [])
    await fetch(`${url}/counted?a`, { headers: { DNT: '0' } })
    t.strictSame(counted, ['a {}'])
  }
})
