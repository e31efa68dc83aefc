import t from 'tap'
import { begin, call, endpoint, envelope, finish, modern, post, request, VERSION, type Json } from './fixture.ts'

const META = 'io.modelcontextprotocol/'

interface Rung {
  readonly what: string
  readonly status: number
  readonly code: number
  readonly message: Json | string
  readonly fields?: Record<string, string>
}

const GREET = { name: 'greet', arguments: {} }
const allFields = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'greet' }
const wrong = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/list', 'mcp-name': 'other' }
const withMeta = (meta: Json, more: Json = GREET): Json => request('tools/call', { ...more, _meta: meta })

/** Every request has all the faults of those below it, so that the order is what decides. */
const LADDER: readonly Rung[] = [
  { what: 'JSON', status: 400, code: -32_700, message: '{"jsonrpc":"1.0","id":1.5', fields: wrong },
  {
    what: 'version of JSON-RPC',
    status: 400,
    code: -32_600,
    message: { jsonrpc: '1.0', id: 1, method: 'x' },
    fields: wrong,
  },
  { what: 'id', status: 400, code: -32_600, message: request('tools/call', {}, 1.5), fields: wrong },
  { what: 'params', status: 400, code: -32_600, message: request('tools/call', [1] as unknown as Json), fields: wrong },
  {
    what: 'envelope',
    status: 400,
    code: -32_602,
    message: withMeta({ [`${META}protocolVersion`]: '2099-01-01' }),
    fields: wrong,
  },
  {
    what: 'header against body',
    status: 400,
    code: -32_020,
    message: withMeta({ ...envelope(), [`${META}protocolVersion`]: '2099-01-01' }),
    fields: wrong,
  },
  {
    what: 'version',
    status: 400,
    code: -32_022,
    message: withMeta({ ...envelope(), [`${META}protocolVersion`]: '2099-01-01' }),
  },
  { what: 'version field', status: 400, code: -32_020, message: withMeta(envelope()), fields: {} },
  {
    what: 'method field',
    status: 400,
    code: -32_020,
    message: withMeta(envelope()),
    fields: { 'mcp-protocol-version': VERSION },
  },
  {
    what: 'name field',
    status: 400,
    code: -32_020,
    message: withMeta(envelope()),
    fields: { ...allFields, 'mcp-name': 'other' },
  },
  {
    what: 'method',
    status: 404,
    code: -32_601,
    message: request('tools/cull', { _meta: envelope(), cursor: 1 }),
    fields: { ...allFields, 'mcp-method': 'tools/cull' },
  },
  {
    what: 'parameter fields',
    status: 400,
    code: -32_020,
    message: withMeta(envelope(), { name: 'route', arguments: { region: 7 } }),
    fields: { ...allFields, 'mcp-name': 'route' },
  },
  {
    what: 'name of the tool',
    status: 200,
    code: -32_602,
    message: withMeta(envelope(), { name: 'none', arguments: 7 }),
    fields: { ...allFields, 'mcp-name': 'none' },
  },
  {
    what: 'arguments',
    status: 200,
    code: -32_602,
    message: withMeta(envelope(), { name: 'greet', arguments: 7 }),
    fields: allFields,
  },
]

t.test('faults are found in the order of the protocol', async (t) => {
  const to = endpoint(t)
  for (const { code, fields = {}, message, status, what } of LADDER) {
    const answer = await post(to, message, { fields })
    t.same({ status: answer.status, code: answer.body.error.code }, { status, code }, what)
  }
})

t.test('at the top of the ladder stands an answer', async (t) => {
  const answer = await call(endpoint(t), modern('tools/call', { name: 'greet', arguments: { name: 'Ada' } }))
  t.equal(answer.status, 200)
  t.same(answer.body, {
    jsonrpc: '2.0',
    id: 1,
    result: {
      content: [{ type: 'text', text: '{"greeting":"Hello Ada"}' }],
      structuredContent: { greeting: 'Hello Ada' },
      resultType: 'complete',
      _meta: { [`${META}serverInfo`]: { name: 'signpost-test', version: '1.0.0' } },
    },
  })
})

t.test('each member of the envelope is checked', async (t) => {
  const to = endpoint(t)
  const faulty: readonly Json[] = [
    { [`${META}protocolVersion`]: 1 },
    { [`${META}clientCapabilities`]: [] },
    { [`${META}clientCapabilities`]: { elicitation: true } },
    { [`${META}clientInfo`]: { name: 'x' } },
    { [`${META}logLevel`]: 'loud' },
    { progressToken: {} },
  ]
  for (const member of faulty) {
    const answer = await call(to, modern('tools/list', { _meta: member }))
    t.same([answer.status, answer.body.error.code], [400, -32_602], JSON.stringify(member))
  }
})

t.test('an unsupported version is answered with those that are', async (t) => {
  const message = modern('tools/list', { _meta: { [`${META}protocolVersion`]: '2099-01-01' } })
  const { body } = await call(endpoint(t), message, { fields: { 'mcp-protocol-version': '2099-01-01' } })
  t.same(body.error.data, { supported: [VERSION], requested: '2099-01-01' })
})

t.test('a notification of an unsupported version is answered likewise, with and without an envelope', async (t) => {
  const fields = { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'notifications/cancelled' }
  for (const params of [{}, { _meta: { [`${META}protocolVersion`]: '2099-01-01' } }]) {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    const { body, status } = await post(endpoint(t), notification, { fields })
    t.same([status, body.id, body.error.code], [400, null, -32_022])
    t.same(body.error.data, { supported: [VERSION], requested: '2099-01-01' })
  }
})

t.test('a modern header field without an envelope says what is missing', async (t) => {
  const to = endpoint(t)
  const fields = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/list' }
  const bare = await post(to, { jsonrpc: '2.0', id: 7, method: 'tools/list' }, { fields })
  t.same([bare.status, bare.body.id, bare.body.error.code], [400, 7, -32_602])
  t.same(bare.body.error.data, { envelope: { missing: ['_meta'] } })
  const half = await post(to, request('tools/list', { _meta: {} }), { fields })
  t.same(half.body.error.data, {
    envelope: { missing: [`${META}protocolVersion`, `${META}clientCapabilities`] },
  })
})

t.test('initialize is of the older generation whatever it claims', async (t) => {
  const to = endpoint(t)
  const params = { protocolVersion: VERSION, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const claiming = { ...params, _meta: { [`${META}protocolVersion`]: '2025-11-25' } }
  for (const given of [params, claiming]) {
    const { body, status } = await post(to, request('initialize', given))
    t.same([status, body.result['protocolVersion']], [200, '2025-11-25'])
  }
  const wholly = await call(to, modern('initialize', params))
  t.same([wholly.status, wholly.body.error.code], [404, -32_601])
})

t.test('methods of the older generation are gone from the newer one', async (t) => {
  const to = endpoint(t)
  for (const method of ['ping', 'logging/setLevel', 'resources/subscribe', '__proto__', 'constructor', '']) {
    const answer = await call(to, modern(method), { fields: method === '' ? { 'mcp-method': ' ' } : {} })
    t.same([answer.status, answer.body.error.code], [404, -32_601], method)
  }
})

t.test('fields are compared after their coding is undone', async (t) => {
  const to = endpoint(t)
  const coded = (value: string): string => `=?base64?${Buffer.from(value).toString('base64')}?=`
  const message = modern('tools/call', { name: 'route', arguments: { region: 'île', size: 3 } })
  const ask = async (fields: Record<string, string>) => {
    const { body, status } = await call(to, message, { fields })
    return body.error === undefined ? status : body.error.code
  }
  const good = { 'mcp-name': coded('route'), 'mcp-param-region': coded('île'), 'mcp-param-size': '3.0' }
  t.equal(await ask(good), 200)
  t.equal(await ask({ ...good, 'mcp-name': '=?base64?!!?=' }), -32_020)
  t.equal(await ask({ ...good, 'mcp-name': coded('greet') }), -32_020)
  t.equal(await ask({ ...good, 'mcp-name': '=?base64?cm91dGU?=' }), -32_020, 'without its padding')
  t.equal(await ask({ ...good, 'mcp-param-region': coded('ile') }), -32_020)
  t.equal(await ask({ ...good, 'mcp-param-region': '=?base64?/w==?=' }), -32_020, 'not UTF-8')
  t.equal(await ask({ ...good, 'mcp-param-size': '4' }), -32_020)
  t.equal(await ask({ ...good, 'mcp-param-size': '' }), -32_020)
  const replaced = modern('tools/call', { name: 'route', arguments: { region: '\ufffd' } })
  const notText = await call(to, replaced, { fields: { 'mcp-param-region': '=?base64?/w==?=' } })
  t.equal(notText.body.error.code, -32_020, 'bytes that are no text are no replacement character')
})

t.test('notifications are taken without an answer unless their header fields say otherwise', async (t) => {
  const to = endpoint(t)
  const note = (params: Json) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  const ask = async (params: Json, fields: Record<string, string>) => {
    const { body, status } = await finish(begin(to, JSON.stringify(note(params)), { fields }))
    return [status, body?.error?.code]
  }
  t.same(await ask({ requestId: 1 }, {}), [202, undefined])
  t.same(await ask({ _meta: envelope() }, { 'mcp-method': 'notifications/cancelled' }), [202, undefined])
  t.same(await ask({ _meta: envelope() }, { 'mcp-method': 'other' }), [400, -32_020])
  t.same(await ask({ _meta: envelope() }, { 'mcp-protocol-version': '2025-11-25' }), [400, -32_020])
  t.same(await ask({ _meta: { [`${META}protocolVersion`]: 1 } }, {}), [400, -32_602])
})
