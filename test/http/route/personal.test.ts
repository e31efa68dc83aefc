import t from 'tap'
import { AGENT_CORS } from '../../../src/http/wire/cors.ts'
import { text } from '../../../src/http/route/reply.ts'
import type { Route } from '../../../src/http/route/route.ts'
import { createAsk } from '../../support/raw-http.ts'
import { startApp } from '../server/start-app.ts'

const LONG = 'a long page that would be worth compressing. '.repeat(100)

/** A route that greets by cookie, and sets two cookies. */
const GREETING: Route = {
  path: '/me',
  name: 'me',
  cors: false,
  reads: ['cookie', 'origin', 'sec-fetch-site', 'authorization'],
  answer: ({ field }) => ({
    status: 200,
    mediaType: 'text/html; charset=utf-8',
    body: text(`${field('cookie')}|${field('origin')}|${field('sec-fetch-site')}|${field('authorization')}|${LONG}`),
    cacheControl: 'no-store',
    headers: [
      ['Set-Cookie', 'a=1; Path=/; HttpOnly'],
      ['Set-Cookie', 'b=2; Path=/'],
    ],
  }),
}

const POSTING: Route = {
  path: '/me',
  name: 'me',
  method: 'POST',
  cors: false,
  reads: ['cookie'],
  body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: 1024 },
  answer: async ({ body, field, rawQuery }) => ({
    status: 200,
    mediaType: 'text/plain',
    body: text(`${Buffer.from(body).toString()} ${field('cookie')} ${rawQuery}`),
    cacheControl: 'no-store',
  }),
}

t.test('a route reads cookies and where a request comes from, and sets several cookies', async (t) => {
  const { url } = await startApp(t, [GREETING])
  const headers = {
    Cookie: 's=1; t=2',
    Origin: 'https://a.example',
    'Sec-Fetch-Site': 'none',
    Authorization: 'Bearer x',
  }
  const answer = await fetch(`${url}/me`, { headers })
  t.equal((await answer.text()).replace(LONG, ''), 's=1; t=2|https://a.example|none|Bearer x|')
  t.same(answer.headers.getSetCookie(), ['a=1; Path=/; HttpOnly', 'b=2; Path=/'])
})

t.test('each asker gets an answer of their own, which is neither kept nor compressed', async (t) => {
  const { counter, gauge, url } = await startApp(t, [GREETING])
  for (const name of ['ann', 'bob', 'ann']) {
    const answer = await fetch(`${url}/me`, { headers: { Cookie: name, 'Accept-Encoding': 'br, gzip' } })
    t.equal(answer.headers.get('content-encoding'), null)
    t.match(await answer.text(), new RegExp(`^${name}\\|`))
  }
  t.equal(counter('cacheHits') + counter('cacheMisses'), 0)
  t.equal(gauge('cacheBytes'), 0)
})

t.test('a route that looks at a cookie may not have its answer kept', async (t) => {
  const kept = { status: 200, mediaType: 'text/plain', body: text('kept'), cacheControl: 'no-store' }
  const { logged, url } = await startApp(t, [
    { path: '/kept', name: 'kept', reads: ['cookie'], answer: () => ({ key: 'k', produce: async () => kept }) },
  ])
  t.equal((await fetch(`${url}/kept`)).status, 500)
  t.match(await logged(), [{ err: { type: 'TypeError', message: /kept answers with something to keep/ } }, {}])
})

t.test('a cookie as long as a request may be costs a route that reads it nothing but its reading', async (t) => {
  const { gauge, url } = await startApp(t, [GREETING])
  const cookie = `s=${'x'.repeat(14_000)}`
  const answer = await fetch(`${url}/me`, { headers: { Cookie: cookie } })
  t.ok((await answer.text()).startsWith(cookie))
  t.equal(gauge('cacheBytes'), 0)
})

t.test('pages of other origins can read nothing of a closed path, its errors and its preflight', async (t) => {
  const { url } = await startApp(
    t,
    [GREETING, POSTING, { path: '/open', name: 'open', reads: ['cookie'], answer: GREETING.answer }],
    {
      cors: AGENT_CORS,
    },
  )
  const ask = await createAsk(t, url)
  const foreign = ['Origin: https://a.example', 'Access-Control-Request-Method: POST', 'Content-Length: 0']
  for (const [method, status] of [
    ['GET', 200],
    ['HEAD', 200],
    ['POST', 200],
    ['OPTIONS', 204],
    ['DELETE', 405],
  ] as const) {
    const answer = await ask('/me', foreign, method)
    t.equal(answer.status, status, method)
    t.notOk([...answer.headers.keys()].some((name) => name.startsWith('access-control')))
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
  const long = await ask('/me', ['Content-Type: text/plain', 'Content-Length: 0'], 'POST')
  t.equal(long.status, 415)
  t.notOk(long.headers.has('access-control-allow-origin'))
  t.equal((await ask('/open', foreign)).headers.get('access-control-allow-origin'), '*')
  t.equal((await ask('/none', foreign)).headers.get('access-control-allow-origin'), '*')
})

t.test('a form with a charset is taken, and its route sees the query as it came', async (t) => {
  const { url } = await startApp(t, [POSTING])
  const answer = await fetch(`${url}/me?next=%2F&next=a+b`, {
    method: 'POST',
    body: 'x=1',
    headers: { 'Content-Type': 'Application/X-WWW-Form-Urlencoded;charset=UTF-8', Cookie: 's=1' },
  })
  t.equal(await answer.text(), 'x=1 s=1 next=%2F&next=a+b')
})

t.test('no query, cookie or credential comes into the log, whatever becomes of the request', async (t) => {
  const { app, logged, url } = await startApp(t, [
    GREETING,
    POSTING,
    {
      ...GREETING,
      path: '/fault',
      gate: () => ({ ok: true, headers: [], subject: null }),
      answer: () => Promise.reject(new Error('fault')),
    },
  ])
  const headers = { Cookie: 'session=private', Authorization: 'Bearer private', Referer: `${url}/me?code=private` }
  for (const path of ['/me', '/fault', '/none', '/private']) {
    await fetch(`${url}${path}?code=private&token=private`, { headers })
    await fetch(`${url}${path}?code=private`, { method: 'POST', body: 'token=private', headers })
  }
  const lines = await logged()
  t.equal(lines.filter(({ msg }) => msg === 'request').length, 8)
  t.notMatch(JSON.stringify(lines), /private/)
  t.notMatch(JSON.stringify(app.metrics.shared.routes), /private/)
})
