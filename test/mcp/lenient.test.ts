// What clients send beside the letter of the protocol: revisions that are not known, empty parameters, subscriptions.
import t from 'tap'
import { LEGACY_VERSIONS } from '../../src/mcp/protocol.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import { call, endpoint, modern, openSession, post, request, type Json } from './fixture.ts'

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
const GREET = request('tools/call', { name: 'greet', arguments: { name: 'Ada' } })
/** Dates of the future, the newest revision, a draft, one that never was, and no dates at all. */
const UNKNOWN = ['2099-01-01', '2026-07-28', 'DRAFT-2026-v1', '2025-01-01', '1.0', 'latest', '', 'x'.repeat(500)]

t.test('initialize agrees on a known revision, whatever parameters and header field name', async (t) => {
  const to = endpoint(t)
  for (const named of UNKNOWN) {
    for (const [protocolVersion, field] of [
      [named, ''],
      ['2025-06-18', named],
      [named, named],
    ] as const) {
      const params = { ...HELLO, protocolVersion }
      const { body, status } = await post(to, request('initialize', params), {
        fields: { 'mcp-protocol-version': field },
      })
      const agreed = protocolVersion === '2025-06-18' ? '2025-06-18' : '2025-11-25'
      t.same([status, body.result?.['protocolVersion']], [200, agreed], `${protocolVersion} ${field}`.slice(0, 60))
    }
  }
})

t.test('initialize does without what a client leaves out, or writes as null or as an empty list', async (t) => {
  const to = endpoint(t)
  for (const changes of [
    { protocolVersion: null },
    { capabilities: [] },
    { capabilities: null, clientInfo: null },
    { protocolVersion: undefined, capabilities: undefined, clientInfo: undefined },
  ]) {
    const { body } = await post(to, request('initialize', { ...HELLO, ...changes }))
    t.equal(body.result['protocolVersion'], '2025-11-25', JSON.stringify(changes))
  }
})

t.test(
  'a client may go on to name its own newest revision, or one twice, after it has agreed on another',
  async (t) => {
    for (const sessions of [null, createMemorySessions()]) {
      const to = endpoint(t, { sessions })
      const session = sessions === null ? {} : await openSession(to, null, request('initialize', HELLO))
      for (const version of [
        '2026-07-28',
        '2099-01-01',
        ...LEGACY_VERSIONS,
        '2025-06-18, 2025-06-18',
        ' 2025-11-25 ',
        '',
      ]) {
        const fields = { ...session, 'mcp-protocol-version': version }
        t.match(await post(to, GREET, { fields }), { status: 200, body: { result: { content: [{}] } } }, version)
        const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
        t.equal((await post(to, initialized, { fields })).status, 202, version)
      }
    }
  },
)

t.test('a revision that never was is refused with those that are', async (t) => {
  const to = endpoint(t)
  for (const version of ['2025-01-01', 'latest', '1.0', 'DRAFT-2026-v1', '2025-06-18, 2025-11-25']) {
    const { body, status } = await post(to, GREET, { fields: { 'mcp-protocol-version': version } })
    t.match([status, body.error], [400, { code: -32_000, data: { requested: version } }])
    t.same((body.error.data as Json)['supported'], ['2026-07-28', ...LEGACY_VERSIONS])
    t.ok(body.error.message.includes(version) && body.error.message.includes('2025-11-25'))
  }
  const future = { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' }
  const { body, status } = await post(to, request('tools/list'), { fields: future })
  t.match([status, body.error], [400, { code: -32_022, data: { requested: '2099-01-01' } }])
})

t.test('parameters may be null or a list without members, and a cursor null or an empty text', async (t) => {
  const to = endpoint(t)
  for (const params of [null, [], {}, undefined]) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params }
    t.ok((await post(to, message)).body.result['tools'], JSON.stringify(params))
    t.match((await post(to, [message])).text, /"tools"/)
    t.same((await post(to, { ...message, method: 'ping' })).body.result, {})
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized', params }
    t.equal((await post(to, notification)).status, 202)
  }
  for (const params of [[1], 'x', 7, true]) {
    const { body, status } = await post(to, { jsonrpc: '2.0', id: 1, method: 'tools/list', params })
    t.same([status, body.error.code], [400, -32_600])
  }
  const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']
  for (const method of lists) {
    for (const cursor of [null, '']) {
      t.ok((await post(to, request(method, { cursor }))).body.result, method)
      t.ok((await call(to, modern(method, { cursor }))).body.result, method)
    }
    for (const cursor of ['nowhere', 7, {}])
      t.equal((await post(to, request(method, { cursor }))).body.error.code, -32_602, method)
  }
  t.ok((await call(to, modern('server/discover'))).body.result)
})

t.test('no subscription is accepted of which nothing would ever be heard', async (t) => {
  const { list, read, templates, version } = { version: () => 1, list: () => [], templates: [], read: () => null }
  const to = endpoint(t, { resources: { changes: true, list, read, templates, version } })
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    const { body, status } = await post(to, request(method, { uri: 'animation://anm_1' }))
    t.match(
      [status, body.error.code, body.error.message],
      [200, -32_601, /Read the resource again, or use subscriptions\/listen/],
    )
  }
  const { capabilities } = (await post(to, request('initialize', HELLO))).body.result as { capabilities: Json }
  t.strictSame(capabilities['resources'], {})
  t.match((await call(to, modern('server/discover'))).body.result, { capabilities: { resources: { subscribe: true } } })
})
