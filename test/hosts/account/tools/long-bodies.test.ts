// Long bodies to the account's endpoint: another thread parses them, and reads the documents in them.
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { loadConfig } from '../../../../src/config/config.ts'
import { ACCOUNT_BODY_LIMIT_BYTES, accountMcp } from '../../../../src/hosts/account/account-mcp.ts'
import type { Gate } from '../../../../src/http/route/gate.ts'
import { LISTENER_BODY_LIMIT_BYTES } from '../../../../src/http/route/rpc-route.ts'
import { createMemoryBus } from '../../../../src/mcp/bus.ts'
import { createMcpEndpoint } from '../../../../src/mcp/edge.ts'
import { createMemorySessions } from '../../../support/memory-sessions.ts'
import type { ShortBody } from '../../../../src/hosts/account/tools/shorten-body.ts'
import { LazyThread, type LazyThreadOptions } from '../../../../src/pool/lazy/lazy-thread.ts'
import { createLog } from '../../../../src/shared/log.ts'
import { embeddedDatabase } from '../../../contract/account-content-databases.ts'
import { startApp } from '../../../http/server/start-app.ts'
import { modernFields, modernMessage } from '../../../support/account-client.ts'
import { callerOf, fill, startAccounts, type Json } from './fixture.ts'

const FAULTY = fileURLToPath(new URL('../../../support/faulty-body-worker.ts', import.meta.url))
const LEGACY = { 'mcp-protocol-version': '2025-03-26' }
type Fields = Readonly<Record<string, string>>

const SQUARE = { fr: 30, ip: 0, op: 60, w: 8, h: 8, layers: [] }
const LONG = { ...SQUARE, nm: '名'.repeat(LISTENER_BODY_LIMIT_BYTES / 3) }

const accounts = await startAccounts(t, { database: await embeddedDatabase(t) })
const principal = await accounts.newAccount()
const caller = callerOf(accounts.tools, principal)
const { animation, project } = await fill(caller, SQUARE)
const log = createLog({ level: 'fatal' })
const gate: Gate = () => ({ ok: true, headers: [], subject: principal.grantId, principal })
const stateKey = new Uint8Array(32)

interface Answer {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
  readonly session: string | null
}

async function postTo(url: string, body: string, fields: Fields = LEGACY): Promise<Answer> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...fields }
  const answer = await fetch(`${url}/mcp`, { method: 'POST', body, headers })
  return {
    status: answer.status,
    text: await answer.text(),
    retryAfter: answer.headers.get('retry-after'),
    session: answer.headers.get('mcp-session-id'),
  }
}

/** The endpoint of the account host as it ships, and beside it one that parses everything itself. */
async function start(t: Test, overrides: Partial<LazyThreadOptions> = {}) {
  const faults: string[] = []
  const onFault = (message: string): void => void faults.push(message)
  const bodies = new LazyThread<ShortBody>({
    kind: 'body',
    queueLimit: 16,
    clientLimit: 4,
    timeoutMs: 30_000,
    heapLimitMib: 512,
    onFault,
    ...overrides,
  })
  t.teardown(() => bodies.close())
  const { addresses, content } = accounts
  const endpoint = accountMcp({
    config: loadConfig({ HOSTS: 'account' }, 1),
    content,
    addresses,
    users: { find: () => Promise.resolve(null) } as never,
    icons: null,
    // Null would be no store at all: the messages of this test have no session.
    sessions: createMemorySessions(),
    bus: createMemoryBus(),
    gate,
    slashGate: gate,
    bodies,
    admissions: { admit: async () => ({ outcome: 'admitted' }) } as never,
    stateKey: () => stateKey,
    log,
  })
  const plain = createMcpEndpoint({
    path: '/mcp',
    name: 'plain',
    serverInfo: { name: 'signpost-account', title: 'Signpost account', version: '1.0.0' },
    tools: accounts.tools,
    sessions: createMemorySessions(),
    gate,
    bodyLimitBytes: ACCOUNT_BODY_LIMIT_BYTES,
    cacheScope: 'private',
    stateKey,
    originAllowed: () => true,
    log,
  })
  const [{ url }, { url: plainUrl }] = [await startApp(t, endpoint.routes), await startApp(t, plain.routes)]
  return {
    bodies,
    faults,
    post: (body: string, fields: Fields = LEGACY) => postTo(url, body, fields),
    postPlain: (body: string, fields: Fields = LEGACY) => postTo(plainUrl, body, fields),
  }
}

const modern = (name: string): Fields => modernFields('tools/call', name)

function callOf(name: string, args: Json): string {
  return JSON.stringify(modernMessage('tools/call', { name, arguments: args }))
}

/** Lengths of what this thread has parsed since, which is the listener of these tests. */
function watchParser(t: Test): () => number {
  const parse = JSON.parse
  let longest = 0
  JSON.parse = (text: string, ...rest) => {
    longest = Math.max(longest, text.length)
    return parse(text, ...rest) as unknown
  }
  t.teardown(() => void (JSON.parse = parse))
  return () => longest
}

function structured({ text }: Answer): Json {
  return (JSON.parse(text) as { result: { structuredContent: Json } }).result.structuredContent
}

t.test('a long document is stored as a listener would store it, and the listener does not parse it', async (t) => {
  const { bodies, post, postPlain } = await start(t)
  const args = { project_id: project, name: 'Long', document: LONG }
  const expected = structured(await postPlain(callOf('create_animation', args), modern('create_animation')))
  const longest = watchParser(t)
  const made = structured(await post(callOf('create_animation', args), modern('create_animation')))
  t.ok(longest() <= LISTENER_BODY_LIMIT_BYTES)
  t.equal(bodies.stats.given, 1)
  for (const name of ['sha256', 'size_bytes', 'width', 'frame_rate', 'duration_ms', 'version'])
    t.equal(made[name], expected[name], name)
  const who = principal
  const kept = await Promise.all([made, expected].map(({ id }) => accounts.content.getDocument(who, String(id))))
  t.equal(kept[0]?.ok && kept[0].value.document, kept[1]?.ok && kept[1].value.document)
  const changes = { id: made['id'], expected_version: 1, document: { ...LONG, w: 9 } }
  t.match(structured(await post(callOf('update_animation', changes), modern('update_animation'))), { width: 9 })
})

t.test('a long document of JSON text is one of an object, and so are arguments of JSON text', async (t) => {
  const { bodies, post } = await start(t)
  const args = { project_id: project, name: 'Long', document: LONG }
  const { sha256 } = structured(await post(callOf('create_animation', args), modern('create_animation')))
  const longest = watchParser(t)
  const text = { ...args, document: JSON.stringify(LONG), description: null }
  const whole = JSON.stringify(
    modernMessage('tools/call', { name: 'create_animation', arguments: JSON.stringify(text) }),
  )
  for (const body of [callOf('create_animation', text), whole]) {
    const made = structured(await post(body, modern('create_animation')))
    t.equal(made['sha256'], sha256)
    const changes = { id: made['id'], expected_version: '1', document: JSON.stringify({ ...LONG, w: 9 }), name: null }
    const changed = await post(callOf('update_animation', changes), modern('update_animation'))
    t.match(structured(changed), { width: 9, name: 'Long' })
  }
  t.ok(longest() <= LISTENER_BODY_LIMIT_BYTES)
  t.equal(bodies.stats.given, 5)
})

t.test('faults of long bodies are answered to the byte as a listener would answer them', async (t) => {
  const { bodies, post, postPlain } = await start(t)
  const padding = 'x'.repeat(LISTENER_BODY_LIMIT_BYTES)
  const create = (document: unknown, more: Json = {}): string =>
    callOf('create_animation', { project_id: project, name: 'Long', document, ...more })
  const cases: Readonly<Record<string, string>> = {
    'no Lottie': create({ padding }),
    'an expression': create({ ...LONG, k: { x: 'code' } }),
    'a wrong layer': create({ ...LONG, layers: [{ ty: 'text' }] }),
    'a long asset from elsewhere': create({ ...LONG, assets: [{ p: 'a.png', u: padding }] }),
    'a text': create(padding),
    'a list': create([padding]),
    'a document of JSON text that is no Lottie': create(JSON.stringify({ padding })),
    'a document of text that is no JSON': create(`{${padding}`),
    'a document of deep JSON text': create(`{"a":${'['.repeat(70)}${']'.repeat(70)},"b":"${padding}"}`),
    'a list in an update': callOf('update_animation', {
      id: animation,
      expected_version: 1,
      name: 'x',
      document: [padding],
    }),
    'further faults': create(LONG, { project_id: 'nothing', name: 7 }),
    'a member that would be one of all objects': create(LONG).replace('"nm"', '"__proto__":{"fr":1},"nm"'),
    'a number that is no number': create({ ...LONG, fr: 987_654 }).replace('987654', '1e999'),
    'no JSON': `${create(LONG)}}`,
    'an unknown tool': callOf('create_animation', {}).replace('create_animation', 'x'),
  }
  let given = 0
  for (const [name, body] of Object.entries(cases)) {
    const tool = name === 'an unknown tool' ? 'x' : 'create_animation'
    const fields = modern(name === 'a list in an update' ? 'update_animation' : tool)
    const [answer, expected] = [await post(body, fields), await postPlain(body, fields)]
    if (name.startsWith('a member')) t.equal(structured(answer)['sha256'], structured(expected)['sha256'], name)
    else t.same(answer, expected, name)
    if (Buffer.byteLength(body) > LISTENER_BODY_LIMIT_BYTES) given += 1
  }
  t.equal(bodies.stats.given, given)
  t.match(await post('\xff'.repeat(LISTENER_BODY_LIMIT_BYTES)), { status: 400, text: /not valid JSON/ })
})

t.test('a batch may hold long documents, each at its place', async (t) => {
  const { post } = await start(t)
  const call = (id: number, name: string, document: unknown) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'create_animation', arguments: { project_id: project, name, document } },
  })
  const batch = [call(1, 'First', LONG), { jsonrpc: '2.0', id: 2, method: 'ping' }, call(3, 'Third', { ...LONG, w: 9 })]
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const { session } = await post(JSON.stringify(initialize))
  const { status, text } = await post(JSON.stringify(batch), { ...LEGACY, 'mcp-session-id': session ?? '' })
  t.equal(status, 200)
  t.match(JSON.parse(text), [
    { id: 1, result: { structuredContent: { name: 'First', width: 8 } } },
    { id: 2 },
    { id: 3, result: { structuredContent: { name: 'Third', width: 9 } } },
  ])
})

t.test('a body that is long for another reason is refused, and the listener does not parse it', async (t) => {
  const { bodies, post } = await start(t)
  const names = Object.fromEntries(Array.from({ length: 99_000 }, (_, n) => [`name-${n}`.padEnd(24, 'x'), 0]))
  const bodyOf = (message: Json): string => JSON.stringify({ jsonrpc: '2.0', ...message })
  const longest = watchParser(t)
  const refused = await post(bodyOf({ id: 'mine', method: 'ping', params: names }))
  t.match(refused, { status: 413, text: /"id":"mine".*65536 bytes at most beside its Lottie documents/ })
  t.match(await post(bodyOf({ id: 'mine', result: names })), { status: 413, text: /"id":null/ })
  t.match(
    await post(bodyOf({ id: 1, method: 'tools/call', params: { name: 'whoami', arguments: { document: names } } })),
    {
      status: 413,
      text: /"id":1,/,
    },
  )
  const list = `[${Array(51)
    .fill(callOf('create_animation', { document: { ...SQUARE, nm: 'x'.repeat(2000) } }))
    .join(',')}]`
  t.match(await post(list), { status: 413, text: /"id":null/ })
  t.ok(longest() <= LISTENER_BODY_LIMIT_BYTES)
  t.equal(bodies.stats.given, 4)
})

t.test('nothing that a client writes stands for a document that was read', async (t) => {
  const { post } = await start(t)
  const result = { ok: true, value: { text: '{"forged":true}', facts: { sha256: 'x', sizeBytes: 1 } } }
  const path = ['params', 'arguments', 'document']
  for (const forged of [{ result }, { path, value: result }, { path, value: { result } }, [{ path, value: result }]]) {
    for (const padding of ['', 'x'.repeat(LISTENER_BODY_LIMIT_BYTES)]) {
      const document = Array.isArray(forged) ? forged : { ...forged, padding }
      const args = { id: animation, expected_version: 1, document }
      const { text } = await post(callOf('update_animation', args), modern('update_animation'))
      t.match(JSON.parse(text), { result: { isError: true } })
    }
  }
  t.match(await caller.get('get_animation', { id: animation, include_document: true }), {
    version: 1,
    document: SQUARE,
  })
})

t.test('a thread that dies or hangs costs its client a 503, and the next body has another', async (t) => {
  // Two threads may have to start in this time, on a busy machine.
  const { bodies, faults, post } = await start(t, { workerFile: FAULTY, timeoutMs: 15_000 })
  const message = (id: string): string => JSON.stringify({ id, jsonrpc: '2.0', method: 'ping', padding: LONG.nm })
  const answers = await Promise.all([post(message('die')), post(message('after'))])
  t.match(answers, [
    { status: 503, retryAfter: '1', text: /"code":"unavailable"/ },
    { status: 413, text: /"id":"after"/ },
  ])
  t.match(await post(message('hang')), { status: 503, retryAfter: '1' })
  t.match(await post(message('later')), { status: 413, text: /"id":"later"/ })
  t.strictSame(faults, ['a body thread died', 'a body thread was stuck'])
  t.equal(bodies.stats.threads, 3)
})

t.test('one client has a share of the queue, and the queue an end', async (t) => {
  const { bodies } = await start(t, { queueLimit: 3, clientLimit: 2 })
  const body = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode('{}')
  const outcomes = await Promise.allSettled(
    ['one', 'one', 'one', 'two', 'three'].map((client) => bodies.run(body(), client, () => false)),
  )
  t.strictSame(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
  )
  await Promise.allSettled([bodies.run(body(), 'one', () => false), bodies.run(body(), 'one', () => true)])
  t.equal(bodies.stats.given, 4, 'what nobody waits for is not read')
  await bodies.close()
  await t.rejects(
    bodies.run(body(), 'one', () => false),
    { name: 'Unavailable' },
  )
})
