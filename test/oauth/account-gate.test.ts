import t from 'tap'
import type { Test } from 'tap'
import { LISTENER_BODY_LIMIT_BYTES, type RpcRoute } from '../../src/http/route/rpc-route.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { createAccountGate } from '../../src/oauth/account-gate.ts'
import type { Admissions } from '../../src/oauth/admissions.ts'
import { createGrantUses } from '../../src/oauth/grant/uses.ts'
import { createMemoryAccountState } from '../../src/store/memory/memory-admissions.ts'
import { createSessionIds } from '../../src/mcp/session-id.ts'
import { toSessionRecord } from '../../src/mcp/session.ts'
import { createTokenService } from '../../src/tokens/token-service.ts'
import { createRedisAccountState } from '../../src/store/redis/redis-account-state.ts'
import { rpcRoute, startApp } from '../http/server/start-app.ts'
import { connectTestRedis } from '../support/connect-redis.ts'
import { startRedis } from '../support/start-redis.ts'
import { startDispatcher } from '../support/token-fixture.ts'
import { ACCOUNT_URL, issue, newKey, PRINCIPAL, startNode } from './access-tokens-fixture.ts'

const WHERE_TO_ASK = `resource_metadata="${ACCOUNT_URL}/.well-known/oauth-protected-resource/mcp", scope="mcp:full"`

const { dispatcher } = startDispatcher(t)

/** A POST /mcp behind the gate that tells what the gate found; a letter of the body is a message. */
async function startGate(t: Test, shared?: Admissions, shorten?: RpcRoute['shorten']) {
  const key = await newKey()
  const node = startNode(dispatcher, [key])
  const revoked = new Set<string>()
  const touched: ReadonlyMap<string, Date>[] = []
  const store = { touch: async (uses: ReadonlyMap<string, Date>) => void touched.push(uses) }
  const uses = createGrantUses({ store, onFault: () => {} })
  t.teardown(() => uses.close())
  let nowMs = 1_000_000
  const memory = createMemoryAccountState({ isRevoked: (id) => revoked.has(id), clock: () => nowMs })
  /** Revocations that this node has heard of. */
  const heard = new Set<string>()
  const gate = createAccountGate({
    tokens: node.tokens,
    admissions: shared ?? memory.admissions,
    revocations: { has: (id) => heard.has(id), announce: async () => {}, onRevoked: () => {}, close: () => {} },
    uses,
    limiter: createMemoryLimiter({ clock: () => nowMs }),
    accountUrl: ACCOUNT_URL,
  })
  const { url } = await startApp(t, [
    rpcRoute({
      path: '/mcp',
      gate,
      body: { mediaType: 'application/json', limitBytes: 1024 * 1024 },
      reads: ['mcp-session-id'],
      cost: ({ bytes }) => bytes,
      ...(shorten === undefined ? {} : { shorten }),
      answer(exchange) {
        const { found, principal, subject } = exchange
        exchange.json(200, JSON.stringify({ subject, principal, session: (found as { session: unknown }).session }))
      },
    }),
  ])
  async function call(authorization: string | null, options: { body?: string; session?: string; query?: string } = {}) {
    const { body = '1', query = '', session } = options
    const answer = await fetch(`${url}/mcp${query}`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        ...(authorization === null ? {} : { Authorization: authorization }),
        ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
      },
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
  }
  return {
    ...node,
    url,
    call,
    gate,
    heard,
    key,
    memory,
    revoked,
    touched,
    uses,
    pass: node.pass,
    passMs: (ms: number) => void (nowMs += ms),
  }
}

function challenge(error: string, description: RegExp): RegExp {
  const text = WHERE_TO_ASK.replaceAll('.', '\\.')
  return new RegExp(`^Bearer error="${error}", error_description="${description.source}", ${text}$`)
}

t.test('who sends no token is told where to get one, and of no error', async (t) => {
  const { call, tokens } = await startGate(t)
  const token = await issue(tokens)
  for (const authorization of [null, 'Basic dXNlcjpwYXNz', 'Bearer', 'Bearer   ', token, `Token ${token}`]) {
    const { body, headers, status } = await call(authorization)
    t.equal(status, 401)
    t.equal(headers.get('www-authenticate'), `Bearer ${WHERE_TO_ASK}`, authorization?.slice(0, 10) ?? 'none')
    t.match(body, { jsonrpc: '2.0', id: null, error: { code: Number, message: String } })
  }
  const { headers, status } = await call(null, { query: `?access_token=${token}` })
  t.equal(status, 401)
  t.equal(headers.get('www-authenticate'), `Bearer ${WHERE_TO_ASK}`, 'an address is no place for a token')
})

t.test('who sends no token is not listened to, whatever the body', async (t) => {
  const { url } = await startGate(t)
  const BODIES: readonly [type: string, body: string | ReadableStream][] = [
    ['text/plain', 'x'],
    ['application/json', 'x'.repeat(8 * 1024 * 1024)],
    // It never ends: the answer does not wait for it.
    ['application/json', new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('[')) })],
  ]
  for (const [type, body] of BODIES) {
    const headers = { 'Content-Type': type }
    const answer = await fetch(`${url}/mcp`, { method: 'POST', body, headers, duplex: 'half' })
    t.equal(answer.status, 401)
    t.equal(answer.headers.get('www-authenticate'), `Bearer ${WHERE_TO_ASK}`)
    await answer.body?.cancel()
  }
})

t.test('with a good token the request is let in for whom it names', async (t) => {
  const { call, tokens } = await startGate(t)
  const token = await issue(tokens)
  for (const authorization of [`Bearer ${token}`, `bearer   ${token} `, `BEARER ${token}`]) {
    const { body, headers, status } = await call(authorization)
    t.equal(status, 200)
    t.strictSame(body, { subject: PRINCIPAL.grantId, principal: PRINCIPAL, session: null })
    t.notOk(headers.has('www-authenticate'))
  }
  const { body, status } = await call(`Bearer ${token}`, { query: '?access_token=x' })
  t.equal(status, 200)
  t.match(body, { subject: PRINCIPAL.grantId })
})

t.test('a token that is no good is refused with what is wrong with it', async (t) => {
  const { call, key, pass, tokens } = await startGate(t)
  const token = await issue(tokens)
  const refused = async (credentials: string, description: RegExp): Promise<void> => {
    const { body, headers, status } = await call(`Bearer ${credentials}`)
    t.equal(status, 401)
    t.match(headers.get('www-authenticate'), challenge('invalid_token', description))
    t.match(body, { jsonrpc: '2.0', error: { code: Number } })
    t.notOk(headers.has('retry-after'))
  }
  const altered = /The access token was altered, or was not issued by this server for this endpoint\./
  await refused('opaque', altered)
  await refused('a.b.c', altered)
  await refused(token.slice(0, -1), altered)
  await refused(`${token} x`, altered)
  await refused('x'.repeat(4000), altered)
  const icons = createTokenService({ issuer: ACCOUNT_URL, workers: dispatcher, state: { key } })
  const foreign = await icons.issueAccess('reg_a')
  await refused(foreign.ok ? foreign.token : '', altered)
  pass(700)
  await refused(token, /The access token has expired\. Use the refresh token\./)
})

t.test('a token with any one character altered is refused', async (t) => {
  const { call, passMs, tokens } = await startGate(t)
  const token = await issue(tokens)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const altered = [...token].flatMap((sign, place) =>
    sign === '.' ? [] : [`${token.slice(0, place)}${alphabet[alphabet.indexOf(sign) ^ 1]}${token.slice(place + 1)}`],
  )
  const statuses: number[] = []
  for (let start = 0; start < altered.length; start += 50) {
    const answers = await Promise.all(altered.slice(start, start + 50).map((text) => call(`Bearer ${text}`)))
    passMs(60_000)
    statuses.push(...answers.map(({ status }) => status))
  }
  t.equal(statuses.length, altered.length)
  t.strictSame([...new Set(statuses)], [401])
})

t.test('a token of a revoked grant is refused, whoever knows of it', async (t) => {
  for (const place of ['heard', 'revoked'] as const) {
    const fixture = await startGate(t)
    const token = await issue(fixture.tokens)
    t.equal((await fixture.call(`Bearer ${token}`)).status, 200)
    fixture[place].add(PRINCIPAL.grantId)
    const { headers, status } = await fixture.call(`Bearer ${token}`)
    t.equal(status, 401)
    t.match(
      headers.get('www-authenticate'),
      challenge('invalid_token', /Access was revoked\. Ask the user to connect again\./),
    )
    const other = await issue(fixture.tokens, { ...PRINCIPAL, grantId: 'grt_other' })
    t.equal((await fixture.call(`Bearer ${other}`)).status, 200, 'others go on')
  }
})

t.test('a token without the scope is refused with 403', async (t) => {
  const { call, tokens } = await startGate(t)
  for (const scope of ['', 'mcp', 'mcp:full:more', 'MCP:FULL', 'icons.read']) {
    const { headers, status } = await call(`Bearer ${await issue(tokens, PRINCIPAL, scope)}`)
    t.equal(status, 403, scope)
    t.match(headers.get('www-authenticate'), challenge('insufficient_scope', /[^"]+/))
  }
  t.equal((await call(`Bearer ${await issue(tokens, PRINCIPAL, 'other mcp:full')}`)).status, 200, 'one of several')
})

t.test('a grant has 60 messages a second, and each of a batch counts', async (t) => {
  const { call, passMs, tokens } = await startGate(t)
  const [first, second] = [await issue(tokens), await issue(tokens)]
  t.equal((await call(`Bearer ${first}`, { body: '1'.repeat(59) })).status, 200)
  t.equal((await call(`Bearer ${second}`, { body: '11' })).status, 429, 'tokens of one grant share; all or nothing')
  t.equal((await call(`Bearer ${second}`)).status, 200)
  const { body, headers, status } = await call(`Bearer ${first}`)
  t.equal(status, 429)
  t.equal(headers.get('retry-after'), '1')
  t.notOk(headers.has('www-authenticate'))
  t.match(body, { jsonrpc: '2.0', error: { data: { code: 'rate_limited' } } })
  const other = await issue(tokens, { ...PRINCIPAL, grantId: 'grt_other' })
  t.equal((await call(`Bearer ${other}`)).status, 200)
  t.equal((await call(`Bearer ${'x'.repeat(40)}`)).status, 401, 'who is nobody has no bucket')
  passMs(1000)
  t.equal((await call(`Bearer ${first}`)).status, 200)
})

t.test('the session that a request names comes with it, if it is of this grant', async (t) => {
  const { call, memory, tokens } = await startGate(t)
  const record = toSessionRecord({
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })!
  const owner = { subject: PRINCIPAL.grantId }
  const { id, key } = createSessionIds('account', Buffer.alloc(32)).write(record, owner)
  await memory.sessions.keep(key, record, owner)
  const authorization = `Bearer ${await issue(tokens)}`
  t.strictSame((await call(authorization, { session: id })).body['session'], record)
  for (const session of [
    'a'.repeat(32),
    key,
    id.slice(1),
    id.slice(0, -1),
    `${id}a`,
    `${id}.`,
    `}${id.slice(1)}`,
    '',
  ]) {
    t.equal((await call(authorization, { session })).body['session'], null, session)
  }
  const other = await issue(tokens, { ...PRINCIPAL, grantId: 'grt_other' })
  t.equal((await call(`Bearer ${other}`, { session: id })).body['session'], null)
})

t.test('a known token is judged at once where nothing has to be asked elsewhere', async (t) => {
  const { gate, tokens } = await startGate(t)
  const caller = { address: '192.0.2.1', authorization: `Bearer ${await issue(tokens)}` }
  const request = { field: () => '' }
  const first = gate(caller, 1, request)
  t.ok(first instanceof Promise, 'its signature is checked elsewhere')
  t.match(await first, { ok: true })
  t.match(gate(caller, 1, request), { ok: true, subject: PRINCIPAL.grantId, headers: [] })
  t.match(gate({ ...caller, authorization: '' }, 1, request), { ok: false, status: 401 })
})

t.test('only what was let in counts as a use of its grant', async (t) => {
  const { call, touched, tokens, uses } = await startGate(t)
  const token = await issue(tokens)
  await call(`Bearer ${token.slice(0, -1)}`)
  await call(`Bearer ${token}`, { body: '1'.repeat(61) })
  await uses.flush()
  t.strictSame(touched, [])
  await call(`Bearer ${token}`)
  await uses.flush()
  t.strictSame([...(touched[0]?.keys() ?? [])], [PRINCIPAL.grantId])
})

t.test('without Redis the answer is 503, until it is back', async (t) => {
  const redis = await startRedis(t)
  const link = await connectTestRedis(t, redis.url)
  const { call, tokens } = await startGate(t, createRedisAccountState(link).admissions)
  const authorization = `Bearer ${await issue(tokens)}`
  t.equal((await call(authorization)).status, 200)
  await redis.kill()
  const { body, headers, status } = await call(authorization)
  t.equal(status, 503)
  t.equal(headers.get('retry-after'), '1')
  t.match(body, { jsonrpc: '2.0', error: { code: Number } })
  t.equal((await call(null)).status, 401, 'who sends no token is told at once')
  await redis.restart()
  while ((await call(authorization)).status === 503);
  t.equal((await call(authorization)).status, 200)
})

t.test('when signatures cannot be checked now the answer is 503', async (t) => {
  const { call, setElsewhere } = await startGate(t)
  const token = await issue(startNode(dispatcher, [await newKey()]).tokens)
  setElsewhere(null)
  const { headers, status } = await call(`Bearer ${token}`)
  t.equal(status, 503)
  t.equal(headers.get('retry-after'), '1')
})

t.test('a grant whose end this node hears of while the admission is under way is not let in', async (t) => {
  let begun = (): void => {}
  const asked = new Promise<void>((resolve) => (begun = resolve))
  let letIn = (): void => {}
  const { call, heard, tokens, touched, uses } = await startGate(t, {
    admit: () =>
      new Promise((resolve) => {
        letIn = () => resolve({ outcome: 'admitted', session: null })
        begun()
      }),
  })
  const calling = call(`Bearer ${await issue(tokens)}`)
  await asked
  heard.add(PRINCIPAL.grantId)
  letIn()
  const { headers, status } = await calling
  t.equal(status, 401)
  t.match(
    headers.get('www-authenticate'),
    challenge('invalid_token', /Access was revoked\. Ask the user to connect again\./),
  )
  await uses.flush()
  t.strictSame(touched, [], 'nor counted as a use')
})

t.test('a grant whose end this node hears of while a long body is read elsewhere is not let in', async (t) => {
  const waiting: (() => void)[] = []
  let begun = (): void => {}
  const { call, heard, tokens } = await startGate(
    t,
    { admit: () => ({ outcome: 'admitted', session: null }) },
    () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ text: '{"id":7,"method":"ping"}', parts: [] }))
        begun()
      }),
  )
  const body = ' '.repeat(LISTENER_BODY_LIMIT_BYTES + 1)
  async function callAndHear(grantId: string) {
    const asked = new Promise<void>((resolve) => (begun = resolve))
    const calling = call(`Bearer ${await issue(tokens)}`, { body })
    await asked
    heard.add(grantId)
    waiting.pop()?.()
    return calling
  }
  t.equal((await callAndHear('grt_other')).status, 200)
  const { body: refusal, headers, status } = await callAndHear(PRINCIPAL.grantId)
  t.equal(status, 401)
  t.match(
    headers.get('www-authenticate'),
    challenge('invalid_token', /Access was revoked\. Ask the user to connect again\./),
  )
  t.match(refusal, { jsonrpc: '2.0', id: null, error: { code: Number } })
})

t.test('who sends no good token is not listened to for long', async (t) => {
  const { tokens, url } = await startGate(t)
  const good = await issue(tokens)
  const longBody = (): ReadableStream =>
    new ReadableStream({ start: (controller) => controller.enqueue(Buffer.alloc(512 * 1024, ' ')) })
  for (const token of ['x', `${good.slice(0, -8)}AAAAAAAA`, await issue((await startGate(t)).tokens)]) {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/mcp`, { method: 'POST', body: longBody(), headers, duplex: 'half' })
    t.equal(answer.status, 401)
    t.match(answer.headers.get('www-authenticate'), challenge('invalid_token', /.+/))
    await answer.body?.cancel()
  }
})

t.test('600 requests without a good token are not 600 times 401, and good tokens go on', async (t) => {
  const { call, passMs, tokens } = await startGate(t)
  const token = await issue(tokens)
  const statuses: number[] = []
  for (let n = 0; n < 600; n++) {
    const { body, headers, status } = await call(
      n % 2 === 0 ? null : `Bearer ${token.slice(0, -8)}${String(n).padStart(8, 'A')}`,
    )
    statuses.push(status)
    if (status !== 429) continue
    if (headers.get('retry-after') !== '60') t.fail(`Retry-After is ${headers.get('retry-after')}`)
    if (n === 300) t.match(body, { jsonrpc: '2.0', error: { data: { code: 'rate_limited' } } })
  }
  t.same(
    statuses,
    Array.from({ length: 600 }, (_, n) => (n < 300 ? 401 : 429)),
  )
  t.equal((await call(`Bearer ${token}`)).status, 200, 'whoever has one is not counted with them')
  passMs(60_000)
  t.equal((await call(null)).status, 401)
})
