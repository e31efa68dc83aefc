import t from 'tap'
import { text } from '../../../src/http/route/reply.ts'
import type { Cacheable } from '../../../src/http/route/reply.ts'
import type { ReplyRoute, RouteRequest } from '../../../src/http/route/route.ts'
import { found, heldRoute } from '../server/held-route.ts'
import { startApp, until } from '../server/start-app.ts'

t.test('no address gets the kept answer of another, however alike both are written', async (t) => {
  const describe = ({ path, rawQuery }: RouteRequest): Cacheable => ({
    key: `${path} ${rawQuery}`,
    produce: async () => ({ status: 200, body: text(`${path} ${rawQuery}`), cacheControl: 'no-store' }),
  })
  const { url } = await startApp(t, [
    { path: '/pages/*', name: 'pages', answer: describe },
    { path: '/pages', name: 'all', answer: describe },
  ])
  const addresses = ['/pages/*?/pages/a?x', '/pages/a?x', '/pages?/pages/a?x', '/pages/*?', '/pages?', '/pages/*']
  for (let time = 0; time < 4; time++) {
    for (const address of addresses) {
      const [path, ...query] = address.split('?')
      t.equal(await (await fetch(url + address)).text(), `${path} ${query.join('?')}`, address)
    }
  }
})

t.test('equal requests under way share one call, and later ones its answer', async (t) => {
  const { asked, calls, release, route } = heldRoute()
  const { url, logged } = await startApp(t, [route])
  const first = Promise.all(
    Array.from({ length: 10 }, (_, index) => fetch(`${url}/held?q=a&x=${index}`).then((answer) => answer.text())),
  )
  await until(() => asked() === 10)
  release(found('shared'))
  t.same(await first, Array(10).fill('shared'))
  t.equal(await (await fetch(`${url}/held?q=a`)).text(), 'shared')
  t.equal(await (await fetch(`${url}/held?q=a`)).text(), 'shared')
  t.equal(calls(), 1)
  const uses = (await logged()).map((line) => line['cache'])
  t.equal(uses.filter((use) => use === 'miss').length, 10)
  t.equal(uses.filter((use) => use === 'hit').length, 2)
})

t.test('answers of a state that requests name are kept apart from the others, for those who name it', async (t) => {
  const route = (body: string, called: () => void): ReplyRoute => ({
    path: '/page',
    name: 'page',
    answer: () => ({
      key: 'page',
      produce: async () => {
        called()
        return { status: 200, body: text(body), cacheControl: 'public, max-age=60' }
      },
    }),
  })
  const calls: string[] = []
  const named = [route('named', () => calls.push('named'))]
  const { url } = await startApp(t, [route('current', () => calls.push('current'))], { states: { find: () => named } })
  const ask = (headers: Record<string, string>): Promise<Response> => fetch(`${url}/page`, { headers })
  for (let time = 0; time < 3; time++) {
    const answer = await ask({ 'Signpost-Generation': 'any' })
    t.strictSame([await answer.text(), answer.headers.get('cache-control')], ['named', 'private, no-store'])
    const plain = await ask({})
    t.strictSame([await plain.text(), plain.headers.get('cache-control')], ['current', 'public, max-age=60'])
  }
  t.strictSame(calls, ['named', 'current'])
})

t.test('a new generation asks again, and what an older one answered late is not kept', async (t) => {
  let generation = 1
  const { calls, release, route } = heldRoute()
  const { url } = await startApp(t, [route], { generation: () => generation })
  const early = fetch(`${url}/held`).then((answer) => answer.text())
  await until(() => calls() === 1)
  generation = 2
  const late = fetch(`${url}/held`).then((answer) => answer.text())
  await until(() => calls() === 2)
  release(found('whatever'))
  await Promise.all([early, late])
  generation = 3
  const again = fetch(`${url}/held`).then((answer) => answer.text())
  await until(() => calls() === 3)
  release(found('third'))
  t.equal(await again, 'third')
})

t.test('a refusal is not kept', async (t) => {
  const { calls, release, route } = heldRoute()
  const { url } = await startApp(t, [route])
  const refused = fetch(`${url}/held`)
  await until(() => calls() === 1)
  release({ ok: false, status: 503, code: 'unavailable', detail: 'Later.', retryAfterSeconds: 3 })
  const answer = await refused
  t.equal(answer.status, 503)
  t.equal(answer.headers.get('retry-after'), '3')
  t.equal(answer.headers.get('content-type'), 'application/problem+json')
  t.same(await answer.json(), {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'unavailable',
    detail: 'Later.',
    documentation: 'http://localhost/errors',
  })
  const again = fetch(`${url}/held`)
  await until(() => calls() === 2)
  release(found('now'))
  t.equal((await again).status, 200)
})
