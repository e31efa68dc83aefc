// Every tool of every server, in the hands of clients of every revision: whichever half of a result a host shows to its model,
// the model reads the whole of it.
import t, { type Test } from 'tap'
import { LEGACY_VERSIONS } from '../../src/mcp/protocol.ts'
import { leavesOf } from '../mcp/tool-kit/leaves.ts'
import { connectNew, modernFields, modernMessage, type Json } from '../support/account-client.ts'
import { startAccount } from '../support/account-service.ts'
import { markedPages } from '../support/content-tree.ts'
import { newAddress } from '../support/icons-client.ts'
import { CIRCLE_SVG, SQUARE_LOTTIE, folderSources } from '../support/small-icons.ts'
import { connectClient1, connectClient2 } from './clients.ts'

const MODERN = '2026-07-28'
const LONG = Array.from({ length: 4_000 }, (_, n) => `Line ${n} of the long page has "quotes".\n`).join('\n')

const service = await startAccount(
  t,
  { HOSTS: 'docs,icons,account' },
  {
    ...markedPages('Whole', 3),
    'docs/en/guides/code.md': '---\ntitle: Code\n---\n\nRun the lantern:\n\n```sh\nlantern --lit\n```\n',
    'docs/en/guides/long.md': `---\ntitle: Long\nupdated: 2026-11-01\n---\n\n${LONG}`,
    'guides/start.md': '---\ntitle: Start\ndescription: First steps\n---\n\n# Start\n\nUse the element.\n',
    'icons/sources.json': folderSources(),
    'icons/synonyms.json': '{"groups": [["circle", "ring"]], "words": {}, "names": {}}',
    'icons/own/circle.svg': CIRCLE_SVG,
    'icons/own/square.json': SQUARE_LOTTIE,
  },
)

interface Block {
  readonly type: string
  readonly text?: string
  readonly uri?: string
}

interface Result {
  readonly content: readonly Block[]
  readonly structuredContent?: Json
  readonly isError?: boolean
  readonly _meta?: Json
}

interface Listed {
  readonly name: string
  readonly outputSchema?: unknown
}

/** One way to use a server. */
interface Client {
  readonly list: () => Promise<readonly Listed[]>
  readonly call: (name: string, args: Json) => Promise<Result>
}

/** What hosts show to a model that prefer structured content, as Claude Code, Codex, OpenCode and mcporter do. */
function structuredReader({ content, structuredContent }: Result): string {
  return structuredContent === undefined ? contentReader({ content }) : JSON.stringify(structuredContent)
}

/** What hosts show to a model that know content alone, as those do that are made with AI SDK, LangChain or OpenAI's agents. */
function contentReader({ content }: Pick<Result, 'content'>): string {
  return content.map(({ text = '' }) => text).join('\n')
}

/** Checks a result by the rule of its tool. @returns what every model reads, as text, or as the record in it. */
function checkWhole(t: Test, { name, outputSchema }: Listed, result: Result): string {
  const { _meta = {}, content, structuredContent } = result
  t.notOk(result.isError, `${name}: ${contentReader(result)}`)
  t.match(Object.keys(_meta), /^(io\.modelcontextprotocol\/serverInfo)?$/, `${name} says nothing beside its result`)
  const texts = content.filter(({ type }) => type === 'text')
  t.equal(texts.length, 1, `${name} says everything once`)
  t.same(
    content
      .slice(1)
      .map(({ type }) => type)
      .filter((type) => type !== 'resource_link'),
    [],
    name,
  )
  if (outputSchema === undefined) {
    t.equal(structuredContent, undefined, `${name} is text alone`)
    t.equal(structuredReader(result), contentReader(result), name)
  } else {
    const record = JSON.parse(texts[0]?.text ?? '') as Json
    t.strictSame(record, structuredContent, `${name} has the same record in both halves`)
    t.same(leavesOf(record).toSorted(), leavesOf(JSON.parse(structuredReader(result))).toSorted(), name)
    for (const { uri } of content.slice(1))
      t.ok(leavesOf(record).includes(uri ?? ''), `${name} has its link as data too`)
  }
  return contentReader(result)
}

/** Requests as they are written by hand, of one revision. Null if they name no revision. */
function rawClient(url: string, revision: string | null, headers: Record<string, string> = {}): Client {
  const from = { 'x-forwarded-for': newAddress() }
  const ask = async (method: string, params: Json): Promise<Json> => {
    const isModern = revision === MODERN
    const name = params['name'] as string | undefined
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(revision === null ? {} : isModern ? modernFields(method, name) : { 'mcp-protocol-version': revision }),
        ...from,
        ...headers,
      },
      body: JSON.stringify(isModern ? modernMessage(method, params) : { jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await answer.json()) as { result: Json }).result
  }
  return {
    list: async () => (await ask('tools/list', {}))['tools'] as Listed[],
    call: async (name, args) => (await ask('tools/call', { name, arguments: args })) as unknown as Result,
  }
}

/** Clients of the SDK check what they get by the output schemas of the list. */
function sdkClient(client: Awaited<ReturnType<typeof connectClient1 | typeof connectClient2>>): Client {
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
  }
}

/** Uses a client, and fails where the server lists a tool that was not called. */
async function useAll(
  t: Test,
  { call, list }: Client,
  use: (ask: (name: string, args?: Json) => Promise<string>) => Promise<void>,
): Promise<void> {
  const tools = new Map((await list()).map((tool) => [tool.name, tool]))
  const used = new Set<string>()
  await use(async (name, args = {}) => {
    used.add(name)
    const tool = tools.get(name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    return checkWhole(t, tool, await call(name, args))
  })
  t.same(
    [...tools.keys()].filter((name) => !used.has(name)),
    [],
    'every tool was called',
  )
}

/** Calls of the public servers, by their addresses, with what a model must read. */
const PUBLIC: Readonly<Record<string, readonly (readonly [name: string, args: Json, says: RegExp])[]>> = {
  [`${service.url}/mcp`]: [
    ['search_docs', { query: 'word2' }, /guides\/page-2>\n\nEverything about word2 and things\./],
    ['search_docs', { query: 'xqzvkwj' }, /^No page .* Try /],
    ['search_code', { query: 'lantern' }, /Run the lantern:\n\n```sh\nlantern --lit\n```/],
    ['search_code', { query: 'xqzvkwj' }, /^No block .* Try /],
    [
      'get_page',
      { path: '/en/guides/page-2' },
      /^<http.*\/en\/guides\/page-2>\n\n# Whole page 2\n\nEverything about word2 and/,
    ],
    ['get_page', { path: '/en/guides/long' }, /^<http.*\/long>, updated 2026-11-01\n[^]*offset \d+\]$/],
    ['list_sections', {}, /\(5 pages\)\n- [^]*- Whole page 2 <http.*\/en\/guides\/page-2\.md>/],
  ],
  [`${service.url}/mcp?toolsets=research`]: [
    [
      'search',
      { query: 'word2' },
      /^\{"results":\[\{"id":"(http[^"]*\/en\/guides\/page-2)","title":"Whole page 2","url":"\1"\}\]\}$/,
    ],
    [
      'fetch',
      { id: `${service.url}/en/guides/page-2` },
      /"text":"# Whole page 2\\n\\nEverything about word2 and things\.\\n"/,
    ],
    [
      'fetch',
      { id: '/en/guides/long' },
      /"updated_at":"2026-11-01T00:00:00Z","next_id":"http[^"]*\/en\/guides\/long\?offset=\d+"/,
    ],
  ],
  [`${service.iconsUrl}/mcp`]: [
    ['search_icons', { query: 'ring' }, /^1 icon\nown-circle: Circle \[svg\] http.*\n {2}brand/],
    ['search_icons', { query: 'xqzvkwj' }, /^No icon .* (Try|Nearest)/],
    [
      'get_icon',
      { id: 'own-square' },
      /64×64, 2 s, 30 frames a second, [^]*\njson: http[^]*CC0-1\.0 \(https:.*\), by We \(https:\/\/we/,
    ],
    [
      'get_embed_code',
      { id: 'own-square', target: 'dotlottie' },
      /^npm install [^]*```html\n[^]*CC0-1\.0 \(.*\), by We/,
    ],
    ['list_categories', {}, /^categories: brand \(2\)/],
  ],
  [`${service.iconsUrl}/mcp/docs`]: [
    ['list_guides', {}, /^start: Start\. First steps$/],
    ['search_guides', { query: 'steps' }, /^1 guide\nstart: Start\. First steps <http.*\/docs\/start\.md>$/],
    ['search_guides', { query: 'xqzvkwj' }, /^No guide .* Try /],
    ['read_guide', { slug: 'start' }, /^# Start\n\nUse the element\./],
  ],
}

async function usePublic(t: Test, url: string, client: Client): Promise<void> {
  await useAll(t, client, async (ask) => {
    for (const [name, args, says] of PUBLIC[url] ?? []) t.match(await ask(name, args), says, `${name} of ${url}`)
  })
}

async function useAccount(t: Test, client: Client): Promise<void> {
  const document = JSON.parse(SQUARE_LOTTIE) as Json
  await useAll(t, client, async (ask) => {
    const made = async (name: string, args: Json) => (JSON.parse(await ask(name, args)) as { id: string }).id
    t.match(await ask('whoami'), /"email":".*@/)
    const ws = await made('create_workspace', { name: 'One', description: 'What the shop shows' })
    const other = await made('create_workspace', { name: 'Other' })
    await ask('update_workspace', { id: ws, expected_version: 1, name: 'Two' })
    await ask('get_workspace', { id: ws })
    t.match(await ask('list_workspaces'), /"description":"What the shop shows".*"created_at":"20/)
    const prj = await made('create_project', { workspace_id: ws, name: 'One' })
    await ask('update_project', { id: prj, expected_version: 1, description: 'Of the\nforecast' })
    await ask('move_project', { id: prj, to_workspace_id: other, expected_version: 2 })
    await ask('get_project', { id: prj })
    t.match(await ask('list_projects'), /"description":"Of the\\nforecast"/)
    const anm = await made('create_animation', { project_id: prj, name: 'One', description: 'Turns', document })
    t.match(await ask('get_animation', { id: anm }), /"sha256":"[0-9a-f]{64}","size_bytes":\d+,/)
    t.ok((await ask('get_animation', { id: anm, include_document: true })).includes(SQUARE_LOTTIE), 'the document')
    t.match(await ask('get_animation', { id: anm, download: true }), /"document_note":".* curl -o /)
    t.match(await ask('upload_animation', { id: anm, expected_version: 1 }), /"note":".* curl -T /)
    await ask('update_animation', { id: anm, expected_version: 1, name: 'Two' })
    const copy = await made('duplicate_animation', { id: anm })
    await ask('move_animation', { id: copy, to_project_id: prj, expected_version: 1 })
    t.match(await ask('list_animations'), /"description":"Turns".*"updated_at":"20/)
    t.match(await ask('search_account', { query: 'two' }), /"kind":"animation".*"description":"Turns"/)
    t.match(await ask('search_account', { query: 'xqzvkwj' }), /"hint":"Nothing .* Try /)
    for (const id of [anm, copy]) t.match(await ask('delete_animation', { id }), id)
    t.match(await ask('delete_project', { id: prj }), '"animations":0')
    for (const id of [ws, other]) t.match(await ask('delete_workspace', { id }), '"projects":0')
  })
}

for (const revision of [...LEGACY_VERSIONS, MODERN, null]) {
  t.test(`whole results by hand, in ${revision ?? 'no revision'}`, async (t) => {
    for (const url of Object.keys(PUBLIC)) await usePublic(t, url, rawClient(url, revision))
    if (revision === null) return
    const application = await connectNew(service)
    const headers: Record<string, string> = { authorization: `Bearer ${application.tokens.access}` }
    if (revision !== MODERN) {
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
      const answer = await application.post(service, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
      headers['mcp-session-id'] = answer.headers.get('mcp-session-id') ?? ''
    }
    await useAccount(t, rawClient(`${service.nodeUrl}/mcp`, revision, headers))
  })
}

t.test('whole results through the clients of the SDK, which check them by their schemas', async (t) => {
  const connects: readonly ((url: string, headers?: Record<string, string>) => Promise<Client>)[] = [
    async (url, headers) => sdkClient(await connectClient1(t, url, headers)),
    async (url, headers) => sdkClient(await connectClient2(t, url, 'legacy', headers)),
    async (url, headers) => sdkClient(await connectClient2(t, url, { pin: MODERN }, headers)),
  ]
  for (const connect of connects) {
    for (const url of Object.keys(PUBLIC))
      await usePublic(t, url, await connect(url, { 'x-forwarded-for': newAddress() }))
    const { tokens } = await connectNew(service)
    await useAccount(t, await connect(`${service.nodeUrl}/mcp`, { authorization: `Bearer ${tokens.access}` }))
  }
})

t.test('a failure is text alone, for a model to mend', async (t) => {
  const failing: readonly (readonly [url: string, name: string, args: Json])[] = [
    [`${service.url}/mcp`, 'get_page', { path: '/en/nothing' }],
    [`${service.url}/mcp?toolsets=research`, 'search', { query: 'x' }],
    [`${service.url}/mcp?toolsets=research`, 'fetch', { id: '/en/nothing' }],
    [`${service.iconsUrl}/mcp`, 'get_icon', { id: 'nothing' }],
    [`${service.iconsUrl}/mcp/docs`, 'read_guide', { slug: 'nothing' }],
  ]
  for (const [url, name, args] of failing) {
    const { content, ...rest } = await rawClient(url, '2025-11-25').call(name, args)
    t.same(rest, { isError: true }, name)
    t.match(content, [{ type: 'text', text: /\w/ }], name)
    t.equal(content.length, 1, name)
  }
})

t.test('fetch reads a long page on, part by part, until its end', async (t) => {
  const { call } = rawClient(`${service.url}/mcp?toolsets=research`, MODERN)
  const parts: string[] = []
  for (let id: string | undefined = `${service.url}/en/guides/long`; id !== undefined;) {
    const { structuredContent } = await call('fetch', { id })
    const { metadata, text } = structuredContent as { text: string; metadata: { next_id?: string } }
    parts.push(text)
    t.equal(text.includes('[continues: fetch '), metadata.next_id !== undefined, 'the text says it too')
    id = metadata.next_id
  }
  t.ok(parts.length > 1)
  const whole = parts.map((text) => text.replace(/\n\n\[continues: fetch \S+\]$/, '')).join('')
  t.equal(whole, `# Long\n\n${LONG}`)
})

t.test('search and fetch are listed, and can be called, where the address names their toolset', async (t) => {
  const clientAt = (query: string): Client => rawClient(`${service.url}/mcp${query}`, '2025-11-25')
  const namesAt = async (query: string) => (await clientAt(query).list()).map(({ name }) => name)
  const docs = ['search_docs', 'search_code', 'get_page', 'list_sections']
  t.same(await namesAt(''), docs)
  t.same(await namesAt('?utm_source=x'), docs)
  t.same(await namesAt('?toolsets=research'), ['search', 'fetch'])
  const client = await connectClient1(t, `${service.url}/mcp?toolsets=research`)
  t.match(client.getInstructions(), /search finds .* fetch reads/)
  t.notMatch(client.getInstructions(), /search_docs|get_page|list_sections/, 'they name no tool that is not there')
  t.same(await namesAt('?toolsets=docs,research'), [...docs, 'search', 'fetch'])
  t.equal(await clientAt('').call('search', { query: 'word2' }), undefined, 'the answer is an error')
})
