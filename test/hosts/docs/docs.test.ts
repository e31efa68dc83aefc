import t, { type Test } from 'tap'
import { readBuildInfo } from '../../../src/config/build-info.ts'
import { pageResponse } from '../../../src/hosts/docs/api/page.ts'
import { searchResponse } from '../../../src/hosts/docs/api/search.ts'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

const VERSION = readBuildInfo().version

async function start(t: Test): Promise<{
  readonly url: string
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>
}> {
  const { url } = await startService(t, { content: DOCUMENTATION })
  return { url, get: (path, headers = {}) => fetch(url + path, { headers, redirect: 'manual' }) }
}

/** What a browser sends. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

t.test('the docs host', async (t) => {
  const { get, url } = await start(t)

  t.test('a search answers as the interface says', async (t) => {
    const response = await get('/api/search?q=%20start%20%20a+widget%20')
    t.equal(response.status, 200)
    t.equal(response.headers.get('content-type'), 'application/json')
    t.equal(response.headers.get('cache-control'), 'public, max-age=60')
    t.match(response.headers.get('etag'), /^"[\w-]+"$/)
    const answer = searchResponse.parse(await response.json())
    t.equal(answer.query, 'start a widget')
    t.equal(answer.locale, 'en')
    t.ok(answer.total > 0)
    t.match(answer.results[0], {
      title: 'Start',
      section: 'guides',
      locale: 'en',
      url: `${url}/en/guides/start`,
      markdownUrl: `${url}/en/guides/start.md`,
    })
    t.notOk(answer.results[0] !== undefined && 'highlights' in answer.results[0])
  })

  t.test('the query is normalised by NFKC before it is measured', async (t) => {
    const answer = searchResponse.parse(await (await get(`/api/search?q=${encodeURIComponent('ﬁ')}`)).json())
    t.equal(answer.query, 'fi')
    t.equal((await get(`/api/search?q=${encodeURIComponent('가'.repeat(200))}`)).status, 200)
    t.equal((await get(`/api/search?q=${encodeURIComponent('😀'.repeat(200))}`)).status, 200)
  })

  t.test('a query without letters matches nothing', async (t) => {
    t.match(await (await get('/api/search?q=%3F%3F%3F')).json(), { query: '???', total: 0, results: [] })
  })

  t.test('limit bounds the results and leaves the total', async (t) => {
    const many = searchResponse.parse(await (await get('/api/search?q=widget&limit=50')).json())
    const one = searchResponse.parse(await (await get('/api/search?q=widget&limit=01')).json())
    t.ok(many.results.length > 1)
    t.equal(one.results.length, 1)
    t.equal(one.total, many.total)
  })

  t.test('each locale is searched by itself, and English when it has no match', async (t) => {
    t.match(await (await get(`/api/search?q=${encodeURIComponent('위젯')}&locale=ko`)).json(), { locale: 'ko' })
    t.match(await (await get('/api/search?q=sprocket&locale=ko')).json(), { locale: 'en', results: [{ locale: 'en' }] })
  })

  t.test('highlights come only when they are asked for, among names that are not known', async (t) => {
    const answer = searchResponse.parse(
      await (await get('/api/search?q=crank&include=pictures,highlights&include=%zz')).json(),
    )
    const [first] = answer.results
    t.equal(first?.anchor, 'turn-the-crank')
    t.match(first?.highlights?.extract, /crank/i)
  })

  t.test('the same question in another form is the same answer', async (t) => {
    const answers = await Promise.all(
      ['q=widget', 'q=widget&limit=10&locale=en', 'locale=en&q=+widget+', 'q=%77idget&unknown=%zz'].map((query) =>
        get(`/api/search?${query}`),
      ),
    )
    t.equal(new Set(answers.map((answer) => answer.headers.get('etag'))).size, 1)
  })

  t.test('a page answers as the interface says, by every form of its path', async (t) => {
    const expected = pageResponse.parse(await (await get('/api/page?path=/en/guides/start')).json())
    t.match(expected, {
      title: 'Start',
      description: 'About Start',
      locale: 'en',
      url: `${url}/en/guides/start`,
      markdownUrl: `${url}/en/guides/start.md`,
      updatedAt: /^2026-01-02/,
      markdown: /<Note>Read this\.<\/Note>/,
    })
    for (const path of [
      'guides/start',
      '/guides/start',
      'en/guides/start/',
      '/en/guides/start.md',
      '/en/guides/start?x=1',
      '/en/guides/start%23top',
      `${url}/en/guides/start`,
    ]) {
      const response = await get(`/api/page?path=${path}`)
      t.same(await response.json(), expected, path)
      t.equal(response.headers.get('content-language'), 'en')
      t.equal(response.headers.get('cache-control'), 'public, max-age=60')
    }
  })

  t.test('a page without a translation is the English one', async (t) => {
    const response = await get('/api/page?path=/ko/guides/only-english')
    t.equal(response.headers.get('content-language'), 'en')
    t.match(await response.json(), { locale: 'en', url: `${url}/en/guides/only-english` })
    t.equal((await get('/api/page?path=/ko/guides/start')).headers.get('content-language'), 'ko')
  })

  t.test('both addresses of every page are served', async (t) => {
    for (const path of ['/en', '/ko', '/zh/guides/start', '/en/guides/a%20b%3Fc%23d%25']) {
      const html = await get(path, BROWSER)
      t.equal(html.status, 200, path)
      t.equal(html.headers.get('content-type'), 'text/html; charset=utf-8')
      t.match(html.headers.get('vary'), /\bAccept\b/)
      t.match(html.headers.get('content-security-policy'), /default-src 'none'/)
      const markdown = await get(`${path}.md`)
      t.equal(markdown.status, 200, `${path}.md`)
      t.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8')
      const preferred = await get(path, { Accept: 'text/markdown' })
      t.equal(preferred.headers.get('content-type'), 'text/markdown; charset=utf-8')
      t.match(preferred.headers.get('vary'), /\bAccept\b/)
      t.equal(await preferred.text(), await markdown.text())
    }
  })

  t.test('an address that is not written as the page has it leads to the one that is', async (t) => {
    for (const [from, to] of [
      ['/en/', '/en'],
      ['/en/guides/start/', '/en/guides/start'],
      ['/en/guides/start/?a=1&b=%20', '/en/guides/start?a=1&b=%20'],
      ['/en/index', '/en'],
      ['/en/index.md', '/en.md'],
    ] as const) {
      const response = await get(from)
      t.same([response.status, response.headers.get('location')], [308, to], from)
    }
  })

  t.test('the start page leads to the language that the client likes best', async (t) => {
    for (const [languages, to] of [
      ['', '/en'],
      ['ko-KR,en;q=0.5', '/ko'],
      ['fr,zh-TW;q=0.1', '/zh'],
      ['de', '/en'],
    ] as const) {
      const response = await get('/', { 'Accept-Language': languages })
      t.same(
        [response.status, response.headers.get('location'), response.headers.get('vary')],
        [302, to, 'Accept-Language'],
        languages,
      )
    }
  })

  t.test('people get a page at an unknown address, in the language of the address or their own', async (t) => {
    for (const [path, language] of [
      ['/zh/none', 'zh'],
      ['/none', 'ko'],
    ] as const) {
      const response = await get(path, { ...BROWSER, 'Accept-Language': 'ko' })
      t.equal(response.status, 404)
      t.equal(response.headers.get('content-language'), language)
      t.match(await response.text(), `<html lang="${language}">`)
    }
  })

  t.test('the page for an unknown address names the pages that are near it', async (t) => {
    const near = async (path: string): Promise<string[]> => {
      const response = await get(path, { ...BROWSER, 'Accept-Language': 'en' })
      t.equal(response.status, 404, path)
      const [, list = ''] = /<h2>[^<]*<\/h2>\n<ul>(.*?)<\/ul>/s.exec(await response.text()) ?? []
      return [...list.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href ?? '')
    }
    t.equal((await near('/en/docs/v2/guides/start'))[0], '/en/guides/start', 'a page with the end of the path')
    t.equal((await near('/en/manual/turn-the-crank'))[0], '/en/guides/start', 'a page with the words')
    t.equal((await near('/ko/x/guides/only-english'))[0], '/ko/guides/only-english', 'a page in English')
    t.equal((await near('/en/guides/start/none/none'))[0], '/en/guides/start', 'the page above')
    t.strictSame(await near('/en/%25%25'), [])
  })

  t.test('an address without a locale leads to the language that the client likes best', async (t) => {
    for (const [path, languages, to] of [
      ['/guides/start', 'ko', '/ko/guides/start'],
      ['/guides/start/', '', '/en/guides/start'],
      ['/guides/start?a=1', '', '/en/guides/start?a=1'],
      ['/?a=1', 'ko', '/ko?a=1'],
      ['/guides/start.md', 'zh-CN', '/zh/guides/start.md'],
      ['/guides/only-english', 'ko', '/ko/guides/only-english'],
    ] as const) {
      const response = await get(path, { 'Accept-Language': languages })
      t.same([response.status, response.headers.get('location')], [302, to], path)
      t.match(response.headers.get('vary'), /Accept-Language/)
    }
  })

  t.test('the name of an HTML file leads people to the page', async (t) => {
    for (const [from, to, status, vary] of [
      ['/en/guides/start.html', '/en/guides/start', 308, 'Accept'],
      ['/zh/index.html', '/zh', 308, 'Accept'],
      ['/guides/start.html', '/ko/guides/start', 302, 'Accept, Accept-Language'],
    ] as const) {
      const response = await get(from, { ...BROWSER, 'Accept-Language': 'ko' })
      t.same(
        [response.status, response.headers.get('location'), response.headers.get('vary')],
        [status, to, vary],
        from,
      )
      t.equal((await get(from)).status, 404, 'programs are told that there is no such address')
    }
    t.equal((await get('/en/guides/none.html', BROWSER)).status, 404)
  })

  t.test('the page of results answers people who have no script', async (t) => {
    t.match(await (await get('/search?q=crank&locale=en')).text(), /<mark>crank<\/mark>/i)
    t.equal((await get('/search')).status, 200)
    t.equal((await get('/search?q=a')).status, 400)
  })

  t.test('the indexes for language models are plain text', async (t) => {
    for (const path of ['/llms.txt', '/llms-full.txt', '/en/llms.txt', '/ko/llms.txt', '/zh/llms.txt']) {
      const response = await get(path)
      t.equal(response.status, 200, path)
      t.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
      t.match(await response.text(), /^# /)
    }
  })

  t.test('the problem page that an error names is served', async (t) => {
    const { documentation } = (await (await get('/api/search')).json()) as { documentation: string }
    t.equal(documentation, `${url}/en/api/errors`)
    t.equal((await fetch(documentation)).status, 200)
  })

  t.test('the static files of the pages may be kept for ever', async (t) => {
    const html = await (await get('/en', BROWSER)).text()
    const files = [...html.matchAll(/\/_\/[\w.-]+/g)].map(([path]) => path)
    t.ok(files.length >= 3)
    for (const path of files) {
      const response = await get(path)
      t.equal(response.status, 200, path)
      t.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    }
  })

  t.test('health and readiness are never kept', async (t) => {
    for (const [path, body] of [
      ['/healthz', { status: 'ok', version: VERSION }],
      ['/readyz', { status: 'ready', generation: 1, content: /^sha256:[0-9a-f]{64}$/ }],
    ] as const) {
      const response = await get(path)
      t.match([response.status, await response.json(), response.headers.get('cache-control')], [200, body, 'no-store'])
    }
  })

  t.test('the API catalog leads to the API description', async (t) => {
    const response = await get('/.well-known/api-catalog')
    t.match(response.headers.get('content-type'), /^application\/linkset\+json;/)
    t.match(response.headers.get('link'), /rel="api-catalog"/)
    const { linkset } = (await response.json()) as { linkset: Record<string, { href: string }[]>[] }
    const { paths } = (await (await get('/openapi.json')).json()) as { paths: object }
    const linked = Object.keys(paths).map((path) => ({ href: url + path }))
    t.strictSame(linkset[0]?.['item'], linked, 'the described routes, in the order of the description')
    for (const link of linkset.flatMap((context) => Object.values(context).filter(Array.isArray).flat())) {
      const status = (await fetch(link.href)).status
      t.ok(status === 200 || status === 400, `${link.href} is served`)
    }
  })

  t.test('the API description states what the schemas validate', async (t) => {
    const description = (await (await get('/openapi.json')).json()) as Record<string, unknown>
    const string = { type: 'string' }
    t.match(description, {
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url }],
      paths: {
        '/api/search': {
          get: {
            operationId: 'searchDocs',
            parameters: [
              { name: 'q', in: 'query', required: true, schema: { ...string, minLength: 2, maxLength: 200 } },
              { name: 'locale', required: false, schema: { ...string, enum: ['en', 'zh', 'ko'], default: 'en' } },
              { name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
              { name: 'include' },
            ],
            responses: {
              200: {
                content: { 'application/json': { schema: { required: ['query', 'locale', 'total', 'results'] } } },
              },
              400: {
                content: {
                  'application/problem+json': { schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, {}] } },
                },
              },
            },
          },
        },
        '/api/page': {
          get: {
            operationId: 'getDocPage',
            parameters: [{ name: 'path', required: true, schema: { ...string, minLength: 1 } }],
            responses: { 400: {}, 404: {} },
          },
        },
        '/llms.txt': {
          get: { operationId: 'getLlmsTxt', parameters: [], responses: { 200: { content: { 'text/plain': {} } } } },
        },
      },
      components: { schemas: { Problem: { required: ['type', 'title', 'status', 'code', 'detail'] } } },
    })
  })
})
