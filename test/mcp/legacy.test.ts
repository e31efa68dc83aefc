import t from 'tap'
import { toSessionRecord } from '../../src/mcp/session.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import { endpoint, INITIALIZE, openSession, post, remove, request, type Json } from './fixture.ts'

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
  const record = toSessionRecord(
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: `${'x'.repeat(255)}😀`, version: '1' } },
    null,
  )
  t.equal(record?.client.name, `${'x'.repeat(255)}\uFFFD`)
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
  t.match(fields['mcp-session-id'], /^[\w-]{32}$/)
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
  const to = endpoint(t, { sessions: { create: down, get: down, replace: down, delete: down } })
  for (const message of [INITIALIZE, GREET, [GREET], { jsonrpc: '2.0', id: 1, result: {} }]) {
    const { body, headers, status } = await post(to, message, { fields: { 'mcp-session-id': 'x'.repeat(32) } })
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
