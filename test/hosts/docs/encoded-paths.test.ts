import t from 'tap'
import { encodePath } from '../../../src/shared/encode-path.ts'
import { startService } from '../../support/start-service.ts'

/** Paths of pages whose addresses are percent-encoded. */
const PATHS = ['guides/my file', 'guides/中文', 'guides/a&b', 'guides/100%', 'guides/what?', '指南/café', 'guides/ "x"']

const FILES = Object.fromEntries([
  ...PATHS.map((path, at) => [`en/${path}.md`, `# Page ${at}\n\nOdd words ${at}.\n\n## 细节\n\nDetail ${at}.\n`]),
  ['en/guides/50%25.md', '# Encoded\n\nThe name itself has the signs of an encoding.\n'],
  ['en/guides/50%.md', '# Bare\n\nThe name has a sign alone.\n'],
  [
    'en/index.md',
    `# Home\n\n${PATHS.map((path) => `[to](<${path.replace('?', '%3F').replace('100%', '100%25')}.md>)`).join(' ')}\n`,
  ],
]) as Record<string, string>

async function start(test: Parameters<typeof startService>[0]) {
  const { url } = await startService(test, { content: FILES })
  async function call(name: string, args: object, query = ''): Promise<{ isError: boolean; text: string }> {
    const response = await fetch(`${url}/mcp${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    const body = await response.text()
    const { result } = JSON.parse(body.startsWith('{') ? body : (/^data: (.*)$/m.exec(body)?.[1] ?? '')) as {
      result: { isError?: boolean; content: [{ text: string }] }
    }
    return { isError: result.isError === true, text: result.content[0].text }
  }
  const page = (path: string): Promise<Response> => fetch(`${url}/api/page?path=${encodeURIComponent(path)}`)
  return { url, call, page }
}

t.test('a page is found by its path as a link has it, and as it is named', async (t) => {
  const { call, page, url } = await start(t)
  const { markdown } = (await (await page('/en')).json()) as { markdown: string }
  const links = [...markdown.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target)
  t.same(
    links,
    PATHS.map((path) => `/en/${encodePath(path)}`),
    'the Markdown that clients get has encoded links',
  )
  for (const [at, link] of links.entries()) {
    const bare = link.replace('/en/', '')
    for (const path of [
      link,
      `${link}.md`,
      `${link}/`,
      `${link}?a=b#c`,
      bare,
      url + link,
      encodeURIComponent(`/en/${PATHS[at]}`),
    ]) {
      const words = new RegExp(`Odd words ${at}\\.`)
      const got = await call('get_page', { path })
      t.match(got, { isError: false, text: words }, `get_page ${path}`)
      t.match(got.text, `<${url}${link}>`)
      t.match(await call('fetch', { id: path }, '?toolsets=research'), { isError: false, text: words }, `fetch ${path}`)
      const answer = await page(path)
      t.equal(answer.status, 200, `/api/page ${path}`)
      t.match(await answer.json(), { url: url + link, markdown: words })
    }
    t.match(await call('get_page', { path: `${link}#%E7%BB%86%E8%8A%82` }), {
      text: new RegExp(`## 细节\\n\\nDetail ${at}\\.`),
    })
  }
})

t.test('a path is taken as it is given first, and a full address is decoded once', async (t) => {
  const { call, page, url } = await start(t)
  for (const [path, title] of [
    ['/en/guides/50%25', 'Encoded'],
    ['/en/guides/50%', 'Bare'],
    ['/en/guides/50%2525', 'Encoded'],
    [`${url}/en/guides/50%25`, 'Bare'],
    [`${url}/en/guides/50%2525`, 'Encoded'],
  ] as const) {
    t.match(await (await page(path)).json(), { title }, path)
    t.match(await call('get_page', { path }), { isError: false, text: `# ${title}\n` }, path)
  }
  for (const path of [
    `${url}/en/guides/my%2520file`,
    '/en/guides/%2e%2e/guides/my%20file',
    '/en/guides/my%20file%00',
  ]) {
    t.equal((await page(path)).status, 404, path)
  }
  const unknown = await call('get_page', { path: '/en/guides/my%20fil' })
  t.ok(unknown.isError)
  t.match(unknown.text, `Close ones: ${url}/en/guides/my%20file`)
})

t.test('a section is found by its name as addresses have it', async (t) => {
  const { call, url } = await start(t)
  for (const section of ['指南', encodeURIComponent('指南')]) {
    const sent = `${url}/api/search?q=odd&section=${encodeURIComponent(section)}`
    t.match(await (await fetch(sent)).json(), { total: 1, results: [{ section: '指南' }] }, section)
    t.match(await call('search_docs', { query: 'odd', section }), { isError: false, text: /^1 of 1 page/ }, section)
  }
})
