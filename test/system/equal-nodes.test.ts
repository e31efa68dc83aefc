import { cpSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { contentTree, temporaryFolder, type Files } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { CIRCLE_SVG, folderSources, SQUARE_LOTTIE } from '../support/small-icons.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const DOCS_URL = 'http://docs.example'
const ICONS_URL = 'http://icons.example'
const MS_PER_DAY = 86_400_000

const CONTENT: Files = {
  'docs/en/index.md': '---\ntitle: Home\n---\n\nWelcome to the widgets. See ![a circle](./circle.svg)\n',
  'docs/en/circle.svg': CIRCLE_SVG,
  'docs/en/guides/start.md': '---\ntitle: Start\nupdated: 2026-01-02\n---\n\nTurn the crank of the widget.\n',
  'docs/en/guides/stop.md': '---\ntitle: Stop\n---\n\nLet the crank of the widget go.\n',
  'docs/zh/index.md': '---\ntitle: 首页\n---\n\n欢迎。\n',
  'icons/sources.json': folderSources(),
  'icons/own/circle.svg': CIRCLE_SVG,
  'icons/own/square.json': SQUARE_LOTTIE,
  'guides/search.md': '---\ntitle: Search\ndescription: How to search.\n---\n\nAsk for a name.\n',
}

interface Node {
  readonly service: RunningService
  url(host: 'docs' | 'icons'): string
  ask(host: 'docs' | 'icons', path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
}

/** Starts a node of a fleet: every node has the same addresses, and its own folders. */
async function startNode(t: Test, files: Files, env: Readonly<Record<string, string>> = {}): Promise<Node> {
  const ports = { docs: String(await freePort()), icons: String(await freePort()) }
  const service = await startService(t, {
    content: await contentTree(t, files),
    env: { HOSTS: 'docs,icons', DOCS_URL, ICONS_URL, DOCS_PORT: ports.docs, ICONS_PORT: ports.icons, ...env },
  })
  return {
    service,
    url: (host) => `http://127.0.0.1:${ports[host]}`,
    ask: (host, path, headers = {}) => fetch(`http://127.0.0.1:${ports[host]}${path}`, { headers, redirect: 'manual' }),
  }
}

const DOCS_PATHS = [
  '/en',
  '/en.md',
  '/en/guides/start',
  '/en/guides/start.md',
  '/en/guides/nothing',
  '/zh/guides/stop',
  '/api/search?q=crank',
  '/api/search?q=crank&sections=passages',
  '/api/page?path=/en/guides/start',
  '/api/page?path=/en/guides/nothing',
  '/search?q=crank',
  '/llms.txt',
  '/llms-full.txt',
  '/en/llms.txt',
  '/sitemap.xml',
  '/en/sitemap.xml',
  '/robots.txt',
  '/en/opensearch.xml',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/openapi.json',
  '/',
]
const ICONS_PATHS = [
  '/',
  '/icons/own-circle',
  '/api/v1/icons?query=circle',
  '/api/v1/icons/own-circle',
  '/api/v1/categories',
  '/api/v1/sets',
  '/api/v1/suggest?prefix=ci',
  '/catalog.json',
  '/assets/own-circle.svg',
  '/assets/own-circle.svg?color=ff0000',
  '/assets/own-square.json',
  '/docs/index.md',
  '/docs/search.md',
  '/.well-known/agent-card.json',
  '/auth.md',
  '/openapi.json',
]

/** All of an answer but what each answer has for itself. */
async function contentOf(response: Response): Promise<object> {
  const own = new Set(['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive'])
  const fields = [...response.headers].filter(([name]) => !own.has(name))
  return { status: response.status, fields, body: Buffer.from(await response.arrayBuffer()).toString('base64') }
}

t.test('nodes that built equal content at different times answer with equal bytes and fields', async (t) => {
  const first = await startNode(t, CONTENT)
  const second = await contentTree(t, CONTENT)
  const longAgo = new Date(Date.now() - 400 * MS_PER_DAY)
  for (const file of Object.keys(CONTENT)) await utimes(join(second, file), longAgo, longAgo)
  const other = await startNode(t, {}, { CONTENT_DIR: second })
  t.not(first.service.dataDir, other.service.dataDir)
  const files = /\/files\/[^"]+/.exec(await (await first.ask('docs', '/en')).text())?.[0] ?? 'no file'
  const paths = { docs: [...DOCS_PATHS, files, '/readyz'], icons: [...ICONS_PATHS, '/readyz'] }
  for (const host of ['docs', 'icons'] as const) {
    for (const path of paths[host]) {
      // A page may still be waiting for the colours of its code.
      for (const coding of ['identity', 'gzip']) {
        const headers = { 'accept-encoding': coding, accept: '*/*' }
        const [here, there] = [await first.ask(host, path, headers), await other.ask(host, path, headers)]
        t.same(await contentOf(there), await contentOf(here), `${host} ${path}`)
        t.ok(here.status < 500, path)
      }
    }
  }
})

/** The link has the address of the server in base64. */
function withoutLinkToCursor(text: string): string {
  return text.replace(/config=[\w%]+/, '')
}

t.test('a node under other origins loads what another one built, and its links are right', async (t) => {
  const first = await startNode(t, CONTENT)
  const dataDir = join(await temporaryFolder(t), 'data')
  // The lock and the file of the process are not of the content.
  for (const name of ['generations', 'files', 'catalogues'])
    cpSync(join(first.service.dataDir, name), join(dataDir, name), { recursive: true })
  const content = await contentTree(t, CONTENT)
  for (const file of Object.keys(CONTENT)) await utimes(join(content, file), 1, 1)
  const origins = { DOCS_URL: 'https://handbook.example', ICONS_URL: 'https://drawings.example' }
  const other = await startNode(t, {}, { ...origins, CONTENT_DIR: content, DATA_DIR: dataDir })
  t.match(
    other.service.logs.filter(({ msg }) => msg.startsWith('index ')),
    [{ msg: 'index loaded', pageCount: 4 }],
  )
  const moved = (text: string): string =>
    [(url: string) => url, encodeURIComponent].reduce(
      (all, write) =>
        all.replaceAll(write(DOCS_URL), write(origins.DOCS_URL)).replaceAll(write(ICONS_URL), write(origins.ICONS_URL)),
      text,
    )
  const plain = { accept: '*/*', 'accept-encoding': 'identity' }
  let links = 0
  for (const [host, paths] of [
    ['docs', [...DOCS_PATHS, '/readyz']],
    ['icons', [...ICONS_PATHS, '/readyz']],
  ] as const) {
    for (const path of paths) {
      const [here, there] = [await first.ask(host, path, plain), await other.ask(host, path, plain)]
      const [written, read] = [await here.text(), await there.text()].map(withoutLinkToCursor) as [string, string]
      // The name of a server in a registry is made of the name of its host.
      if (path !== '/mcp/server-card' && path !== '/.well-known/ai-catalog.json') t.equal(read, moved(written), path)
      t.equal(there.headers.get('link'), here.headers.get('link') && moved(here.headers.get('link') ?? ''), path)
      t.equal(there.headers.get('signpost-generation'), here.headers.get('signpost-generation'), path)
      t.notMatch(read, /(?:docs|icons)\.example|\u{FDD0}/u, path)
      links += read.split(origins.DOCS_URL).length - 1
    }
  }
  t.ok(links > 50, `${links} links`)
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_docs', arguments: { query: 'crank' } },
  }
  const answer = await fetch(`${other.url('docs')}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(call),
  })
  const found = await answer.text()
  t.match(found, `${origins.DOCS_URL}/en/guides/start`)
  t.notMatch(found, DOCS_URL)
})

t.test('no date makes one node call the page of another unchanged', async (t) => {
  const changed = { ...CONTENT, 'docs/en/guides/stop.md': '---\ntitle: Halt\n---\n\nLet the crank go.\n' }
  // The author has forgotten the date of the page.
  const halt = { ...changed, 'docs/en/guides/start.md': '---\ntitle: Begin\nupdated: 2026-01-02\n---\n\nTurn it.\n' }
  const newer = await startNode(t, halt)
  const older = await startNode(t, CONTENT)
  for (const [host, path] of [
    ['docs', '/en/guides/stop'],
    ['docs', '/en/guides/stop.md'],
    ['docs', '/en/guides/start'],
    ['docs', '/api/page?path=/en/guides/start'],
    ['docs', '/api/search?q=crank'],
    ['docs', '/sitemap.xml'],
    ['docs', '/llms.txt'],
    ['icons', '/catalog.json'],
  ] as const) {
    const held = await older.ask(host, path)
    const date = held.headers.get('last-modified') ?? held.headers.get('date') ?? ''
    t.ok(Date.parse(date) > 0)
    for (const since of [date, new Date(Date.now() + MS_PER_DAY).toUTCString()])
      t.equal((await newer.ask(host, path, { 'if-modified-since': since })).status, 200, `${path} since ${since}`)
    const tag = held.headers.get('etag') ?? ''
    t.equal((await older.ask(host, path, { 'if-none-match': tag })).status, 304, 'its own tag')
    const isEqual = host === 'icons' || path === '/sitemap.xml'
    t.equal((await newer.ask(host, path, { 'if-none-match': tag })).status, isEqual ? 304 : 200, path)
  }
})

t.test('the date of an answer is that of its page, and its header names the content', async (t) => {
  const node = await startNode(t, CONTENT)
  const { content } = (await (await node.ask('docs', '/readyz')).json()) as { content: string }
  const icons = (await (await node.ask('icons', '/readyz')).json()) as { content: string }
  t.match(content, /^sha256:[0-9a-f]{64}$/)
  t.not(icons.content, content)
  for (const path of ['/en/guides/start', '/en/guides/start.md', '/api/page?path=/en/guides/start']) {
    const { headers } = await node.ask('docs', path)
    t.equal(headers.get('last-modified'), 'Fri, 02 Jan 2026 00:00:00 GMT', path)
    t.equal(headers.get('signpost-generation'), content)
    t.equal(headers.get('access-control-expose-headers'), '*', 'scripts of other sites may read it')
    const tag = headers.get('etag') ?? ''
    const kept = await node.ask('docs', path, { 'if-none-match': tag })
    t.same([kept.status, kept.headers.get('signpost-generation')], [304, content], 'what is kept is of it too')
  }
  for (const path of ['/en/guides/stop', '/api/search?q=crank', '/llms.txt', '/en/sitemap.xml', '/search?q=crank']) {
    const { headers } = await node.ask('docs', path)
    t.equal(headers.get('last-modified'), null, path)
    t.equal(headers.get('signpost-generation'), content, path)
  }
  for (const path of ['/', '/api/v1/icons?query=circle', '/catalog.json', '/assets/own-circle.svg', '/docs/search.md'])
    t.equal((await node.ask('icons', path)).headers.get('signpost-generation'), icons.content, path)
  for (const path of ['/healthz', '/openapi.json'])
    t.equal((await node.ask('docs', path)).headers.get('signpost-generation'), null, path)
  const metrics = await (await fetch(node.service.metricsUrl)).text()
  t.match(metrics, `signpost_index_info{host="docs",content="${content}"} 1\n`)
  t.match(metrics, `signpost_index_info{host="icons",content="${icons.content}"} 1\n`)
  t.match(metrics, /signpost_build_info\{version="\d+\.\d+\.\d+",revision="(?:[0-9a-f]{40}(?:-dirty)?|unknown)"\} 1\n/)
  t.match(metrics, /signpost_rebuild_failures_total 0\n/)
  t.match(metrics, /signpost_rebuild_last_success_timestamp_seconds \d+/)
  t.match(metrics, /signpost_rebuild_running_since_timestamp_seconds 0\n/)
})

t.test(
  'a node of icons alone names its content too, and equal icons beside other documentation are equal',
  async (t) => {
    const both = await startNode(t, { ...CONTENT, 'docs/en/index.md': '---\ntitle: Other\n---\n\nOther.\n' })
    const alone = await startNode(t, CONTENT, { HOSTS: 'icons' })
    const contents = await Promise.all(
      [both, alone].map(
        async (node) => ((await (await node.ask('icons', '/readyz')).json()) as { content: string }).content,
      ),
    )
    t.match(contents[0], /^sha256:/)
    t.equal(contents[1], contents[0])
  },
)
