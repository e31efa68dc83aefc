import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { BUILT_SITE } from '../../docs/readers/html/built-site.ts'
import { markedPages } from '../../support/content-tree.ts'
import { failToStart, startService } from '../../support/start-service.ts'

const SITE = 'https://lantern.example/docs'

interface Result {
  readonly url: string
  readonly markdownUrl: string
  readonly anchor?: string
}

async function start(t: Parameters<typeof startService>[0], yaml: string, env: Record<string, string> = {}) {
  const service = await startService(t, { content: { ...BUILT_SITE, 'site.yaml': yaml }, env })
  const { url } = service
  const get = (path: string, accept = 'text/html'): Promise<Response> =>
    fetch(`${url}${path}`, { redirect: 'manual', headers: { Accept: accept, 'Accept-Language': 'zh' } })
  const search = async (q: string, locale: string): Promise<Result[]> => {
    const response = await get(`/api/search?include=highlights&locale=${locale}&q=${encodeURIComponent(q)}`)
    return ((await response.json()) as { results: Result[] }).results
  }
  return { service, url, get, search }
}

t.test('beside a site, results lead to its pages and headings, and Markdown stays here', async (t) => {
  const { url, get, search } = await start(t, `url: ${SITE}/\nname: { en: Lantern handbook }\n`)
  t.match(await search('wick', 'en'), [{ url: `${SITE}/guide/start.html`, markdownUrl: `${url}/en/guide/start.md` }])
  t.match(await search('init', 'en'), [{ url: `${SITE}/guide/start.html`, anchor: 'setup' }])
  t.match(await search('灯芯', 'zh'), [
    { url: `${SITE}/zh-CN/guide/start.html`, markdownUrl: `${url}/zh/guide/start.md` },
  ])
  t.match(await search('照亮', 'zh'), [{ url: `${SITE}/zh-CN/`, markdownUrl: `${url}/zh.md` }])

  const markdown = await get('/zh/guide/start.md')
  t.equal(markdown.status, 200)
  t.equal(markdown.headers.get('link'), `<${SITE}/zh-CN/guide/start.html>; rel="canonical"`)
  t.match(await markdown.text(), '点燃灯芯。')
  t.equal((await get('/en/guide/start', 'text/markdown')).status, 200)

  const index = await (await get('/llms.txt')).text()
  t.match(index, `# Lantern handbook\n\n> About Lantern\n`)
  t.match(index, `People read these pages on ${SITE}.`)
  t.match(index, `(${url}/en/guide/start.md)`)
  t.match(await (await get('/llms-full.txt')).text(), `Source: ${SITE}/guide/start.html`)
})

t.test('beside a site whose address ends without a slash', async (t) => {
  const { service, url, get } = await start(t, `url: ${SITE}\n`, { WATCH: '1' })
  const { contentDir, logs } = service

  await t.test('addresses of pages for people lead there', async (t) => {
    for (const [path, location] of [
      ['/', `${SITE}/`],
      ['/en', `${SITE}/`],
      ['/zh', `${SITE}/zh-CN/`],
      ['/zh/guide/start', `${SITE}/zh-CN/guide/start.html`],
      ['/ko', `${SITE}/`],
    ] as const) {
      const response = await get(path)
      t.equal(response.status, 302, path)
      t.equal(response.headers.get('location'), location, path)
    }
    t.match((await get('/en/guide/start')).headers.get('vary'), /Accept/)
    t.equal((await get('/en/none')).status, 404)
    const results = await (await get('/search?q=init&locale=en')).text()
    t.match(results, `<a href="${SITE}/guide/start.html#setup">`)
  })

  await t.test('a page is read by any of its addresses there', async (t) => {
    const read = async (path: string): Promise<Record<string, unknown>> =>
      (await (await get(`/api/page?path=${encodeURIComponent(path)}`)).json()) as Record<string, unknown>
    for (const path of [
      `${SITE}/zh-CN/guide/start.html`,
      `${SITE}/zh-CN/guide/start`,
      `${SITE}/zh-CN/guide/start/?x=1#y`,
      `${SITE}/zh-CN/guide/start/index.html`,
      `${url}/zh/guide/start`,
      '/zh/guide/start',
    ]) {
      t.match(
        await read(path),
        {
          title: '快速开始',
          locale: 'zh',
          url: `${SITE}/zh-CN/guide/start.html`,
          markdownUrl: `${url}/zh/guide/start.md`,
        },
        path,
      )
    }
    t.match(await read(`${SITE}/`), { title: 'Lantern', url: `${SITE}/` })
    t.match(await read(SITE), { title: 'Lantern' })
    t.match(await read(`${SITE}/none`), { code: 'page_not_found' })
    t.match(await read('https://lantern.example/documents'), { code: 'invalid_path' })
    t.match(await read(`${SITE}/%ff`), { code: 'invalid_path' })

    const call = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_page', arguments: { path: `${SITE}/guide/start.html#setup` } },
      }),
    })
    t.match(await call.text(), `<${SITE}/guide/start.html>`)
  })

  await t.test('with WATCH, a faulty site.yaml changes nothing until it is mended', async (t) => {
    const location = async (): Promise<string | null> =>
      (await fetch(`${url}/`, { redirect: 'manual', headers: { Accept: 'text/html' } })).headers.get('location')
    // A build may begin at any moment, and must not read a file that is half written.
    const saveSettings = async (text: string): Promise<void> => {
      await writeFile(`${contentDir}.draft`, text)
      await rename(`${contentDir}.draft`, join(contentDir, 'site.yaml'))
    }
    await saveSettings('url: example\n')
    t.match(await service.logged('the index could not be built'), {
      reason: /site\.yaml:1:6 url: must be a whole address/,
    })
    t.equal(await location(), `${SITE}/`)
    const before = logs.length
    await saveSettings('url: https://mended.example\n')
    await service.logged('index built', before)
    t.equal(await location(), 'https://mended.example/')
  })
})

t.test('old addresses are redirected for good, in the locale of the request', async (t) => {
  const { get } = await start(
    t,
    'redirects:\n  /old: /guide/start\n  /part: https://lantern.example/x?b=1#y\n  /en/older: https://lantern.example/x\n  /guide/start: /none\n',
  )
  for (const [path, location] of [
    ['/old', '/en/guide/start'],
    ['/zh/old', '/zh/guide/start'],
    ['/zh/old.md', '/zh/guide/start.md'],
    ['/en/older', 'https://lantern.example/x'],
    ['/old?a=1', '/en/guide/start?a=1'],
    ['/part?a=1', 'https://lantern.example/x?b=1&a=1#y'],
  ] as const) {
    for (const accept of ['text/html', 'text/markdown', '*/*']) {
      const response = await get(path, accept)
      t.equal(response.status, 308, path)
      t.equal(response.headers.get('location'), location, path)
    }
  }
  t.equal((await get('/en/guide/start')).status, 200, 'a page wins over a redirect')
  t.equal((await get('/zh/older')).status, 404)
})

t.test('old addresses of a source lead to its pages without a locale too', async (t) => {
  const config = `export default { locales: { root: { lang: 'en' }, zh: { lang: 'zh' } } }`
  const pages = { 'guide/start.md': '# Start', 'public/_redirects': '/old/* /guide/:splat\n' }
  const paths = { '/old/start': '/en/guide/start', '/en/old/start': '/en/guide/start', '/old/none': null }
  for (const [files, status] of [
    [{ '.vitepress/config.js': 'export default {}' }, 308],
    [{ '.vitepress/config.js': config, 'zh/index.md': '# 首页' }, 302],
  ] as const) {
    const { url } = await startService(t, { content: { ...pages, ...files } })
    for (const [path, location] of Object.entries(paths)) {
      const response = await fetch(`${url}${path}`, { redirect: 'manual', headers: { 'Accept-Language': 'zh' } })
      t.equal(response.headers.get('location'), location, path)
      t.equal(response.status, location === null ? 404 : path.startsWith('/en/') ? 308 : status, path)
    }
  }
})

t.test('beside a site that Markdown is the source of, addresses follow from path and locale', async (t) => {
  const content = { ...markedPages('lantern', 2), 'docs/ko/guides/page-1.md': '# 등불', 'site.yaml': `url: ${SITE}\n` }
  const { url } = await startService(t, { content })
  const response = await fetch(`${url}/api/search?q=${encodeURIComponent('등불')}&locale=ko`)
  t.match(await response.json(), { results: [{ url: `${SITE}/ko/guides/page-1` }] })
  t.match(await (await fetch(`${url}/api/page?path=/guides/page-1`)).json(), { url: `${SITE}/guides/page-1` })
})

t.test('a start with a faulty site.yaml fails with all its faults', async (t) => {
  const content = { ...markedPages('first', 1), 'site.yaml': 'nmae: A\nurl: example\n' }
  const { code, stderr } = await failToStart(t, { content })
  t.not(code, 0)
  t.match(stderr, 'site.yaml has 2 faults:')
  t.match(stderr, 'site.yaml:1:1 there is no member nmae. Did you mean name?')
  t.match(stderr, 'site.yaml:2:6 url: must be a whole address')
})
