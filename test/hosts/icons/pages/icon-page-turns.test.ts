// Pages of icons while the icon thread has more than enough to do.
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { createIconsPages, ICON_PAGE_PARAMETERS, ICONS_PAGE_READS } from '../../../../src/hosts/icons/icons-pages.ts'
import { defineRoute } from '../../../../src/http/route/route.ts'
import { createIconRenderer } from '../../../../src/pool/lazy/icon-renderer.ts'
import { startApp } from '../../../http/server/start-app.ts'
import { CIRCLE_SVG, SQUARE_LOTTIE } from '../../../support/small-icons.ts'
import { SITE } from '../../docs/pages/page-fixture.ts'

const HANGING = fileURLToPath(new URL('../../../support/faulty-icon-worker.ts', import.meta.url))
const RECORD = {
  id: 'own-circle',
  title: 'Circle',
  set: 'own',
  category: 'brand',
  style: '',
  tags: [],
  aliases: [],
  width: 24,
  height: 24,
  frameRate: null,
  durationMs: 1000,
  loop: true,
  formats: [{ ext: 'svg', url: 'https://icons.example/assets/own-circle.svg?v=0', bytes: 1, sha256: '0'.repeat(64) }],
  variants: [],
  license: { spdx: 'MIT', url: 'https://license.example' },
  author: { name: 'We', url: 'https://we.example' },
  source: { package: 'own', version: '1' },
}

/** What the pages take of the service: one icon, with two files of this length. */
function iconsOf(lengthBytes: number) {
  const files = {
    svg: CIRCLE_SVG.replace('</svg>', '</svg>'.padStart(lengthBytes - CIRCLE_SVG.length)),
    json: SQUARE_LOTTIE.padEnd(lengthBytes),
  }
  return {
    content: '0'.repeat(64),
    facets: { categories: [], sets: [], styles: [], formats: ['svg'] },
    icon: (id: string) => (id === RECORD.id ? new TextEncoder().encode(JSON.stringify(RECORD)) : null),
    asset: (_id: string, ext: 'svg' | 'json') =>
      Promise.resolve({ ok: true, value: { bytes: new TextEncoder().encode(files[ext]) } }),
  } as never
}

/** Starts the pages. `waitFor` resolves when so many of them were given to the icon thread. */
async function start(t: Test, lengthBytes = 2000) {
  const renderer = createIconRenderer((message) => t.fail(message), { workerFile: HANGING, timeoutMs: 60_000 })
  t.teardown(() => renderer.close())
  let given = 0
  let wake = (): void => {}
  const pages = createIconsPages({
    siteUrl: SITE.siteUrl,
    assets: SITE.assets,
    icons: iconsOf(lengthBytes),
    renderPage(...args) {
      const page = renderer.renderPage(...args)
      given += 1
      wake()
      return page
    },
  })
  const route = { path: '/icons/*', name: '/icons/{id}', reads: ICONS_PAGE_READS } as const
  const { url } = await startApp(t, [defineRoute({ ...route, parameters: ICON_PAGE_PARAMETERS, answer: pages.icon })], {
    trustedProxies: ['127.0.0.1/32'],
  })
  return {
    pages,
    renderer,
    given: () => given,
    waitFor: async (count: number): Promise<void> => {
      while (given < count) await new Promise<void>((resolve) => (wake = resolve))
    },
    get: (query: string, address: string) =>
      fetch(`${url}/icons/own-circle${query}`, { headers: { 'x-forwarded-for': address } }),
  }
}

/** Has four addresses ask for 16 pages each, none of which will ever be written. */
function fill({ get }: Awaited<ReturnType<typeof start>>): Promise<Response>[] {
  const colour = (n: number): string => n.toString(16).padStart(6, '0')
  return Array.from({ length: 64 }, (_, n) => get(`?color=${colour(n)}&speed=4`, `192.0.2.${n % 4}`))
}

t.test('four addresses fill the queue, and everybody else gets plain pages, and turns for others', async (t) => {
  const started = await start(t)
  const { get, given, waitFor } = started
  const flood = fill(started)
  let settled = 0
  for (const each of flood) void each.then(() => (settled += 1))
  await waitFor(64)
  const queries = ['', '?lang=en', '?lang=zh', '?lang=ko', '?color=none', '?lang=ko&size=9999']
  const plain = await Promise.all(queries.map((query) => get(query, '198.51.100.1')))
  t.strictSame(
    plain.map(({ status }) => status),
    queries.map(() => 200),
  )
  t.match(await plain[3]?.text(), '<html lang="ko">')
  t.equal((await get('?lang=zh', '192.0.2.0')).status, 200, 'for those who filled it too')
  t.equal(given(), 64)
  t.equal(settled, 0)

  const chosen = get('?color=ff0000', '198.51.100.1')
  const refused = await Promise.race(flood)
  t.equal(refused.status, 503, 'one of the flood makes room')
  await get('?lang=zh', '198.51.100.1')
  t.equal(settled, 1)
  await started.renderer.close()
  t.equal((await chosen).status, 503, 'it waited until the thread ended')
  await Promise.all(flood)
})

t.test('a refused page says so to a person', async (t) => {
  const started = await start(t)
  await started.renderer.close()
  const titles = { en: 'Too much is asked for at once.', zh: '当前请求太多', ko: '지금 요청이 너무 많습니다' }
  for (const [lang, title] of Object.entries(titles)) {
    const answer = await started.get(`?color=f00&lang=${lang}`, '198.51.100.1')
    t.equal(answer.status, 503)
    t.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    t.equal(answer.headers.get('content-language'), lang)
    t.equal(answer.headers.get('retry-after'), '1')
    t.equal(answer.headers.get('cache-control'), 'no-store')
    t.match(await answer.text(), `<h1>${title}`)
  }
})

t.test('a plain page of long files is written by the thread', async (t) => {
  const expected = [
    [60_000, 0],
    [70_000, 1],
  ] as const
  for (const [lengthBytes, count] of expected) {
    const { get, given } = await start(t, lengthBytes)
    t.match(await (await get('', '198.51.100.1')).text(), 'data-id="own-circle"')
    t.equal(given(), count, `two files of ${lengthBytes} bytes`)
  }
})

t.test('a page that nobody waits for any more leaves the queue', async (t) => {
  const started = await start(t)
  const flood = fill(started)
  await started.waitFor(64)
  const asked = { color: '#ff0000', size: null, speed: null, trigger: 'load', inline: false, lang: null }
  const request = { query: asked, path: '/icons/own-circle', field: () => '', caller: { address: '203.0.113.1' } }
  const page = started.pages.icon(request as never)
  const left = 'produce' in page ? page.produce?.(() => true) : null
  await started.waitFor(65)
  t.match(await left, { status: 503 }, 'although the thread has another')
  await started.renderer.close()
  await Promise.all(flood)
})
