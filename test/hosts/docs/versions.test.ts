import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { startService } from '../../support/start-service.ts'
import { VERSIONED } from './versioned.ts'
import { withoutInPage } from './pages/page-fixture.ts'

const { url } = await startService(t, { content: VERSIONED })

interface Result {
  readonly url: string
  readonly version?: string
}

async function search(q: string, more: Record<string, string> = {}): Promise<{ status: number; found: string[] }> {
  const response = await fetch(`${url}/api/search?${new URLSearchParams({ q, ...more }).toString()}`)
  const { results = [] } = (await response.json()) as { results?: Result[] }
  const found = results.map(({ url: address, version = '-' }) => `${new URL(address).pathname} ${version}`)
  return { status: response.status, found }
}

async function html(path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
  t.equal(response.status, 200, path)
  return response.text()
}

t.test('search finds the default version, and pages of every version', async (t) => {
  t.strictSame((await search('lantern')).found.toSorted(), ['/en/docs/intro 2.0', '/en/help -'])
  t.strictSame((await search('candle')).found, [])
  t.strictSame((await search('lantern', { version: '2.0' })).found.toSorted(), ['/en/docs/intro 2.0', '/en/help -'])
})

t.test('content without a home page has one that lists the default version', async (t) => {
  const home = await html('/en')
  t.match(home, 'href="/en/docs/intro"')
  t.notMatch(home, 'href="/en/docs/1.0/')
  t.match(await (await fetch(`${url}/en.md`)).text(), '](/en/docs/intro)')
  t.match(await (await fetch(`${url}/en/sitemap.xml`)).text(), `<loc>${url}/en</loc>`)
})

t.test('search finds another version by its name, with extracts too', async (t) => {
  t.strictSame((await search('lantern', { version: '1.0' })).found.toSorted(), ['/en/docs/1.0/intro 1.0', '/en/help -'])
  t.strictSame((await search('battery', { version: 'current' })).found.toSorted(), [
    '/en/docs/next/intro current',
    '/en/docs/next/new current',
  ])
  const marked = await search('candle', { version: '1.0', include: 'highlights' })
  t.strictSame(marked.found.toSorted(), ['/en/docs/1.0/intro 1.0', '/en/docs/1.0/old 1.0'])
  t.strictSame((await search('candle', { version: '1.0', locale: 'zh' })).found.length, 2, 'English stands in')
})

t.test('a version that there is not is refused with the versions that there are', async (t) => {
  for (const path of ['/api/search?q=lantern', '/api/page?path=/en/docs/intro', '/en/llms.txt?']) {
    const response = await fetch(`${url}${path}&version=3.0`)
    t.equal(response.status, 400, path)
    t.match(await response.json(), {
      code: 'invalid_version',
      param: 'version',
      detail: 'Give version one of current, 2.0, 1.0, or leave it out for 2.0.',
    })
  }
})

t.test('a page is given in the version of its path, or in the one that is asked for', async (t) => {
  const get = async (path: string, version?: string): Promise<[number, unknown, unknown]> => {
    const parameters = new URLSearchParams({ path, ...(version === undefined ? {} : { version }) })
    const response = await fetch(`${url}/api/page?${parameters.toString()}`)
    const { url: address, version: named } = (await response.json()) as { url?: string; version?: string }
    return [response.status, address === undefined ? undefined : new URL(address).pathname, named]
  }
  t.strictSame(await get('/en/docs/intro'), [200, '/en/docs/intro', '2.0'])
  t.strictSame(await get('/en/docs/1.0/intro'), [200, '/en/docs/1.0/intro', '1.0'])
  t.strictSame(await get('/en/docs/intro', '1.0'), [200, '/en/docs/1.0/intro', '1.0'])
  t.strictSame(await get('/en/docs/1.0/intro', '2.0'), [200, '/en/docs/intro', '2.0'])
  t.strictSame(await get('/en/docs/wick', '1.0'), [404, undefined, undefined])
  t.strictSame(await get('/en/help', '1.0'), [200, '/en/help', undefined])
})

t.test('a page of an older version says so, names the newest and searches in its own', async (t) => {
  const page = await html('/en/docs/1.0/intro')
  t.match(page, 'You are reading 1.0. The newest version is 2.0. <a href="/en/docs/intro">This page in 2.0</a>')
  t.match(
    page,
    '<link rel="canonical" href="http://localhost:4000/en/docs/intro">'.replace('http://localhost:4000', url),
  )
  t.match(page, '<input type="hidden" name="version" value="1.0">')
  t.match(page, '<a href="/en/docs/1.0/old">')
  t.notMatch(page, 'href="/en/docs/wick"')
  t.match(await html('/en/docs/1.0/old'), '<a href="/en/docs/intro">Start of 2.0</a>')
  t.match(await html('/en/docs/1.0/old'), `<link rel="canonical" href="${url}/en/docs/1.0/old">`)
  t.match(await html('/en/docs/next/intro'), 'You are reading Next, which is not released yet.')
  t.match(await html('/zh/docs/1.0/intro'), '最新版本是 2.0')
})

t.test('the switch leads to the same page of each version, or to its beginning', async (t) => {
  const page = await html('/en/docs/intro')
  t.match(page, '<summary>Version: 2.0</summary>')
  t.match(page, '<li><a href="/en/docs/next/intro">Next</a></li>')
  t.match(page, '<li><a href="/en/docs/intro" aria-current="true">2.0</a></li>')
  t.match(page, '<li><a href="/en/docs/1.0/intro">1.0</a></li>')
  t.notMatch(withoutInPage(page), 'other-version')
  t.notMatch(page, 'name="version"')
  t.match(await html('/en/docs/wick'), '<li><a href="/en/docs/1.0/intro">1.0</a></li>')
  t.notMatch(await html('/en/help'), 'class="versions"')
})

t.test('Markdown of an older page names the newest as canonical', async (t) => {
  const response = await fetch(`${url}/en/docs/1.0/intro.md`)
  t.equal(response.headers.get('link'), `<${url}/en/docs/intro>; rel="canonical"`)
})

t.test('the page of results stays in its version', async (t) => {
  const page = await html('/search?q=lantern&version=1.0')
  t.match(page, '<a href="/en/docs/1.0/intro">')
  t.match(page, '<p class="section">Docs · 1.0</p>')
  t.match(page, 'href="/search?q=lantern&amp;locale=zh&amp;version=1.0"')
  t.match(await html('/search?q=lantern&version=nonsense'), '<a href="/en/docs/intro">')
})

t.test('llms.txt lists the default version and names the indexes of the others', async (t) => {
  const text = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text()
  const index = await text('/llms.txt')
  t.match(index, `${url}/en/docs/wick.md`)
  t.notMatch(index, 'docs/1.0/')
  t.match(index, `This index lists version 2.0.`)
  t.match(index, `[1.0](${url}/en/llms.txt?version=1.0)`)
  const old = await text('/en/llms.txt?version=1.0')
  t.match(old, `${url}/en/docs/1.0/old.md`)
  t.notMatch(old, 'docs/wick')
  t.match(old, `[2.0](${url}/en/llms.txt)`)
  t.notMatch(await text('/llms-full.txt'), 'candle')
})

t.test('the description names the parameter, the member and the code', async (t) => {
  const description = JSON.stringify(await (await fetch(`${url}/openapi.json`)).json())
  t.match(description, '"name":"version"')
  t.match(description, '"invalid_version"')
})

interface ListedTool {
  readonly inputSchema: { readonly properties: Record<string, unknown> }
}

async function rpc(service: string, method: string, params: object = {}): Promise<unknown> {
  const response = await fetch(`${service}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: unknown }).result
}

async function versionsOfTools(service: string): Promise<unknown[]> {
  const { tools } = (await rpc(service, 'tools/list')) as { tools: readonly ListedTool[] }
  return tools.map(({ inputSchema }) => (inputSchema.properties['version'] as { enum?: unknown } | undefined)?.enum)
}

t.test('agents choose a version', async (t) => {
  t.strictSame(
    await versionsOfTools(url),
    Array.from({ length: 4 }, () => ['current', '2.0', '1.0']),
  )
  const call = (name: string, args: object): Promise<unknown> => rpc(url, 'tools/call', { name, arguments: args })
  t.match(await call('search_docs', { query: 'candle', version: '1.0' }), {
    content: [{ text: /^2 of 2 pages.*\/en\/docs\/1\.0\/.*\/en\/docs\/1\.0\//s }],
  })
  t.match(await call('get_page', { path: '/en/docs/intro', version: '1.0' }), {
    content: [{ text: /^<.*\/en\/docs\/1\.0\/intro>, version 1\.0\n\n# .*candle/s }],
  })
  t.match(await call('get_page', { path: '/en/docs/wick', version: '1.0' }), {
    isError: true,
    content: [{ text: /^No page has this path in version 1\.0\./ }],
  })
  t.match(await call('search_docs', { query: 'candle', version: '3.0' }), { isError: true })
  const sections = JSON.stringify(await call('list_sections', { version: '1.0' }))
  t.match(sections, 'docs/1.0/old')
  t.notMatch(sections, 'wick')
})

t.test('content without versions shows none, and those of new content are served after a rebuild', async (t) => {
  const { 'versions.json': versions = '', ...files } = VERSIONED
  const service = await startService(t, { content: files, env: { LOG_LEVEL: 'info' } })
  const answer = async (): Promise<string> =>
    (await fetch(`${service.url}/api/search?q=battery&version=current`)).text()
  t.match(await answer(), '/en/docs/new"')
  t.notMatch(await answer(), 'version')
  t.strictSame(await versionsOfTools(service.url), [undefined, undefined, undefined, undefined])
  const logged = service.logs.length
  await writeFile(join(service.contentDir, 'versions.json'), versions)
  service.signal('SIGHUP')
  await service.logged('index built', logged)
  t.match(await answer(), '/en/docs/next/new"')
  t.strictSame(
    await versionsOfTools(service.url),
    Array.from({ length: 4 }, () => ['current', '2.0', '1.0']),
  )
  await service.stop()
  const again = await startService(t, { content: service.contentDir, env: { DATA_DIR: service.dataDir } })
  t.match(await (await fetch(`${again.url}/api/search?q=candle&version=1.0`)).text(), '"total":2')
})
