import { decodeJwt } from 'jose'
import t from 'tap'
import { ISSUER, startDispatcher } from '../../../support/token-fixture.ts'
import { JWT_BEARER, startAgents } from './start-agents.ts'

const { dispatcher } = startDispatcher(t)

const form = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString()

t.test('an agent registers, exchanges its assertion and uses the token', async (t) => {
  const { call, exchange, register } = await startAgents(t, dispatcher)
  const { body, headers, status } = await register('{"type":"anonymous"}')
  t.equal(status, 200)
  t.equal(headers.get('cache-control'), 'no-store')
  const assertion = body['identity_assertion'] as string
  const { exp = 0, sub } = decodeJwt(assertion)
  t.strictSame(body, {
    registration_id: sub,
    registration_type: 'anonymous',
    identity_assertion: assertion,
    assertion_expires: new Date(exp * 1000).toISOString(),
    pre_claim_scopes: ['icons.read'],
    token_endpoint: `${ISSUER}/oauth2/token`,
  })
  t.match(sub, /^reg_[\w-]{22}$/)

  for (const again of [1, 2]) {
    const token = await exchange(form({ grant_type: JWT_BEARER, assertion }))
    t.equal(token.status, 200, `exchange ${again}`)
    t.equal(token.headers.get('cache-control'), 'no-store')
    t.equal(token.headers.get('pragma'), 'no-cache')
    t.strictSame(
      { ...token.body, access_token: '' },
      { access_token: '', token_type: 'Bearer', expires_in: 3600, scope: 'icons.read' },
    )
    const used = await call(`Bearer ${token.body['access_token'] as string}`)
    t.equal(used.status, 200)
    t.match(used.headers.get('ratelimit'), /^"agent";r=\d+;t=\d+$/)
  }
})

t.test('two registrations have nothing in common', async (t) => {
  const { register } = await startAgents(t, dispatcher)
  const [a, b] = await Promise.all([register('{"type":"anonymous"}'), register('{"type":"anonymous"}')])
  t.not(a.body['registration_id'], b.body['registration_id'])
})

const REGISTRATIONS: readonly (readonly [body: string, code: string | null])[] = [
  ['{"type":"anonymous","name":"x","type_":1,"scopes":["a"],"nested":{"type":"service_auth"}}', null],
  ['\uFEFF{"type":"anonymous"}', null],
  ['{"type":"identity_assertion"}', 'identity_assertion_not_enabled'],
  ['{"type":"identity_assertion","assertion":5,"scope":[]}', 'identity_assertion_not_enabled'],
  ['{"type":"service_auth"}', 'service_auth_not_enabled'],
  ['{"type":"Anonymous"}', 'invalid_request'],
  ['{"type":""}', 'invalid_request'],
  ['{"type":null}', 'invalid_request'],
  ['{"type":["anonymous"]}', 'invalid_request'],
  ['{"type":{"type":"anonymous"}}', 'invalid_request'],
  ['{"type":1}', 'invalid_request'],
  ['{}', 'invalid_request'],
  ['{"__proto__":{"type":"anonymous"}}', 'invalid_request'],
  ['[]', 'invalid_request'],
  ['[{"type":"anonymous"}]', 'invalid_request'],
  ['null', 'invalid_request'],
  ['"anonymous"', 'invalid_request'],
  ['anonymous', 'invalid_request'],
  ['{"type":"anonymous"', 'invalid_request'],
  ['', 'invalid_request'],
  ['type=anonymous', 'invalid_request'],
  [`${'['.repeat(2000)}${']'.repeat(2000)}`, 'invalid_request'],
]

for (const [body, code] of REGISTRATIONS) {
  t.test(`a registration of ${JSON.stringify(body.slice(0, 60))} is ${code ?? 'good'}`, async (t) => {
    const { register } = await startAgents(t, dispatcher)
    const answer = await register(body)
    if (code === null) return t.equal(answer.status, 200)
    t.equal(answer.status, 400)
    t.equal(answer.body['error'], code)
    t.type(answer.body['error_description'], 'string')
    t.equal(answer.headers.get('cache-control'), 'no-store')
  })
}

t.test('bodies over 4 KiB, of another media type or method are refused in the form of OAuth', async (t) => {
  const { ask, exchange, register } = await startAgents(t, dispatcher)
  const padded = (bytes: number): string => `{"type":"anonymous","x":"${'x'.repeat(bytes - 27)}"}`
  t.equal((await register(padded(4096))).status, 200)
  for (const [answer, status] of [
    [await register(padded(4097)), 413],
    [await exchange(`assertion=${'x'.repeat(5000)}`), 413],
    [await register('{"type":"anonymous"}', undefined, 'text/plain'), 415],
    [await ask('/agent/identity'), 405],
    [await ask('/oauth2/token', { method: 'DELETE' }), 405],
  ] as const) {
    t.equal(answer.status, status)
    t.equal(answer.body['error'], 'invalid_request')
    t.type(answer.body['error_description'], 'string')
  }
  t.equal((await register('{"type":"anonymous"}', undefined, 'Application/JSON; charset=utf-8')).status, 200)
})

t.test('bytes that are not UTF-8 are an invalid request', async (t) => {
  const { ask } = await startAgents(t, dispatcher)
  const body = Buffer.from('{"type":"anonymous","x":"\xff"}', 'latin1')
  const answer = await ask('/agent/identity', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  t.match(answer, { status: 400, body: { error: 'invalid_request' } })
})

t.test('an exchange answers each fault with its code', async (t) => {
  const { exchange, newAssertion, newToken } = await startAgents(t, dispatcher)
  const assertion = await newAssertion()
  const good = { grant_type: JWT_BEARER, assertion }
  const cases: readonly (readonly [title: string, body: string, code: string | null])[] = [
    ['a scope', form({ ...good, scope: 'icons.read' }), null],
    ['a scope said twice over', form({ ...good, scope: 'icons.read icons.read' }), null],
    ['an empty scope', form({ ...good, scope: '' }), null],
    ['unknown parameters, given twice', `${form({ ...good, client_id: 'a', resource: 'b' })}&client_id=c`, null],
    ['nothing', '', 'invalid_request'],
    ['no grant type', form({ assertion }), 'invalid_request'],
    ['an empty grant type', form({ ...good, grant_type: '' }), 'invalid_request'],
    ['no assertion', form({ grant_type: JWT_BEARER }), 'invalid_request'],
    ['an empty assertion', form({ ...good, assertion: '' }), 'invalid_request'],
    ['the grant type twice', `${form(good)}&grant_type=x`, 'invalid_request'],
    ['the assertion twice', `${form(good)}&assertion=${assertion}`, 'invalid_request'],
    ['the scope twice', `${form(good)}&scope=icons.read&scope=icons.read`, 'invalid_request'],
    ['a percent sign that encodes nothing', `${form(good)}&x=%zz`, 'invalid_request'],
    ['JSON', JSON.stringify(good), 'invalid_request'],
    ['another grant type', form({ ...good, grant_type: 'authorization_code' }), 'unsupported_grant_type'],
    ['another grant type without an assertion', form({ grant_type: 'client_credentials' }), 'unsupported_grant_type'],
    ['another scope', form({ ...good, scope: 'icons.write' }), 'invalid_scope'],
    ['a scope more', form({ ...good, scope: 'icons.read icons.write' }), 'invalid_scope'],
    ['another scope with a bad assertion', form({ ...good, assertion: 'x', scope: 'all' }), 'invalid_scope'],
    ['an assertion that is none', form({ ...good, assertion: 'x' }), 'invalid_grant'],
    ['an assertion that is cut off', form({ ...good, assertion: assertion.slice(0, -1) }), 'invalid_grant'],
    ['an assertion with spaces around it', form({ ...good, assertion: ` ${assertion} ` }), 'invalid_grant'],
    ['an access token', form({ ...good, assertion: await newToken() }), 'invalid_grant'],
  ]
  for (const [title, body, code] of cases) {
    const answer = await exchange(body)
    if (code === null) t.equal(answer.status, 200, title)
    else t.match(answer, { status: 400, body: { error: code, error_description: String } }, title)
    t.equal(answer.headers.get('cache-control'), 'no-store', title)
  }
})

t.test('an assertion lasts thirty days', async (t) => {
  const { exchange, newAssertion, pass } = await startAgents(t, dispatcher)
  const body = form({ grant_type: JWT_BEARER, assertion: await newAssertion() })
  pass(30 * 86_400 - 1)
  t.equal((await exchange(body)).status, 200)
  pass(62)
  t.match(await exchange(body), { status: 400, body: { error: 'invalid_grant', error_description: /expired/ } })
})

t.test('with the key replaced, assertions are no good and new ones are', async (t) => {
  const { exchange, newAssertion, newToken, call, tokens } = await startAgents(t, dispatcher)
  const old = form({ grant_type: JWT_BEARER, assertion: await newAssertion() })
  const { generateSigningKey } = await import('../../../../src/tokens/signing-key.ts')
  tokens.update({ key: await generateSigningKey() })
  t.match(await exchange(old), { status: 400, body: { error: 'invalid_grant' } })
  t.equal((await call(`Bearer ${await newToken()}`)).status, 200)
  tokens.update({ key: null, reason: 'test' })
  const refused = await exchange(old)
  t.match(refused, { status: 503, body: { error: 'temporarily_unavailable' } })
  t.equal(refused.headers.get('retry-after'), '5')
})

t.test('registrations and exchanges share ten a minute for each address', async (t) => {
  const { ask, call, exchange, passForLimits, register } = await startAgents(t, dispatcher)
  for (let n = 0; n < 5; n++) {
    t.equal((await register('{"type":"anonymous"}', '192.0.2.1')).status, 200)
    t.equal((await exchange('', '192.0.2.1')).status, 400, 'what is refused for its content counts too')
  }
  const refused = await register('{"type":"anonymous"}', '192.0.2.1')
  t.match(refused, { status: 429, body: { error: 'temporarily_unavailable' } })
  t.equal(refused.headers.get('retry-after'), '60')
  t.equal((await exchange('', '192.0.2.1')).status, 429)
  t.equal((await register('{"type":"anonymous"}', '192.0.2.2')).status, 200, 'another address')
  t.equal((await call('', '192.0.2.1')).headers.get('ratelimit'), '"anonymous";r=119;t=60', 'a budget of its own')
  t.equal((await ask('/.well-known/jwks.json', {}, '192.0.2.1')).status, 200, 'documents are outside every limit')
  passForLimits(60)
  t.equal((await register('{"type":"anonymous"}', '192.0.2.1')).status, 200)
})

t.test('a signing service without room answers 503 with Retry-After', async (t) => {
  const { dispatcher } = startDispatcher(t, { queueLimit: 1 })
  const { register } = await startAgents(t, dispatcher)
  await dispatcher.ready()
  const answers = await Promise.all(Array.from({ length: 40 }, () => register('{"type":"anonymous"}')))
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { body, headers, status } of refused) {
    t.equal(status, 503)
    t.equal(body['error'], 'temporarily_unavailable')
    t.equal(headers.get('retry-after'), '1')
  }
  t.ok(answers.length > refused.length, 'some were served')
})

t.test(
  'the metadata leads to the guide and the token endpoint, and says nowhere that somebody must sign in',
  async (t) => {
    const { ask } = await startAgents(t, dispatcher)
    for (const path of ['', '/mcp', '/mcp/', '/mcp/docs', '/mcp/docs/', '/a2a', '/a2a/']) {
      const { body, headers, status } = await ask(`/.well-known/oauth-protected-resource${path}`)
      t.equal(status, 200)
      t.strictSame(body, {
        resource: `${ISSUER}${path}`,
        scopes_supported: ['icons.read'],
        bearer_methods_supported: ['header'],
        resource_name: 'Signpost icons',
        resource_documentation: `${ISSUER}/auth.md`,
      })
      t.equal(headers.get('cache-control'), 'public, max-age=300')
    }
    const { body } = await ask('/.well-known/oauth-authorization-server')
    t.strictSame(body, {
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/oauth2/token`,
      jwks_uri: `${ISSUER}/.well-known/jwks.json`,
      scopes_supported: ['icons.read'],
      response_types_supported: [],
      grant_types_supported: [JWT_BEARER],
      token_endpoint_auth_methods_supported: ['none'],
      service_documentation: `${ISSUER}/auth.md`,
      agent_auth: {
        skill: `${ISSUER}/auth.md`,
        identity_endpoint: `${ISSUER}/agent/identity`,
        identity_types_supported: ['anonymous'],
      },
    })
  },
)

t.test('the key set is the key that signs, at any time', async (t) => {
  const { ask, key, tokens } = await startAgents(t, dispatcher)
  const first = await ask('/.well-known/jwks.json')
  t.strictSame(first.body, { keys: [key.publicJwk] })
  t.equal(first.headers.get('cache-control'), 'no-cache')
  tokens.update({ key: null, reason: 'test' })
  t.strictSame((await ask('/.well-known/jwks.json')).body, { keys: [] })
})

t.test('the guide for agents names every endpoint, code and limit', async (t) => {
  const { ask } = await startAgents(t, dispatcher)
  const { body, headers } = await ask('/auth.md')
  t.equal(headers.get('content-type'), 'text/markdown; charset=utf-8')
  const text = body['text'] as string
  const codes = [
    'invalid_request',
    'unsupported_grant_type',
    'invalid_grant',
    'invalid_scope',
    'invalid_token',
    'rate_limited',
  ]
  const more = ['identity_assertion_not_enabled', 'service_auth_not_enabled', 'temporarily_unavailable', JWT_BEARER]
  const parts = ['## Discover', '## Register', '## Exchange', '## Use', '## Errors', '## Key replacement']
  for (const part of [
    ...codes,
    ...more,
    ...parts,
    '120 requests',
    '600 requests',
    '10 requests',
    '30 days',
    `${ISSUER}/oauth2/token`,
  ]) {
    t.ok(text.includes(part), part)
  }
  t.notOk(/undefined|NaN|\[object/.test(text))
})

t.test('the log holds nothing of an agent', async (t) => {
  const { call, exchange, logged, newAssertion, newToken, register } = await startAgents(t, dispatcher)
  const [assertion, token] = [await newAssertion(), await newToken()]
  await exchange(form({ grant_type: JWT_BEARER, assertion: `${assertion}x` }))
  await register('{"type":"anonymous","name":"my secret name"}')
  await call(`Bearer ${token}`)
  await call(`Bearer ${token}x`)
  const log = JSON.stringify(await logged())
  const ids = [decodeJwt(assertion).sub, decodeJwt(token).sub]
  for (const secret of [assertion, token, assertion.slice(-40), token.slice(-40), 'my secret name', 'Bearer', ...ids]) {
    t.notOk(log.includes(secret ?? 'missing'), `${secret?.slice(0, 12)}…`)
  }
})
