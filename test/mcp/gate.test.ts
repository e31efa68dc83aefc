import t from 'tap'
import { AGENT_CORS } from '../../src/http/wire/cors.ts'
import type { Gate } from '../../src/http/route/gate.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import type { KeptSession, SessionStore } from '../../src/mcp/session.ts'
import { sessionKeyOf } from '../../src/mcp/session-id.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'
import { startApp } from '../http/server/start-app.ts'
import { endpoint, INITIALIZE, modern, modernFields, request } from './fixture.ts'

const CHALLENGE =
  'Bearer resource_metadata="https://a.example/.well-known/oauth-protected-resource/mcp", scope="mcp:full"'

/** Reads the session that a request names in the same step as its credentials, as a gate does that needs one round trip for both. */
function sessionGate(sessions: SessionStore, asked: string[] = []): Gate {
  return async ({ authorization }, _cost, request) => {
    const [scheme, subject] = authorization.split(' ')
    const refuse = (status: number, code: string) => ({
      ok: false as const,
      status,
      code,
      detail: code,
      ...(status === 401 ? { headers: [['WWW-Authenticate', CHALLENGE]] as const } : {}),
      ...(status === 429 ? { retryAfterSeconds: 1 } : {}),
    })
    if (scheme !== 'Bearer' || subject === undefined) return refuse(401, 'unauthorized')
    if (subject === 'busy') return refuse(429, 'rate_limited')
    if (subject === 'down') throw new Unavailable('the store is down')
    if (subject === 'banned') return refuse(403, 'insufficient_scope')
    const id = request.field('mcp-session-id')
    asked.push(id)
    const key = sessionKeyOf(id)
    const found = key === null ? null : await sessions.get(key, { subject, found: undefined })
    return { ok: true, headers: [], subject, found }
  }
}

/** Believes what the gate has found. */
function foundSessions(sessions: SessionStore): SessionStore {
  return { ...sessions, get: (_key, { found }) => found as KeptSession | null }
}

async function start(t: Parameters<typeof startApp>[0], asked: string[] = []) {
  const sessions = createMemorySessions()
  const to = endpoint(t, { sessions: foundSessions(sessions), gate: sessionGate(sessions, asked) })
  const { url } = await startApp(t, to.routes, { cors: AGENT_CORS, methodNotAllowedCode: 'method_not_allowed' })
  return (method: string, bearer: string | null, body?: unknown, fields: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        Accept: 'application/json, text/event-stream',
        ...fields,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

t.test('a session that the gate has found serves its requests until it is deleted', async (t) => {
  const asked: string[] = []
  const ask = await start(t, asked)
  const begun = await ask('POST', 'ann', INITIALIZE)
  const session = begun.headers.get('mcp-session-id') ?? ''
  const fields = { 'Mcp-Session-Id': session }
  const tools = request('tools/list')
  t.equal((await ask('POST', 'ann', tools, fields)).status, 200)
  t.equal((await ask('POST', 'bob', tools, fields)).status, 404, 'that of another looks like none')
  t.equal((await ask('DELETE', 'bob', undefined, fields)).status, 404)
  t.equal((await ask('POST', 'ann', tools)).status, 400)
  t.equal((await ask('POST', 'ann', tools, { 'Mcp-Session-Id': 'x'.repeat(32) })).status, 404)
  const unknown = { ...fields, 'MCP-Protocol-Version': '1999-01-01' }
  t.equal((await ask('DELETE', 'ann', undefined, unknown)).status, 400, 'a revision that is not known ends nothing')
  const known = { ...fields, 'MCP-Protocol-Version': '2025-06-18' }
  t.equal((await ask('DELETE', 'ann', undefined, known)).status, 204)
  for (const method of ['POST', 'DELETE']) {
    const answer = await ask(method, 'ann', method === 'POST' ? tools : undefined, fields)
    t.equal(answer.status, 404, method)
    t.match(await answer.json(), { error: { code: -32_001 } })
  }
  t.same(asked.slice(0, 4), ['', session, session, session])
})

t.test('a refusal of the gate has an error of JSON-RPC, which pages of other origins may read', async (t) => {
  const ask = await start(t)
  const message = modern('tools/list')
  for (const [bearer, status, code] of [
    [null, 401, 'unauthorized'],
    ['banned', 403, 'insufficient_scope'],
    ['busy', 429, 'rate_limited'],
    ['down', 503, 'unavailable'],
  ] as const) {
    const answer = await ask(
      'POST',
      bearer,
      { ...message, id: 'mine' },
      { ...modernFields(message), Origin: 'https://a.example' },
    )
    t.equal(answer.status, status)
    t.match(await answer.json(), { jsonrpc: '2.0', id: 'mine', error: { code: -32_000, data: { code } } })
    t.equal(answer.headers.get('content-type'), 'application/json')
    t.equal(answer.headers.get('access-control-allow-origin'), '*')
    t.equal(answer.headers.get('access-control-expose-headers'), 'Mcp-Session-Id, WWW-Authenticate, *')
    t.equal(answer.headers.get('www-authenticate'), status === 401 ? CHALLENGE : null)
    t.equal(answer.headers.get('retry-after'), status > 403 ? '1' : null)
  }
})

t.test('a batch is refused once, whatever is in it', async (t) => {
  const ask = await start(t)
  const answer = await ask('POST', null, [request('ping', {}, 1), request('ping', {}, 2)])
  t.equal(answer.status, 401)
  t.match(await answer.json(), { jsonrpc: '2.0', id: null, error: { data: { code: 'unauthorized' } } })
})

t.test('GET has no stream to give, whoever asks; DELETE needs credentials', async (t) => {
  const ask = await start(t)
  for (const bearer of [null, 'ann', 'busy']) {
    const answer = await ask('GET', bearer)
    t.equal(answer.status, 405)
    t.equal(answer.headers.get('allow'), 'POST, DELETE, OPTIONS')
    t.match(await answer.json(), { jsonrpc: '2.0', error: { data: { code: 'method_not_allowed' } } })
  }
  const answer = await ask('DELETE', null, undefined, { 'Mcp-Session-Id': 'x'.repeat(32) })
  t.equal(answer.status, 401)
  t.equal(answer.headers.get('www-authenticate'), CHALLENGE)
})
