import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createMemoryBus } from '../../../src/mcp/bus.ts'
import { createMemorySessions } from '../../support/memory-sessions.ts'
import type { CallContext } from '../../../src/mcp/features/tool.ts'
import { LEGACY_VERSIONS } from '../../../src/mcp/protocol.ts'
import { createLog } from '../../../src/shared/log.ts'
import {
  begin,
  beginCall,
  call,
  endpoint,
  finish,
  LINK,
  modern,
  modernFields,
  openSession,
  post,
  request,
  text,
  tool,
  type Json,
} from '../fixture.ts'

const META = 'io.modelcontextprotocol/'

/** A tool that waits until the test lets it go, with its context. */
function waiting(name: string, readOnly: boolean) {
  let release = (): void => {}
  const contexts: CallContext[] = []
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const waits = tool(
    name,
    async (context) => {
      contexts.push(context)
      void context.signal
      await released
      return text('done')
    },
    { readOnly },
  )
  return { waits, contexts, release: () => release() }
}

t.test('results go out in the form of their generation', async (t) => {
  const to = endpoint(t)
  const info = { [`${META}serverInfo`]: { name: 'signpost-test', version: '1.0.0' } }
  const content = [{ type: 'text', text: 'later' }]
  const modernEnd = { resultType: 'complete', _meta: info }
  t.same((await call(to, modern('tools/call', { name: 'later' }))).body.result, { content, ...modernEnd })
  t.same((await post(to, request('tools/call', { name: 'later' }))).body.result, { content })

  // A record that is JSON already stands in the text as it is, and is not written anew.
  const raw = { content: [{ type: 'text', text: '{"raw": "\\u2028"}' }], structuredContent: { raw: '\u2028' } }
  t.same((await call(to, modern('tools/call', { name: 'raw' }))).body.result, { ...raw, ...modernEnd })
  t.same((await post(to, request('tools/call', { name: 'raw' }))).body.result, raw)
})

t.test('links go to clients whose revision has them, and the record says the same to all', async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  const structuredContent = { at: LINK.uri }
  const text = { type: 'text', text: JSON.stringify(structuredContent) }
  const linked = { content: [text, LINK], structuredContent }
  t.match((await call(to, modern('tools/call', { name: 'linked' }))).body.result, linked)
  for (const revision of LEGACY_VERSIONS) {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
    const session = await openSession(to, null, request('initialize', params))
    const fields = { ...session, 'mcp-protocol-version': revision }
    const { body } = await post(to, request('tools/call', { name: 'linked' }), { fields })
    t.same(body.result, revision >= '2025-06-18' ? linked : { content: [text], structuredContent }, revision)
  }
  const { body } = await post(endpoint(t), request('tools/call', { name: 'linked' }))
  t.same(body.result, { content: [text], structuredContent }, 'a client that names no revision')
})

t.test("a result's own _meta is kept beside ours", async (t) => {
  const to = endpoint(t, { tools: [tool('meta', () => ({ ...text('x'), _meta: { mine: 1 } }))] })
  const { body } = await call(to, modern('tools/call', { name: 'meta' }))
  t.same(Object.keys(body.result['_meta'] as Json), [`${META}serverInfo`, 'mine'])
  t.equal(body.result['resultType'], 'complete')
})

t.test('arguments that a tool cannot take are told to the model', async (t) => {
  const to = endpoint(t)
  const message = { name: 'greet', arguments: { name: '' } }
  for (const answer of [
    await call(to, modern('tools/call', message)),
    await post(to, request('tools/call', message)),
  ]) {
    t.equal(answer.status, 200)
    t.equal(answer.body.result['isError'], true)
    t.match(answer.text, /Invalid arguments for tool greet: name (?:must be|is missing: ) ?text that is not empty/)
  }
})

t.test('what a tool throws is not shown', async (t) => {
  const to = endpoint(t)
  for (const name of ['broken', 'broken later', 'unspeakable']) {
    for (const answer of [
      await call(to, modern('tools/call', { name })),
      await post(to, request('tools/call', { name })),
    ]) {
      t.same([answer.status, answer.body.result['isError']], [200, true], name)
      t.notMatch(answer.text, /secret/)
    }
  }
})

t.test('the log names the request of a tool that fails', async (t) => {
  const file = join(t.testdir(), 'log')
  const log = createLog({ level: 'error', fd: openSync(file, 'w') })
  await call(endpoint(t, { log }), modern('tools/call', { name: 'broken', arguments: {} }))
  await log.flush()
  t.match(JSON.parse(readFileSync(file, 'utf8')), { reqId: 'test', method: 'tools/call', msg: 'an MCP call failed' })
})

t.test('prompts need their arguments', async (t) => {
  const to = endpoint(t)
  const good = await call(to, modern('prompts/get', { name: 'write', arguments: { topic: 'sun', tone: 'warm' } }))
  t.same(good.body.result['messages'], [{ role: 'user', content: { type: 'text', text: 'sun warm' } }])
  for (const args of [undefined, {}, { tone: 'x' }, { topic: 1 }, []]) {
    const { body } = await post(to, request('prompts/get', { name: 'write', arguments: args }))
    t.equal(body.error.code, -32_602, JSON.stringify(args))
  }
  t.equal((await post(to, request('prompts/get', { name: 'none' }))).body.error.code, -32_602)
})

t.test('resources are read, and those that are not there have a code for each generation', async (t) => {
  const to = endpoint(t, { cacheTtlMs: 1234, cacheScope: 'private' })
  const uri = 'icon://sun'
  const contents = [{ uri, mimeType: 'image/svg+xml', text: '<svg/>' }]
  const found = await call(to, modern('resources/read', { uri }))
  t.match(found.body.result, { contents, ttlMs: 1234, cacheScope: 'private', resultType: 'complete' })
  t.same((await post(to, request('resources/read', { uri }))).body.result, { contents })
  const missing = await call(to, modern('resources/read', { uri: 'icon://moon' }))
  t.same([missing.status, missing.body.error.code, missing.body.error.data], [200, -32_602, { uri: 'icon://moon' }])
  t.equal((await post(to, request('resources/read', { uri: 'icon://moon' }))).body.error.code, -32_002)
  t.equal((await post(to, request('resources/read', { uri: `icon://${'x'.repeat(9000)}` }))).text.length < 500, true)
})

t.test('completion proposes values', async (t) => {
  const to = endpoint(t)
  const ask = async (params: Json) => (await post(to, request('completion/complete', params))).body
  const argument = { name: 'topic', value: 'sun' }
  t.same((await ask({ ref: { type: 'ref/prompt', name: 'write' }, argument })).result, {
    completion: { values: ['sunny', 'sunset'], total: 2, hasMore: false },
  })
  t.match((await ask({ ref: { type: 'ref/resource', uri: 'icon://{id}' }, argument })).result, { completion: {} })
  const unknown = [
    { type: 'ref/prompt', name: 'none' },
    { type: 'ref/resource', uri: 'none://{id}' },
  ]
  for (const ref of unknown) t.equal((await ask({ ref, argument })).error.code, -32_602)
  for (const params of [
    {},
    { ref: { type: 'x' }, argument },
    { ref: { type: 'ref/resource', uri: 'x' }, argument: 1 },
  ]) {
    t.equal((await ask(params)).error.code, -32_602)
  }
})

t.test('discovery and lists may be kept, and say for how long', async (t) => {
  const to = endpoint(t)
  const discovered = (await call(to, modern('server/discover'))).body.result
  t.match(discovered, {
    supportedVersions: ['2026-07-28'],
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
      logging: {},
    },
    instructions: 'Say hello.',
    ttlMs: 300_000,
    cacheScope: 'public',
    resultType: 'complete',
  })
  for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
    const listed = (await call(to, modern(method))).body.result
    t.match(listed, { ttlMs: 300_000, cacheScope: 'public', resultType: 'complete' })
    const added = new Set(['_meta', 'cacheScope', 'resultType', 'ttlMs'])
    const rest = Object.fromEntries(Object.entries(listed).filter(([name]) => !added.has(name)))
    t.same((await post(to, request(method))).body.result, rest, method)
    for (const answer of [
      await call(to, modern(method, { cursor: 'x' })),
      await post(to, request(method, { cursor: 1 })),
    ]) {
      t.same([answer.status, answer.body.error.code], [200, -32_602])
    }
  }
  const { tools } = (await post(to, request('tools/list'))).body.result as { tools: Json[] }
  t.same(tools[0]!['title'], 'Greet — 你好')
  t.same(Object.keys(tools[0]!), ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'])
})

t.test('a long list of resources comes in pages, until it changes', async (t) => {
  let version = 1
  let uris = Array.from({ length: 450 }, (_, n) => `icon://${n}`)
  const resources = {
    version: () => version,
    list: () => uris.map((uri) => ({ uri, name: uri })),
    templates: [],
    read: () => null,
  }
  const to = endpoint(t, { resources })
  const page = async (cursor?: unknown) =>
    (await call(to, modern('resources/list', cursor === undefined ? {} : { cursor }))).body
  const all = async () => {
    const seen: string[] = []
    let cursor: unknown
    do {
      const { result } = await page(cursor)
      seen.push(...(result['resources'] as { uri: string }[]).map(({ uri }) => uri))
      cursor = result['nextCursor']
    } while (cursor !== undefined)
    return seen
  }
  t.same(await all(), uris)
  t.same(await all(), uris)
  const second = (await page()).result['nextCursor']
  uris = uris.filter((uri) => uri !== 'icon://3')
  version = 2
  t.same(await all(), uris)
  t.equal((await page(second)).result['nextCursor'] === undefined, false, 'a cursor outlives a change elsewhere')
  uris = []
  version = 3
  t.equal((await page(second)).error.code, -32_602, 'what it stood at is gone')
})

t.test('progress and log messages go out before the result, to those who asked for them', async (t) => {
  const busy = tool('busy', async (context) => {
    context.progress(1, 2, 'half')
    context.log('debug', 'detail')
    context.log('error', { what: 'bad' }, 'logger')
    return text('done')
  })
  const to = endpoint(t, { tools: [busy], sessions: createMemorySessions() })
  const progress = { progressToken: 'p', progress: 1, total: 2, message: 'half' }
  const problem = { level: 'error', data: { what: 'bad' }, logger: 'logger' }
  const methodsOf = (events: readonly Json[]) => events.map(({ method, params }) => [method, params]).slice(0, -1)

  const asked = modern('tools/call', { name: 'busy', _meta: { progressToken: 'p', [`${META}logLevel`]: 'warning' } })
  const both = await call(to, asked)
  t.same(methodsOf(both.events), [
    ['notifications/progress', progress],
    ['notifications/message', problem],
  ])
  t.equal(both.body.id, 1)
  t.same((await call(to, modern('tools/call', { name: 'busy' }))).events, [], 'nothing was asked for')
  t.same((await call(to, asked, { fields: { accept: 'application/json' } })).events, [], 'a stream is not accepted')

  const fields = await openSession(to)
  const message = request('tools/call', { name: 'busy', _meta: { progressToken: 7 } })
  t.equal((await post(to, message, { fields })).events.length, 4, 'everything, until a level is set')
  t.same((await post(to, request('logging/setLevel', { level: 'critical' }), { fields })).body.result, {})
  t.same(methodsOf((await post(to, message, { fields })).events), [
    ['notifications/progress', { ...progress, progressToken: 7 }],
  ])
})

t.test(
  'a client that goes away has cancelled a modern call, and a call of the older kind that only reads',
  async (t) => {
    for (const [readOnly, isModern, aborted] of [
      [false, true, true],
      [true, true, true],
      [true, false, true],
      [false, false, false],
    ] as const) {
      const { contexts, release, waits } = waiting('waits', readOnly)
      const to = endpoint(t, { tools: [waits] })
      const params = { name: 'waits' }
      const open = isModern
        ? beginCall(to, modern('tools/call', params))
        : begin(to, JSON.stringify(request('tools/call', params)))
      open.abort()
      t.equal(contexts[0]!.signal.aborted, aborted, `read-only ${readOnly}, modern ${isModern}`)
      release()
      await finish(open)
      t.equal(open.answer.begun, 0)
    }
  },
)

t.test('a session cancels its own call, by the very id, on whichever connection', async (t) => {
  const { contexts, release, waits } = waiting('waits', false)
  const to = endpoint(t, { tools: [waits], sessions: createMemorySessions() })
  const fields = await openSession(to)
  const other = await openSession(to)
  const open = begin(to, JSON.stringify(request('tools/call', { name: 'waits' }, '1')), { fields })
  await new Promise(setImmediate)
  const cancel = (requestId: unknown, fields: Record<string, string>) =>
    post(to, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, { fields })
  for (const wrong of [1, '2', null, {}]) t.equal((await cancel(wrong, fields)).status, 202)
  t.equal((await cancel('1', other)).status, 202)
  t.equal(contexts[0]!.signal.aborted, false)
  await cancel('1', fields)
  t.equal(contexts[0]!.signal.aborted, true)
  const { body, status } = await finish(open)
  t.same([status, body], [202, null], 'a cancelled call has no answer')
  release()
})

t.test('a call is cancelled through any node', async (t) => {
  const { contexts, release, waits } = waiting('waits', false)
  const shared = { tools: [waits], sessions: createMemorySessions(), bus: createMemoryBus() }
  const [here, there] = [endpoint(t, shared), endpoint(t, shared)]
  const fields = await openSession(here)
  const open = begin(here, JSON.stringify(request('tools/call', { name: 'waits' })), { fields })
  const note = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  t.equal((await post(there, note, { fields })).status, 202)
  t.equal((await finish(open)).body, null)
  t.equal(contexts[0]!.signal.aborted, true)
  release()
})

t.test('a session has a limit of unfinished calls', async (t) => {
  const { release, waits } = waiting('waits', false)
  const to = endpoint(t, { tools: [waits], sessions: createMemorySessions() })
  const fields = await openSession(to)
  const open = Array.from({ length: 64 }, (_, id) =>
    begin(to, JSON.stringify(request('tools/call', { name: 'waits' }, id % 10)), { fields }),
  )
  const over = await post(to, request('tools/call', { name: 'waits' }, 64), { fields })
  t.match(over.body.error, { code: -32_000, message: /Too many/ })
  release()
  for (const each of open) t.equal((await finish(each)).status, 200)
  t.equal((await post(to, request('tools/call', { name: 'waits' }, 65), { fields })).body.error, undefined)
})

t.test('a call that has begun to stream ends with its result, or with its fault', async (t) => {
  const tools = [
    tool('well', async (context) => {
      context.log('error', 'x')
      await Promise.resolve()
      return text('done')
    }),
    tool('ill', async (context) => {
      context.log('error', 'x')
      await Promise.resolve()
      throw new Error('secret')
    }),
  ]
  const to = endpoint(t, { tools, keepAliveMs: 10 })
  for (const [name, isError] of [
    ['well', undefined],
    ['ill', true],
  ] as const) {
    const { body, events } = await call(to, modern('tools/call', { name, _meta: { [`${META}logLevel`]: 'debug' } }))
    t.equal(events.length, 2)
    t.equal(body.result['isError'], isError)
  }
})

t.test('a stream that is silent gets comments', async (t) => {
  const { release, waits } = waiting('waits', true)
  const chatty = tool('chatty', (context) => {
    context.log('error', 'x')
    return waits.run({}, context)
  })
  const to = endpoint(t, { tools: [chatty], keepAliveMs: 10 })
  const message = modern('tools/call', { name: 'chatty', _meta: { [`${META}logLevel`]: 'debug' } })
  const open = begin(to, JSON.stringify(message), { fields: { accept: '*/*', ...modernFields(message) } })
  while (open.answer.comments < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  release()
  t.match((await finish(open)).body.result, text('done'))
})
