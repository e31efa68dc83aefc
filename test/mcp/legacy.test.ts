import t from 'tap'
import { toSessionRecord } from '../../src/mcp/session.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'
import { startApp } from '../http/server/start-app.ts'
import { endpoint, INITIALIZE, openSession, post, remove, request, text, tool, TOOLS, type Json } from './fixture.ts'

const GREET = request('tools/call', { name: 'greet', arguments: { name: 'Ada' } }, 'x')

t.test('initialize agrees on a revision that both know', async (t) => {
  const to = endpoint(t)
  const agreed = async (protocolVersion: unknown) => {
    const params = { ...(INITIALIZE['params'] as Json), protocolVersion }
    return (await post(to, request('initialize', params))).body.result['protocolVersion']
  }
  t.equal(await agreed('2025-03-26'), '2025-03-26')
  t.equal(await agreed('2025-06-18'), '2025-06-18')
  t.equal(await agreed('1999-01-01'), '2025-11-25')
  t.equal(await agreed('x'.repeat(100_000)), '2025-11-25')
})

t.test('initialize promises nothing that would need a stream of its own', async (t) => {
  const { body } = await post(endpoint(t), INITIALIZE)
  t.same(body.result, {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} },
    serverInfo: { name: 'signpost-test', version: '1.0.0' },
    instructions: 'Say hello.',
  })
})

t.test('initialize without its parameters is refused', async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  for (const missing of ['protocolVersion', 'capabilities', 'clientInfo']) {
    const { body, headers, status } = await post(
      to,
      request('initialize', { ...(INITIALIZE['params'] as Json), [missing]: 1 }),
    )
    t.same([status, body.error.code, headers['mcp-session-id']], [200, -32_602, undefined], missing)
  }
})

t.test('the name of a client is cut without half a character', (t) => {
  const record = toSessionRecord({
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: `${'x'.repeat(47)}😀`, version: '1' },
  })
  t.equal(record?.client.name, `${'x'.repeat(47)}\uFFFD`)
  t.end()
})

t.test('an endpoint without sessions answers every request by itself', async (t) => {
  const to = endpoint(t)
  t.equal(to.routes.length, 1)
  const { body, headers, status } = await post(to, GREET, { fields: { 'mcp-session-id': 'whatever' } })
  t.same([status, body.id, body.result['structuredContent']], [200, 'x', { greeting: 'Hello Ada' }])
  t.equal((await post(to, INITIALIZE)).headers['mcp-session-id'], undefined)
  t.same(headers, {})
})

t.test('an endpoint with sessions asks for one, until it is ended', async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  const fields = await openSession(to)
  t.equal((await post(to, GREET, { fields })).status, 200)
  t.equal((await post(to, { jsonrpc: '2.0', method: 'notifications/initialized' }, { fields })).status, 202)

  const without = await post(to, GREET)
  t.same([without.status, without.body.error.code, without.body.id], [400, -32_000, 'x'])
  const unknown = await post(to, GREET, { fields: { 'mcp-session-id': 'x'.repeat(32) } })
  t.same([unknown.status, unknown.body.error.code], [404, -32_001])
  const odd = await post(to, GREET, { fields: { 'mcp-session-id': '../../*' } })
  t.same([odd.status, odd.body.error.code], [404, -32_001])

  t.equal((await remove(to, fields['mcp-session-id']!)).status, 204)
  t.equal((await remove(to, fields['mcp-session-id']!)).status, 404)
  t.equal((await remove(to, '')).status, 400)
  t.same((await post(to, GREET, { fields })).body.error.code, -32_001)
})

t.test(
  'a session goes on where nothing is kept of it: after a restart, at another node, when the store has lost it',
  async (t) => {
    const first = endpoint(t, { sessions: createMemorySessions() })
    const fields = await openSession(first, 'reg_ada')
    const id = fields['mcp-session-id']!
    const other = endpoint(t, { sessions: createMemorySessions() })
    t.equal((await post(other, GREET, { fields, subject: 'reg_ada' })).body.id, 'x')
    t.equal((await remove(other, id, 'reg_ada')).status, 204)
    t.equal(
      (await post(other, GREET, { fields, subject: 'reg_ada' })).status,
      404,
      'its end is kept where it was ended',
    )
    t.equal((await remove(other, id, 'reg_ada')).status, 404)
    t.equal((await post(first, GREET, { fields, subject: 'reg_ada' })).status, 200)
  },
)

t.test('what a session agreed on goes with its id', async (t) => {
  const asks = tool('asks', ({ clientCapabilities }) => text(JSON.stringify(clientCapabilities)))
  const tools = [...TOOLS, asks]
  const capabilities = { elicitation: { url: {} }, sampling: { tools: {} }, roots: {} }
  const old = { protocolVersion: '2025-03-26', capabilities, clientInfo: { name: '客户端', version: '1' } }
  const fields = await openSession(
    endpoint(t, { tools, sessions: createMemorySessions() }),
    null,
    request('initialize', old),
  )
  delete fields['mcp-protocol-version']
  const other = endpoint(t, { tools, sessions: createMemorySessions() })
  const told = await post(other, request('tools/call', { name: 'asks', arguments: {} }), { fields })
  t.match(told.body.result, { content: [{ text: JSON.stringify(capabilities) }] })
})

t.test('an id that is altered, or signed with another key or for another endpoint, names no session', async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  const id = (await openSession(to))['mcp-session-id']!
  const [key = '', record = '', signature = ''] = id.split('.')
  const richer = Buffer.from(Buffer.from(record, 'base64url').toString().replace('"roots":{}', '"roots":{"a":{}}'))
  const foreign = [
    endpoint(t, { sessions: createMemorySessions(), stateKey: Buffer.alloc(32, 'other') }),
    endpoint(t, { sessions: createMemorySessions(), name: 'other' }),
  ]
  const ids = [
    ...(await Promise.all(foreign.map(async (each) => (await openSession(each))['mcp-session-id']!))),
    [key, richer.toString('base64url'), signature].join('.'),
    [key, record, 'A'.repeat(43)].join('.'),
    [key, record, signature.slice(0, -1)].join('.'),
    [key, record, `${signature}A`].join('.'),
    [key, `${record}A`, signature].join('.'),
    [key, '', signature].join('.'),
    [signature.slice(0, 22), record, signature].join('.'),
    [key, record].join('.'),
    key,
    `${key}.${'A'.repeat(4000)}.${signature}`,
    `${id}, ${id}`,
    'x'.repeat(32),
  ]
  for (const altered of ids) {
    const { body, status } = await post(to, GREET, { fields: { 'mcp-session-id': altered } })
    t.same([status, body.error.code], [404, -32_001], altered.slice(0, 100))
  }
  t.equal((await post(to, GREET, { fields: { 'mcp-session-id': id } })).status, 200)
})

t.test('while the key is not known, what has a session is a 503', async (t) => {
  const known = await openSession(endpoint(t, { sessions: createMemorySessions() }))
  const stateKey = (): Uint8Array => {
    throw new Unavailable('secrets have not been read yet')
  }
  const { routes } = endpoint(t, { sessions: createMemorySessions(), stateKey })
  const { url } = await startApp(t, routes)
  for (const [message, fields] of [
    [INITIALIZE, {}],
    [GREET, known],
  ] as const) {
    const headers = { 'Content-Type': 'application/json', ...fields }
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
    t.equal(answer.status, 503)
    t.ok(answer.headers.has('retry-after'))
    t.match(await answer.json(), { id: message['id'], error: { code: -32_000 } })
  }
})

t.test("another subject's session looks like one that never was", async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  const fields = await openSession(to, 'reg_ada')
  const session = fields['mcp-session-id']!
  for (const subject of ['reg_alan', null]) {
    const stolen = await post(to, GREET, { fields, subject })
    const never = await post(to, GREET, { fields: { 'mcp-session-id': 'x'.repeat(32) }, subject })
    t.same([stolen.status, stolen.text], [404, never.text])
    t.equal((await remove(to, session, subject)).status, 404)
  }
  t.equal((await post(to, GREET, { fields, subject: 'reg_ada' })).status, 200)
})

t.test('a session that cannot be looked up is a passing fault', async (t) => {
  const down = () => Promise.reject(new Error('the store is down'))
  const to = endpoint(t, { sessions: { keep: down, get: down } })
  const fields = await openSession(endpoint(t, { sessions: createMemorySessions() }))
  for (const message of [INITIALIZE, GREET, [GREET], { jsonrpc: '2.0', id: 1, result: {} }]) {
    const { body, headers, status } = await post(to, message, { fields })
    t.same([status, body.error.code, headers['retry-after']], [503, -32_603, '1'])
    t.notMatch(body.error.message, /store is down/)
  }
})

t.test('a revision that is not known, or no form of answer that is accepted, is refused', async (t) => {
  const to = endpoint(t)
  const version = await post(to, GREET, { fields: { 'mcp-protocol-version': '2024-01-01' } })
  t.same([version.status, version.body.error.code], [400, -32_000])
  const accept = async (value: string) => (await post(to, GREET, { fields: { accept: value } })).status
  for (const value of ['text/html', 'text/event-stream', 'application/jsonp']) t.equal(await accept(value), 406, value)
  for (const value of ['', '*/*', 'Application/JSON', 'application/*', 'text/html, application/json;q=0.5']) {
    t.equal(await accept(value), 200, value)
  }
})

t.test('a revision that is not known is refused of every kind of message', async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  const session = await openSession(to)
  const messages: readonly Json[] = [
    request('ping'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
  ]
  for (const version of ['1999-01-01', 'newest']) {
    const unknown = { 'mcp-protocol-version': version }
    for (const message of messages) {
      const { body, status } = await post(to, message, { fields: { ...session, ...unknown } })
      t.same([status, body.error.code], [400, -32_000], JSON.stringify(message))
    }
  }
})

t.test('the small methods answer', async (t) => {
  const to = endpoint(t)
  const result = async (method: string, params?: Json) => (await post(to, request(method, params))).body.result
  const code = async (method: string, params?: Json) => (await post(to, request(method, params))).body.error.code
  t.same(await result('ping'), {})
  t.same(await result('logging/setLevel', { level: 'error' }), {})
  t.equal(await code('logging/setLevel', { level: 'loud' }), -32_602)
  t.same(await result('resources/subscribe', { uri: 'icon://sun' }), {})
  t.equal(await code('resources/unsubscribe'), -32_602)
  t.equal(await code('server/discover'), -32_601)
  t.equal(await code('subscriptions/listen', { notifications: {} }), -32_601)
  t.equal(await code('toString'), -32_601)
})

t.test('features that an endpoint has not are methods that it does not know', async (t) => {
  const to = endpoint(t, { tools: [], prompts: [], logging: false })
  for (const method of ['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'logging/setLevel']) {
    t.equal((await post(to, request(method, { name: 'greet' }))).body.error.code, -32_601, method)
  }
  t.same((await post(to, INITIALIZE)).body.result['capabilities'], { resources: {}, completions: {} })
})
