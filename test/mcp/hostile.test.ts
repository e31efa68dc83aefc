import t from 'tap'
import { z } from 'zod'
import { defineTool } from '../../src/mcp/features/tool.ts'
import { SESSION_ID_LIMIT_CHARACTERS } from '../../src/mcp/limits.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import {
  call,
  endpoint,
  envelope,
  INITIALIZE,
  modern,
  modernFields,
  openSession,
  post,
  request,
  type Json,
} from './fixture.ts'

/** JSON that JSON.parse takes and JSON.stringify cannot write again. */
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
const ANSWER_LIMIT_CHARACTERS = 4096

t.test('ids are given back as they came, or not taken', async (t) => {
  const to = endpoint(t)
  const ping = (id: string) => post(to, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
  const given = {
    '0': '0',
    '-0': '0',
    '1.0': '1',
    '1e3': '1000',
    '9007199254740991': '9007199254740991',
    '""': '""',
    '"\\u0000\\n\\u2028"': '"\\u0000\\n\u2028"',
    '"\\ud800"': '"\\ud800"',
    '"1"': '"1"',
  }
  for (const [id, echo] of Object.entries(given)) {
    const { status, text } = await ping(id)
    t.same([status, text], [200, `{"jsonrpc":"2.0","id":${echo},"result":{}}`], id)
  }
  for (const id of ['1.5', '1e400', '9007199254740993', 'null', 'true', '[]', '{}', `"${'x'.repeat(1025)}"`]) {
    const { body, status } = await ping(id)
    t.same([status, body.id, body.error.code], [400, null, -32_600], id.slice(0, 20))
  }
})

t.test('of members that stand twice the last counts, for everyone', async (t) => {
  const { body } = await post(endpoint(t), '{"jsonrpc":"2.0","id":1,"id":2,"method":"none","method":"ping"}')
  t.equal(body.id, 2)
  t.same(body.result, {})
})

t.test('names of the language are no names of anything', async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  const fields = await openSession(to)
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
    for (const params of [{ name }, { name: 'greet', arguments: JSON.parse(`{"${name}":{"name":"x"}}`) as Json }]) {
      const { body, status } = await post(to, request('tools/call', params), { fields })
      t.equal(status, 200)
      t.ok(body.error?.code === -32_602 || body.result['isError'] === true, JSON.stringify(params))
    }
    t.equal((await post(to, request('prompts/get', { name }), { fields })).body.error.code, -32_602)
    t.equal((await post(to, request(name), { fields })).body.error.code, -32_601)
  }
  const polluted = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","__proto__":{"arguments":{"name":"x"}},"arguments":{"__proto__":{"name":"x"}}}}`
  t.equal((await post(to, polluted, { fields })).body.result['isError'], true)
  t.equal(({} as Json)['arguments'], undefined)
})

t.test('JSON of any depth is answered wherever it stands', async (t) => {
  const to = endpoint(t, { sessions: createMemorySessions() })
  const fields = await openSession(to)
  const places = [
    DEEP,
    `{"jsonrpc":"2.0","id":${DEEP},"method":"ping"}`,
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":${DEEP}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${DEEP}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{"name":${DEEP}}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":${DEEP},"argument":${DEEP}}}`,
    `{"jsonrpc":"2.0","id":"x","result":${DEEP}}`,
    `[{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${DEEP}}}]`,
  ]
  for (const body of places) {
    const { status, text } = await post(to, body, { fields })
    t.ok([200, 202, 400].includes(status), body.slice(0, 60))
    t.ok(text.length < ANSWER_LIMIT_CHARACTERS)
  }
  const deepClient = JSON.stringify(INITIALIZE).replace('"elicitation":{}', `"elicitation":{"form":${DEEP}}`)
  t.equal((await post(to, deepClient.replace('"test"', DEEP))).status, 200, 'a session keeps none of it')
  const deepMeta = JSON.stringify(modern('ping')).replace('"_meta":{', `"_meta":{"x":${DEEP},`)
  t.equal((await post(to, deepMeta, { fields: modernFields(modern('ping')) })).status, 404)
})

t.test('long text of the client is not given back', async (t) => {
  const to = endpoint(t)
  const long = '名'.repeat(300_000)
  const messages: readonly Json[] = [
    modern(long),
    modern('tools/call', { name: long }),
    modern('tools/call', { name: 'greet', arguments: { [long]: 1 } }),
    modern('resources/read', { uri: long }),
    modern('prompts/get', { name: long }),
    modern('tools/list', { cursor: long }),
    modern('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': long } }),
    modern('tools/list', { _meta: { progressToken: long } }),
    modern('subscriptions/listen', { notifications: { resourceSubscriptions: [long] } }),
    modern('tools/call', { name: 'greet', requestState: long }),
  ]
  for (const message of messages) {
    const fields = { 'mcp-method': String(message['method']), 'mcp-name': long }
    for (const given of [{ ...modernFields(message) }, fields]) {
      const { text } = await post(to, message, { fields: { 'mcp-protocol-version': '2026-07-28', ...given } })
      t.ok(text.length < ANSWER_LIMIT_CHARACTERS, `${text.length} characters`)
    }
  }
  const { text } = await post(to, request('tools/call', { name: long }), { fields: { 'mcp-protocol-version': long } })
  t.ok(text.length < ANSWER_LIMIT_CHARACTERS)
})

t.test('text of the client is cut between characters, since strict readers of JSON refuse half of one', async (t) => {
  const to = endpoint(t)
  const long = `${'a'.repeat(119)}😀b`
  for (const message of [modern('tools/call', { name: long }), modern('resources/read', { uri: long })]) {
    const { text } = await call(to, message)
    t.match(text, 'aaa…')
    t.notMatch(text, /\\ud83d/)
  }
  const { parse } = defineTool({
    name: 'measure',
    description: 'Quotes names of the client in faults',
    input: z.object({ sizes: z.record(z.string(), z.number()) }),
    run: () => ({ content: [] }),
  })
  const parsed = parse({ sizes: { [`${'a'.repeat(293)}😀`]: 'wide' } })
  t.match(parsed, { ok: false, detail: /^sizes\.a{293}$/ })
})

t.test('a session remembers little of its client, and its id stays short', async (t) => {
  const store = createMemorySessions()
  let kept = ''
  const to = endpoint(t, {
    sessions: {
      ...store,
      keep(key, session, owner) {
        kept = JSON.stringify(session)
        return store.keep(key, session, owner)
      },
    },
  })
  for (const sign of ['x', '\u0001', '"', '名', '😀', '\ud800']) {
    const long = sign.repeat(100_000)
    const capabilities = {
      elicitation: { form: { long }, url: { long } },
      sampling: { long, tools: { long } },
      roots: { long },
      long,
      experimental: { long },
    }
    const { headers } = await post(
      to,
      request('initialize', { protocolVersion: long, capabilities, clientInfo: { name: long, version: long } }),
    )
    t.ok(kept.length < 1024, `${kept.length} characters`)
    t.match(JSON.parse(kept), { capabilities: { elicitation: { form: {} }, sampling: { tools: {} } } })
    const id = headers['mcp-session-id'] ?? ''
    t.ok(id.length <= SESSION_ID_LIMIT_CHARACTERS, `an id of ${id.length} characters`)
    t.match(id, /^[!-~]+$/)
    t.equal((await post(to, request('ping'), { fields: { 'mcp-session-id': id } })).status, 200)
  }
})

t.test('what is not JSON-RPC is refused', async (t) => {
  const to = endpoint(t)
  const parse = ['', ' ', '{', 'NaN', '{"jsonrpc":"2.0",}', "{'a':1}", '\u0000', '{"a":"\u0001"}', '\ufeff\ufeff{}']
  for (const body of parse) {
    const answer = await post(to, body)
    t.same([answer.status, answer.body.id, answer.body.error.code], [400, null, -32_700], JSON.stringify(body))
  }
  const shape = ['null', '1', '"x"', 'true', '{}', '{"jsonrpc":2.0,"id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":1}']
  for (const body of [
    ...shape,
    '{"jsonrpc":"2.0","id":1,"method":1}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":1}',
  ]) {
    const answer = await post(to, body)
    const id = body.includes('"method":"ping"') ? 1 : null
    t.same([answer.status, answer.body.id, answer.body.error.code], [400, id, -32_600], body)
  }
})

t.test('a refusal before the endpoint carries the id of what was refused, where it can be told', (t) => {
  const [route] = endpoint(t).routes
  const refuse = (body: string) =>
    JSON.parse(
      Buffer.from(route!.wire!({ ok: false, status: 429, code: 'rate_limited', detail: 'x' }, body).body!).toString(),
    ) as Json
  t.match(refuse('{"id":7}'), { jsonrpc: '2.0', id: 7, error: { code: -32_000 } })
  for (const body of ['', '{', '[{"id":7}]', '{"id":{}}']) t.equal(refuse(body)['id'], null)
  t.end()
})

t.test('header fields that say nothing sensible are refused', async (t) => {
  const to = endpoint(t)
  const message = modern('tools/call', { name: 'greet', arguments: { name: 'x' } })
  const hostile = ['=?base64?', '=?base64??=x', '\u007f', ' '.repeat(100), '=?base64?====?=', 'é', '__proto__']
  for (const value of hostile) {
    for (const field of ['mcp-name', 'mcp-method', 'mcp-protocol-version']) {
      const { body, status } = await call(to, message, { fields: { [field]: value } })
      t.same([status, body.error.code], [400, -32_020], `${field}: ${value}`)
    }
  }
  t.equal((await post(to, request('tools/list', { _meta: envelope() }), { fields: { 'mcp-method': 'x' } })).status, 400)
})
