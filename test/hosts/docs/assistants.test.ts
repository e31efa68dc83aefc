import t from 'tap'
import { startService } from '../../support/start-service.ts'
import { DOCUMENTATION } from './documentation.ts'

t.test('clients that know only the host find the MCP server by the catalog and the card', async (t) => {
  const { url } = await startService(t, { content: { ...DOCUMENTATION, 'site.yaml': 'name: Widgets\n' } })
  const catalog = await fetch(`${url}/.well-known/ai-catalog.json`)
  t.equal(catalog.headers.get('content-type'), 'application/ai-catalog+json')
  t.equal(catalog.headers.get('access-control-allow-origin'), '*')
  const { entries } = (await catalog.json()) as { entries: { identifier: string; type: string; url: string }[] }
  t.match(entries, [{ identifier: 'urn:air:localhost:mcp:signpost-docs', type: 'application/mcp-server-card+json' }])

  const found = await fetch(entries[0]?.url ?? '')
  t.equal(found.headers.get('content-type'), 'application/mcp-server-card+json')
  t.equal(found.headers.get('access-control-allow-origin'), '*')
  const card = (await found.json()) as {
    name: string
    title: string
    description: string
    version: string
    remotes: { url: string; supportedProtocolVersions: string[] }[]
  }
  t.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  t.equal(card.title, 'Documentation of Widgets')
  t.ok(card.description.length <= 100)
  t.same(await (await fetch(`${url}/.well-known/mcp/server-card.json`)).json(), card)

  const { url: endpoint = '', supportedProtocolVersions = [] } = card.remotes[0] ?? {}
  for (const protocolVersion of supportedProtocolVersions.slice(1, 3)) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    })
    const text = await answer.text()
    t.match(text, `"protocolVersion":"${protocolVersion}"`, 'the server speaks what the card says')
    t.match(text, `"name":"${card.name.split('/')[1]}"`)
    t.match(text, `"version":"${card.version}"`)
  }
})

t.test('a page leads to assistants with the address of its Markdown, and clients to the server', async (t) => {
  const { url } = await startService(t, { content: { ...DOCUMENTATION, 'site.yaml': 'name: The <Widgets>\n' } })
  const html = await (await fetch(`${url}/ko/guides/only-english`, { headers: { accept: 'text/html' } })).text()
  const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const link = (start: string): URL => new URL(links.find((each) => each.startsWith(start)) ?? 'about:blank')
  const source = `${url}/en/guides/only-english.md`
  t.match(link('https://chatgpt.com/').searchParams.get('q'), source)
  t.match(link('https://claude.ai/new').searchParams.get('q'), source)
  const cursor = link('cursor:').searchParams
  t.equal(cursor.get('name'), 'the-widgets-docs')
  t.same(JSON.parse(Buffer.from(cursor.get('config') ?? '', 'base64').toString()), { url: `${url}/mcp` })
  const code = JSON.parse(decodeURIComponent(link('vscode:mcp/install').search.slice(1))) as unknown
  t.same(code, { name: 'the-widgets-docs', type: 'http', url: `${url}/mcp` })
  t.match(html, `<code>claude mcp add --transport http the-widgets-docs ${url}/mcp</code>`)
  t.match(html, 'data-source="/en/guides/only-english.md"')
})

t.test(
  'agents are told of pages that the navigation does not show, and readers of the navigation are not',
  async (t) => {
    const page = (title: string): string => `---\ntitle: ${title}\n---\n\nText of ${title}.\n`
    const { url } = await startService(t, {
      content: {
        'astro.config.mjs':
          "export default { integrations: [starlight({ title: 'S', sidebar: [{ slug: 'guides/shown' }] })] }",
        'src/content/docs/index.md': page('Home'),
        'src/content/docs/guides/shown.md': page('Shown'),
        'src/content/docs/feeds.md': page('Feeds'),
      },
    })
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_sections', arguments: {} },
      }),
    })
    const { result } = (await answer.json()) as { result: { content: [{ text: string }] } }
    const [, ...lines] = result.content[0].text.split('\n')
    const [shown, ...others] = lines
    t.match(shown, /^- Shown </)
    t.same(others, ['Other pages (1 page)', `- Feeds <${url}/en/feeds.md>`])
    t.notMatch(await (await fetch(`${url}/en/guides/shown`)).text(), 'href="/en/feeds"')
  },
)
