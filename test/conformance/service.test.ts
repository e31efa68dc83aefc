import t from 'tap'
import { markedPages } from '../support/content-tree.ts'
import { CIRCLE_SVG, SQUARE_LOTTIE, folderSources } from '../support/small-icons.ts'
import { startService } from '../support/start-service.ts'
import { connectClient1, connectClient2, connectMcpRemote, runInspector } from './clients.ts'

const GUIDE = '---\ntitle: Start here\ndescription: The first steps\n---\n\n# Start here\n\nUse the `<img>` element.\n'

const service = await startService(t, {
  content: {
    ...markedPages('mcp', 5),
    'guides/start.md': GUIDE,
    'icons/sources.json': folderSources(),
    'icons/synonyms.json': '{"groups": [["circle", "ring"]], "words": {}, "names": {}}',
    'icons/own/circle.svg': CIRCLE_SVG,
    'icons/own/square.json': SQUARE_LOTTIE,
  },
  env: { HOSTS: 'docs,icons' },
})
const icons = `${service.iconsUrl}/mcp`
const guides = `${service.iconsUrl}/mcp/docs`
const docs = `${service.url}/mcp`

/** Methods that the tests need of every client. */
interface Client {
  listTools(): Promise<{ tools: readonly { name: string; annotations?: unknown }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  readResource(params: { uri: string }): Promise<unknown>
  listResources(): Promise<{ resources: readonly { uri: string }[] }>
}

const CLIENTS: readonly {
  readonly name: string
  readonly connect: (url: string) => Promise<Client>
}[] = [
  { name: 'SDK 1.x', connect: (url) => connectClient1(t, url) },
  { name: 'SDK 2.x, legacy', connect: (url) => connectClient2(t, url, 'legacy') },
  { name: 'SDK 2.x, auto', connect: (url) => connectClient2(t, url, 'auto') },
  { name: 'SDK 2.x, pinned', connect: (url) => connectClient2(t, url, { pin: '2026-07-28' }) },
  { name: 'mcp-remote', connect: (url) => connectMcpRemote(t, url) },
]

for (const { connect, name } of CLIENTS) {
  t.test(`${name} finds an icon of the running service and gets its code and its file`, async (t) => {
    const client = await connect(icons)
    const { tools } = await client.listTools()
    t.same(
      tools.map((tool) => tool.name),
      ['search_icons', 'get_icon', 'get_embed_code', 'list_categories'],
    )
    t.ok(tools.every(({ annotations }) => (annotations as { readOnlyHint?: boolean }).readOnlyHint === true))
    const found = await client.callTool({ name: 'search_icons', arguments: { query: 'ring' } })
    t.match(found, { content: [{ text: /^1 icon\nown-circle: / }] })
    const { content } = (await client.callTool({
      name: 'get_embed_code',
      arguments: { id: 'own-square', target: 'dotlottie' },
    })) as { content: [{ text: string }] }
    const asset = await fetch(/http:[^"]*\/assets\/[^"]*/.exec(content[0].text)?.[0] ?? '')
    t.equal(asset.status, 200, 'the address in the code is one of ours')
    t.match(await client.readResource({ uri: 'icon://own-circle' }), {
      contents: [{ mimeType: 'application/json' }, { mimeType: 'image/svg+xml', text: /<svg/ }],
    })
    t.match(await client.callTool({ name: 'get_icon', arguments: { id: 'circle' } }), {
      isError: true,
      content: [{ text: /own-circle/ }],
    })
  })

  t.test(`${name} reads a guide and a page of the running service`, async (t) => {
    const guideClient = await connect(guides)
    t.match(await guideClient.callTool({ name: 'search_guides', arguments: { query: 'first steps' } }), {
      content: [{ text: /^1 guide\nstart: Start here\. / }],
    })
    t.match(await guideClient.callTool({ name: 'read_guide', arguments: { slug: 'start' } }), {
      content: [{ text: /# Start here/ }],
    })
    t.same(
      (await guideClient.listResources()).resources.map(({ uri }) => uri),
      ['guide://start'],
    )
    const docsClient = await connect(docs)
    t.match(await docsClient.callTool({ name: 'search_docs', arguments: { query: 'word3' } }), {
      content: [{ text: new RegExp(`^1 of 1 page.*<${service.url}/en/guides/page-3.*word3`, 's') }],
    })
    t.match(await docsClient.callTool({ name: 'get_page', arguments: { path: '/en/guides/page-3' } }), {
      content: [{ text: /word3/ }],
    })
    t.match(await docsClient.callTool({ name: 'list_sections', arguments: {} }), {
      content: [{ text: /\(5 pages\)\n- / }],
    })
    t.match(await docsClient.readResource({ uri: 'docs://en/guides/page-1' }), { contents: [{ text: /word1/ }] })
  })
}

t.test('the file of an icon that a resource gives is the one that the assets give', async (t) => {
  const client = await connectClient1(t, icons)
  const { contents } = await client.readResource({ uri: 'icon://own-circle' })
  const [, svg] = contents
  const asset = await fetch(svg?.uri ?? '')
  t.equal(asset.headers.get('content-type'), 'image/svg+xml')
  const text = await asset.text()
  t.equal(svg !== undefined && 'text' in svg ? svg.text : '', text)
  t.ok(text.includes('<animate') && CIRCLE_SVG.includes('<animate'))
})

t.test('the inspector on the command line uses the endpoints of the running service', async (t) => {
  t.match(await runInspector(icons, '--method', 'tools/list'), { tools: [{ name: 'search_icons' }] })
  const ring = ['--method', 'tools/call', '--tool-name', 'search_icons', '--tool-arg', 'query=ring']
  t.match(await runInspector(icons, ...ring), { content: [{ text: /own-circle/ }] })
  t.match(await runInspector(guides, '--method', 'resources/read', '--uri', 'guide://start'), {
    contents: [{ text: /Start here/ }],
  })
  const page = ['--method', 'tools/call', '--tool-name', 'search_docs', '--tool-arg', 'query=mcp']
  t.match(await runInspector(docs, ...page), { content: [{ text: /of \d+ pages, best passages first/ }] })
})
