import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createDocsClient, createIconsClient, SignpostError } from '../../clients/typescript/src/index.ts'
import { clientTypes, DESCRIBED, writeTypes, writtenTypes } from '../../scripts/client-types.ts'
import { DOCUMENTATION } from '../hosts/docs/documentation.ts'
import { contentTree } from '../support/content-tree.ts'
import { SMALL_ICONS } from '../support/small-icons-service.ts'
import { startService } from '../support/start-service.ts'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A server that gives one answer after another, the last one again and again. @returns its address, and how often it was asked */
async function answering(t: Test, answers: readonly Answer[]) {
  let asked = 0
  const server = createServer((_request, response) => {
    const { status, headers = {}, body = {} } = answers[Math.min(asked, answers.length - 1)]!
    asked++
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  t.teardown(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

const BUSY = { status: 503, headers: { 'Retry-After': '0' }, body: { code: 'unavailable', detail: 'Busy.' } }
const FOUND = { status: 200, body: { query: 'ab', locale: 'en', total: 0, results: [] } }

t.test('the client of a running service', async (t) => {
  const content = await contentTree(t, { ...DOCUMENTATION, ...SMALL_ICONS })
  const service = await startService(t, { content, env: { HOSTS: 'docs,icons' } })
  const docs = createDocsClient({ baseUrl: `${service.url}/` })
  const icons = createIconsClient({ baseUrl: service.iconsUrl })

  await t.test('its types are those of the API descriptions', async (t) => {
    for (const [index, hostUrl] of [service.url, service.iconsUrl].entries()) {
      const file = DESCRIBED[index]!
      const types = await clientTypes(hostUrl)
      if (process.env['WRITE'] === '1') await writeTypes(file, types)
      t.equal(await writtenTypes(file), types, `${file} is up to date, or WRITE=1 before this command writes it`)
    }
  })

  await t.test('it searches documentation and reads pages', async (t) => {
    const found = await docs.search({ q: 'crank', limit: 1, include: 'highlights,facets' })
    t.equal(found.results[0]?.title, 'Start')
    t.equal(found.facets?.section[0]?.value, 'guides')
    const page = await docs.page('/ko/guides/start')
    t.equal(page.locale, 'ko')
    t.match(page.markdown, '위젯을 시작하는 방법')
    t.match(await docs.llmsTxt(), /^# /)
  })

  await t.test('it searches icons', async (t) => {
    const found = await icons.search({ q: 'circle' })
    t.equal(found.results[0]?.id, 'own-circle')
    t.equal((await icons.icon('own-square')).id, 'own-square')
    t.equal((await icons.sets()).sets[0]?.id, 'own')
    t.equal((await icons.categories()).categories.length, 1)
    t.equal((await icons.suggest({ prefix: 'ci' })).suggestions[0]?.text, 'circle')
  })

  await t.test('a refusal has its status, code and parameter', async (t) => {
    const short = await docs.search({ q: 'a' }).catch((error: unknown) => error)
    t.ok(short instanceof SignpostError)
    t.match(short, { status: 400, code: 'invalid_query', param: 'q', message: /2 to 200/, requestId: /./ })
    await t.rejects(docs.page('/en/none'), { status: 404, code: 'page_not_found' })
    await t.rejects(icons.icon('none'), { status: 404, code: 'icon_not_found' })
  })
})

t.test('a busy service is asked again, within bounds', async (t) => {
  const busyOnce = await answering(t, [BUSY, FOUND])
  t.equal((await createDocsClient(busyOnce).search({ q: 'ab' })).total, 0)
  t.equal(busyOnce.asked(), 2)

  const busy = await answering(t, [BUSY])
  await t.rejects(createDocsClient({ ...busy, retries: 3 }).search({ q: 'ab' }), { status: 503, code: 'unavailable' })
  t.equal(busy.asked(), 4)

  const limited = await answering(t, [{ status: 429, headers: { 'Retry-After': '3600' } }])
  const refused = await createDocsClient(limited)
    .search({ q: 'ab' })
    .catch((error: unknown) => error)
  t.match(refused, { status: 429, retryAfterSeconds: 3600 })
  t.equal(limited.asked(), 1, 'an hour is more than a call waits')

  const refusing = await answering(t, [{ status: 400, body: { code: 'invalid_query', detail: 'No.' } }])
  await t.rejects(createDocsClient(refusing).search({ q: 'ab' }), { status: 400, message: 'No.' })
  t.equal(refusing.asked(), 1, 'what cannot pass is not tried again')
})

t.test('a signal ends a call while it waits for a further try', async (t) => {
  const busy = await answering(t, [{ status: 503, headers: { 'Retry-After': '9' } }])
  const ending = new AbortController()
  const call = createDocsClient({
    ...busy,
    fetch: async (...request) => {
      const response = await fetch(...request)
      setImmediate(() => ending.abort(new Error('left')))
      return response
    },
  }).search({ q: 'ab' }, { signal: ending.signal })
  await t.rejects(call, { message: 'left' })
  t.equal(busy.asked(), 1)
})

t.test('an answer of a proxy, which is no JSON, is told by its status', async (t) => {
  const server = createServer((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  t.teardown(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await t.rejects(createDocsClient({ baseUrl }).llmsTxt(), { status: 502, code: '', message: /status 502/ })
})
