import t, { type Test } from 'tap'
import { readDays } from '../../../src/analytics/day-files.ts'
import type { DayRecord } from '../../../src/analytics/day-record.ts'
import { startService, type RunningService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'
import { withoutInPage } from './pages/page-fixture.ts'

const CLICK = { kind: 'click', query: 'start', locale: 'en', page: '/en/guides/start', position: 2 }

async function startCounting(t: Test, env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  return startService(t, { content: DOCUMENTATION, env: { SEARCH_ANALYTICS: 'on', ...env } })
}

/** Stops the service, which writes what it has counted, and reads that. */
async function stopAndRead({ dataDir, ...service }: RunningService): Promise<DayRecord | undefined> {
  await service.stop()
  return readDays(dataDir, 2, Date.now(), (file, cause) => {
    throw new Error(file, { cause })
  })[0]
}

function send(url: string, event: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  return fetch(`${url}/api/events`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

function vote(url: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/feedback`, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' })
}

t.test('searches, clicks and feedback become the counts of the day', async (t) => {
  const service = await startCounting(t)
  const { url } = service
  for (let n = 0; n < 3; n++) {
    await fetch(`${url}/api/search?q=crank`)
    await fetch(`${url}/search?q=sprocket&locale=ko`)
    const sent = await send(url, { kind: 'search', query: 'Start', locale: 'en', found: true })
    t.equal(sent.status, 204)
    t.equal(sent.headers.get('cache-control'), 'no-store')
  }
  t.equal((await send(url, CLICK)).status, 204)
  t.equal((await send(url, { ...CLICK, page: `${url}/en/guides/start` })).status, 204)
  t.equal((await send(url, { kind: 'feedback', page: '/ko/guides/only-english', helpful: false })).status, 204)
  const voted = await vote(url, { page: '/en/guides/a b?c#d%', helpful: 'yes' })
  t.equal(voted.status, 400, 'a question mark ends the path')
  const again = await vote(url, { page: '/en/guides/start', helpful: 'yes' })
  t.equal(again.status, 303)
  t.equal(again.headers.get('location'), '/en/guides/start#ui:thanks')
  const shownInEnglish = await fetch(`${url}/ko/guides/only-english`, { headers: { Accept: 'text/html' } })
  const [, shown = ''] = /name="page" value="([^"]*)"/.exec(await shownInEnglish.text()) ?? []
  t.equal(shown, `${url}/ko/guides/only-english`)
  const korean = await vote(url, { page: shown, helpful: 'yes' })
  t.equal(korean.headers.get('location'), '/ko/guides/only-english#ui:thanks', 'the reader stays in their language')
  const odd = await fetch(`${url}/en/guides/a%20b%3Fc%23d%25`, { headers: { Accept: 'text/html' } })
  const [, encoded = ''] = /name="page" value="([^"]*)"/.exec(await odd.text()) ?? []
  const votedOdd = await vote(url, { page: encoded, helpful: 'yes' })
  t.equal(votedOdd.headers.get('location'), '/en/guides/a%20b%3Fc%23d%25#ui:thanks', 'the form encodes its page')
  const record = await stopAndRead(service)
  const queries = new Map(record?.queries.map((each) => [`${each.source} ${each.query}`, each]))
  t.match(queries.get('programs crank'), { searches: 3, nothing: 0, locale: 'en' })
  t.match(queries.get('readers sprocket'), { searches: 3, nothing: 3, locale: 'ko' }, 'English pages are no result')
  t.match(queries.get('readers start'), { searches: 3, clicks: 2, positions: 4, pages: { '/en/guides/start': 2 } })
  t.strictSame(record?.pages, [
    { page: '/en/guides/only-english', helpful: 1, unhelpful: 1 },
    { page: '/en/guides/start', helpful: 1, unhelpful: 0 },
    { page: '/en/guides/a%20b%3Fc%23d%25', helpful: 1, unhelpful: 0 },
  ])
})

t.test('who asks not to be counted is answered and not counted', async (t) => {
  const service = await startCounting(t)
  const { url } = service
  for (const headers of [{ DNT: '1' }, { 'Sec-GPC': '1' }] as Record<string, string>[]) {
    for (let n = 0; n < 3; n++) {
      t.equal((await fetch(`${url}/api/search?q=crank`, { headers })).status, 200)
      t.equal((await fetch(`${url}/search?q=crank`, { headers })).status, 200)
      t.equal((await send(url, CLICK, headers)).status, 204)
      t.equal((await vote(url, { page: '/en', helpful: 'no' }, headers)).status, 303)
    }
  }

  await t.test('events that are wrong are refused with what is wrong, and not counted', async (t) => {
    const cases: [string, unknown, Record<string, string>, number, string, RegExp][] = [
      ['no JSON', '{', {}, 400, 'invalid_event', /JSON object/],
      ['no object', [], {}, 400, 'invalid_event', /JSON object/],
      ['unknown kind', { kind: 'visit' }, {}, 400, 'invalid_event', /kind/],
      ['place 0', { ...CLICK, position: 0 }, {}, 400, 'invalid_event', /position/],
      ['place 101', { ...CLICK, position: 101 }, {}, 400, 'invalid_event', /position/],
      ['short query', { ...CLICK, query: 'x' }, {}, 400, 'invalid_event', /query/],
      ['locale', { ...CLICK, locale: 'fr' }, {}, 400, 'invalid_event', /locale/],
      ['missing page', { ...CLICK, page: '/en/none' }, {}, 400, 'invalid_event', /no such page/],
      ['foreign page', { ...CLICK, page: 'https://evil.test/en' }, {}, 400, 'invalid_event', /page/],
      ['helpful', { kind: 'feedback', page: '/en', helpful: 'yes' }, {}, 400, 'invalid_event', /helpful/],
      ['long', { ...CLICK, query: 'x'.repeat(5000) }, {}, 413, 'body_too_large', /4096/],
      ['form', CLICK, { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type', /json/],
    ]
    for (const [name, event, headers, status, code, detail] of cases) {
      const response = await send(url, event, headers)
      t.equal(response.status, status, name)
      t.equal(response.headers.get('content-type'), 'application/problem+json', name)
      t.match(await response.json(), { code, detail }, name)
    }
    t.equal((await fetch(`${url}/api/events`)).status, 405)
    t.equal((await vote(url, { page: '/en', helpful: 'maybe' })).status, 400)
    const foreign = await vote(url, { page: '/en', helpful: 'yes' }, { 'Sec-Fetch-Site': 'cross-site' })
    t.equal(foreign.status, 403)
  })

  t.equal(await stopAndRead(service), undefined)
})

t.test('an address may send 120 events a minute, of all kinds together', async (t) => {
  const service = await startCounting(t, { TRUSTED_PROXIES: '127.0.0.1' })
  const { url } = service
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  for (let n = 0; n < 40; n++) {
    await send(url, CLICK, from('192.0.2.1'))
    await vote(url, { page: '/en', helpful: 'yes' }, from('192.0.2.1'))
    await fetch(`${url}/search?q=crank`, { headers: from('192.0.2.1') })
  }
  const refused = await send(url, CLICK, from('192.0.2.1'))
  t.equal(refused.status, 429)
  t.match(refused.headers.get('retry-after'), /^[1-9]\d?$/)
  t.match(await refused.json(), { code: 'rate_limited' })
  t.equal((await fetch(`${url}/search?q=crank`, { headers: from('192.0.2.1') })).status, 200, 'the page is answered')
  t.equal((await send(url, CLICK, from('192.0.2.2'))).status, 204)
  const record = await stopAndRead(service)
  t.match(record?.queries, [{ query: 'crank', searches: 40 }])
})

t.test('pages of other origins may send events', async (t) => {
  const { url } = await startCounting(t)
  const preflight = await fetch(`${url}/api/events`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://site.test', 'Access-Control-Request-Method': 'POST' },
  })
  t.match(preflight.headers.get('access-control-allow-methods'), 'POST')
  const sent = await send(url, CLICK, { Origin: 'https://site.test' })
  t.equal(sent.status, 204)
  t.equal(sent.headers.get('access-control-allow-origin'), '*')

  await t.test('the description has the events where they are counted', async (t) => {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, { post?: object }>
    }
    t.match(paths['/api/events']?.post, { responses: { 204: { description: String }, 429: { description: String } } })
  })
})

t.test('nothing is counted and no address for it exists unless it is switched on', async (t) => {
  const { dataDir, metricsUrl, ...service } = await startService(t, { content: DOCUMENTATION })
  const { url } = service
  for (let n = 0; n < 3; n++) await fetch(`${url}/api/search?q=crank`)
  t.equal((await send(url, CLICK)).status, 404)
  t.equal((await vote(url, { page: '/en', helpful: 'yes' })).status, 404)
  const page = await (await fetch(`${url}/en/guides/start`, { headers: { Accept: 'text/html' } })).text()
  t.notMatch(withoutInPage(page), /events|feedback/)
  t.equal((await fetch(metricsUrl.replace('/metrics', '/report'))).status, 404)
  t.notMatch(await (await fetch(metricsUrl)).text(), 'signpost_searches_total')
  await service.stop()
  t.strictSame(
    readDays(dataDir, 2, Date.now(), () => undefined),
    [],
  )
})
