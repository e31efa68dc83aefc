import { createHmac } from 'node:crypto'
import { exportSPKI, importJWK } from 'jose'
import t, { type Test } from 'tap'
import { createMemoryAssertions } from '../../../src/store/memory/memory-assertions.ts'
import { createRedisAssertions } from '../../../src/store/redis/redis-assertions.ts'
import { connectTestRedis } from '../../support/connect-redis.ts'
import { startRedis } from '../../support/start-redis.ts'
import { ACCOUNT_URL, startParts, type Parameters } from '../start-oauth.ts'
import { ASSERTION_TYPE, BOTH, newClientKey, REQUIRED, startSigningClient } from './signing-client.ts'
import type { Changes, ClientKey, SigningClient } from './signing-client.ts'

const parts = await startParts(t)
const RSA = await newClientKey('RS256')
const EC = await newClientKey('ES256')

for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA']) {
  for (const where of ['jwks', 'jwks_uri']) {
    t.test(
      `a client with keys in its ${where} authenticates itself by ${alg}, from the code to the revocation`,
      async (t) => {
        const key = await newClientKey(alg)
        const client = await startSigningClient(t, parts, { keys: [key] })
        if (where === 'jwks') client.members = { ...REQUIRED, jwks: client.jwks }
        const exchanged = await client.exchange(await client.code(), await client.credentials(key))
        t.equal(exchanged.status, 200)
        const refreshed = await client.refresh(
          exchanged.body['refresh_token'] as string,
          await client.credentials(key, { aud: ACCOUNT_URL }),
        )
        t.equal(refreshed.status, 200)
        t.match(await client.oauth.tokens.check(refreshed.body['access_token'] as string), { ok: true })
        const [grant] = await client.oauth.grants.list(client.oauth.userId)
        t.equal(grant?.authentication, 'private_key_jwt')
        const token = refreshed.body['refresh_token'] as string
        const revoked = await client.revoke(token, await client.credentials(key, { aud: `${ACCOUNT_URL}/revoke` }))
        t.equal(revoked.status, 200)
        t.strictSame(await client.oauth.grants.list(client.oauth.userId), [])
        const fetched = where === 'jwks' ? ['/client.json'] : ['/client.json', '/jwks.json']
        t.strictSame(client.server.requests, fetched, 'each was asked for once')
      },
    )
  }
}

const GOOD: readonly (readonly [what: string, claims: Changes, header?: Changes])[] = [
  ['to the issuer', { aud: ACCOUNT_URL }],
  ['to the issuer with a slash', { aud: `${ACCOUNT_URL}/` }],
  ['to the token endpoint in a list', { aud: [`${ACCOUNT_URL}/token`] }],
  ['to the issuer and the token endpoint', { aud: [ACCOUNT_URL, `${ACCOUNT_URL}/token`] }],
  ['without iat', { iat: undefined }],
  ['with a nbf', { nbf: Math.floor(Date.now() / 1000) - 60 }],
  ['without kid, where the client has one key', {}, { kid: undefined }],
  ['with a type', {}, { typ: 'JWT' }],
]

for (const [what, claims, header] of GOOD) {
  t.test(`an assertion ${what} is good`, async (t) => {
    const client = await startSigningClient(t, parts, { keys: [EC] })
    t.equal((await client.exchange(await client.code(), await client.credentials(EC, claims, header))).status, 200)
  })
}

t.test('the parameter client_id may be missing, since the assertion names the client', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  const made = await client.code()
  const credentials = { ...(await client.credentials(EC)), client_id: null }
  t.equal((await client.exchange(made, credentials)).status, 200)
})

/** Claims that have a time are functions of the time. */
type Claims = Changes | ((nowSeconds: number) => Changes)
const BAD: readonly (readonly [what: string, claims: Claims, header?: Changes])[] = [
  ['of another issuer', { iss: 'https://other.example/client.json' }],
  ['about another subject', { sub: 'https://other.example/client.json' }],
  ['without a subject', { sub: undefined }],
  ['without an issuer', { iss: undefined }],
  ['to another server', { aud: 'https://other.example/token' }],
  ['to another server as well', { aud: [`${ACCOUNT_URL}/token`, 'https://other.example/token'] }],
  ['to the MCP server', { aud: `${ACCOUNT_URL}/mcp` }],
  ['to a server whose name begins like this one', { aud: `${ACCOUNT_URL}.evil.example/token` }],
  ['to nobody', { aud: undefined }],
  ['to an empty list', { aud: [] }],
  ['to a list with something else', { aud: [ACCOUNT_URL, 1] }],
  ['that has expired', (now) => ({ iat: now - 300, exp: now - 120 })],
  ['without an end', { exp: undefined }],
  ['that is good for an hour', (now) => ({ exp: now + 3600 })],
  ['whose end is no number', { exp: '4102444800' }],
  ['that was made in the future', (now) => ({ iat: now + 300 })],
  ['that is not good yet', (now) => ({ nbf: now + 300 })],
  ['without an id', { jti: undefined }],
  ['with an empty id', { jti: '' }],
  ['whose id is a number', { jti: 1 }],
  ['with an id of 257 characters', { jti: 'a'.repeat(257) }],
  ['with a member that must be understood', {}, { crit: ['x'], x: 1 }],
  ['with the kid of nobody', {}, { kid: 'nobody' }],
  ['with more than 4,096 characters', { more: 'a'.repeat(4096) }],
]

/** Tries to get in with something bad, then shows that neither code nor client suffered. */
async function tryBad(t: Test, client: SigningClient, bad: Parameters, good: ClientKey): Promise<void> {
  const made = await client.code()
  const { body, status } = await client.exchange(made, bad)
  t.strictSame([status, body['error']], [400, 'invalid_client'], String(body['error_description']))
  t.equal((await client.exchange(made, await client.credentials(good))).status, 200, 'the code is good yet')
}

for (const [what, claims, header] of BAD) {
  t.test(`an assertion ${what} is invalid_client and leaves the code as it was`, async (t) => {
    const client = await startSigningClient(t, parts, { keys: [EC] })
    const changes = typeof claims === 'function' ? claims(Math.floor(client.oauth.now() / 1000)) : claims
    await tryBad(t, client, await client.credentials(EC, changes, header), EC)
  })
}

t.test('an assertion without a signature, or with the public key as a secret, is invalid_client', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [RSA] })
  const { client_assertion: good } = await client.credentials(RSA)
  const [, payload = ''] = String(good).split('.')
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const secrets = [
    JSON.stringify(RSA.publicJwk),
    await exportSPKI((await importJWK(RSA.publicJwk, 'RS256', { extractable: true })) as ClientKey['privateKey']),
  ]
  const forged = secrets.map((secret) => {
    const text = `${encode({ alg: 'HS256', kid: RSA.publicJwk.kid })}.${payload}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  })
  const texts = [
    `${encode({ alg: 'none' })}.${payload}.`,
    `${encode({ alg: 'None', kid: RSA.publicJwk.kid })}.${payload}.`,
    ...forged,
    `${String(good)}.`,
    String(good).slice(0, -8),
    payload,
    'a.b.c',
  ]
  for (const client_assertion of texts) {
    await tryBad(t, client, { client_assertion_type: ASSERTION_TYPE, client_assertion }, RSA)
  }
})

t.test('a key of another client, or one that the assertion brings along, proves nothing', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  const thief = await newClientKey('ES256', EC.publicJwk.kid ?? null)
  const other = await startSigningClient(t, parts, { keys: [thief] })
  await tryBad(t, client, await client.credentials(thief), EC)
  await tryBad(t, client, await client.credentials(thief, {}, { jwk: thief.publicJwk, kid: undefined }), EC)
  const addressed = { jku: other.server.url('/jwks.json'), x5u: other.server.url('/jwks.json') }
  await tryBad(t, client, await client.credentials(thief, {}, addressed), EC)
  await tryBad(t, client, { ...(await other.credentials(thief)), client_id: client.clientId }, EC)
  const own = { ...(await other.credentials(thief)), client_id: other.clientId }
  const foreign = await client.exchange(await client.code(), own)
  t.strictSame([foreign.status, foreign.body['error']], [503, 'temporarily_unavailable'], 'its site cannot be asked')
})

t.test('among several keys the kid decides, and none stands in for another', async (t) => {
  const [first, second] = [await newClientKey('ES256'), await newClientKey('ES256')]
  const client = await startSigningClient(t, parts, { keys: [first, second] })
  const kid = { kid: first.publicJwk.kid }
  await tryBad(t, client, await client.credentials(second, {}, kid), second)
  await tryBad(t, client, await client.credentials(first, {}, { kid: undefined }), first)
  client.jwks = { keys: [first.publicJwk, { ...second.publicJwk, ...kid }] }
  client.oauth.pass(3601)
  const made = await client.code()
  t.equal(
    (await client.exchange(made, await client.credentials(first))).body['error'],
    'invalid_client',
    'one kid twice',
  )
})

t.test('an algorithm that the document does not name is refused', async (t) => {
  const key = await newClientKey('PS256')
  const client = await startSigningClient(t, parts, { keys: [key] })
  client.members = { ...BOTH, jwks_uri: client.server.url('/jwks.json') }
  const answer = await client.exchange(await client.code(), await client.credentials(key))
  t.equal(answer.body['error'], 'invalid_client')
})

t.test('an assertion is good once, for whatever it is sent again', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  const credentials = await client.credentials(EC)
  const { body } = await client.exchange(await client.code(), credentials)
  const token = body['refresh_token'] as string
  await tryBad(t, client, credentials, EC)
  for (const again of [await client.refresh(token, credentials), await client.revoke(token, credentials)]) {
    t.strictSame([again.status, again.body['error']], [400, 'invalid_client'])
  }
  const fresh = await client.credentials(EC)
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.refresh(token, fresh)))
  t.equal(answers.filter(({ status }) => status === 200).length, 1, 'of many at once one is good')
  client.oauth.pass(300)
  await tryBad(t, client, credentials, EC)
})

t.test('two clients may choose the same id for their assertions', async (t) => {
  const usedAssertions = createMemoryAssertions()
  for (const key of [EC, RSA]) {
    const client = await startSigningClient(t, parts, { keys: [key], usedAssertions })
    t.equal((await client.exchange(await client.code(), await client.credentials(key, { jti: 'one' }))).status, 200)
  }
})

t.test('an assertion that one node has seen is refused by the other', async (t) => {
  const redis = await startRedis(t)
  const stores = [await connectTestRedis(t, redis.url), await connectTestRedis(t, redis.url)]
  const one = await startSigningClient(t, parts, { keys: [EC], usedAssertions: createRedisAssertions(stores[0]!) })
  const two = await startSigningClient(t, parts, {
    keys: [EC],
    server: one.server,
    usedAssertions: createRedisAssertions(stores[1]!),
  })
  const credentials = await one.credentials(EC)
  const { body } = await one.exchange(await one.code(), credentials)
  const token = body['refresh_token'] as string
  const again = await two.refresh(token, credentials)
  t.match(again.body, { error: 'invalid_client', error_description: /used before/ })
  t.equal((await two.refresh(token, await two.credentials(EC))).status, 200)
})

t.test('while the store of used assertions is away nothing is accepted, and nothing is lost', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  const { refresh } = await client.pair(EC)
  const made = await client.code()
  client.oauth.away.add('assertions')
  for (const answer of [
    await client.exchange(made, await client.credentials(EC)),
    await client.refresh(refresh, await client.credentials(EC)),
    await client.revoke(refresh, await client.credentials(EC)),
  ]) {
    const { body, headers, status } = answer
    t.strictSame([status, body['error'], headers.get('retry-after')], [503, 'temporarily_unavailable', '2'])
  }
  client.oauth.away.clear()
  t.equal((await client.exchange(made, await client.credentials(EC))).status, 200)
  t.equal((await client.refresh(refresh, await client.credentials(EC))).status, 200)
})

t.test('a code that came with an assertion needs one again after an outage', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [RSA] })
  client.members = { ...BOTH, jwks_uri: client.server.url('/jwks.json') }
  const made = await client.code()
  client.oauth.away.add('grants')
  t.equal((await client.exchange(made, await client.credentials(RSA))).status, 503)
  client.oauth.away.clear()
  t.equal((await client.exchange(made)).body['error'], 'invalid_client')
  t.equal((await client.exchange(made, await client.credentials(RSA))).status, 200)
})

t.test('nothing is fetched for what could not be an assertion of the client', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  const other = { iss: client.server.url('/other.json'), sub: client.server.url('/other.json') }
  for (const client_assertion of ['a', 'a.b.c', await client.sign(EC, other)]) {
    const { body } = await client.refresh('a', { client_assertion_type: ASSERTION_TYPE, client_assertion })
    t.equal(body['error'], 'invalid_client')
  }
  t.strictSame(client.server.requests, [])
})

t.test('an assertion of another type, or without one, is refused', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  const saml = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'
  for (const client_assertion_type of [saml, 'jwt-bearer', '', null]) {
    await tryBad(t, client, { ...(await client.credentials(EC)), client_assertion_type }, EC)
  }
})

t.test('a client that sends a secret as well as an assertion is refused', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  await tryBad(t, client, { ...(await client.credentials(EC)), client_secret: 'secret' }, EC)
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...((await client.credentials(EC)) as object) })
  const { status } = await client.oauth.post('/token', body.toString(), { Authorization: 'Basic YTpi' })
  t.equal(status, 401)
})

t.test('a store that is full refuses assertions rather than forget one', async (t) => {
  let nowMs = 0
  const used = createMemoryAssertions({ limit: 2, memoryMs: 1000, clock: () => nowMs })
  t.strictSame([await used.use('a'), await used.use('b'), await used.use('a')], [true, true, false])
  await t.rejects(used.use('c'), { name: 'Unavailable' })
  nowMs = 1000
  t.strictSame([await used.use('c'), await used.use('a')], [true, true])
})

t.test('who began with an assertion needs one for ever, and a wrong one is no better than none', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [RSA] })
  client.members = { ...BOTH, jwks_uri: client.server.url('/jwks.json') }
  const { access, refresh } = await client.pair(RSA)
  const wrong = await client.credentials(EC)
  for (const bad of [{}, wrong, { client_assertion_type: ASSERTION_TYPE }, { client_assertion: 'a' }]) {
    for (const answer of [
      await client.refresh(refresh, bad),
      await client.revoke(refresh, bad),
      await client.revoke(access, bad),
    ]) {
      t.strictSame([answer.status, answer.body['error']], [400, 'invalid_client'])
    }
  }
  t.equal((await client.refresh(refresh, { client_secret: 'a' })).body['error'], 'invalid_client')
  const anonymous = await client.oauth.post('/revoke', new URLSearchParams({ token: refresh }).toString())
  t.equal(anonymous.body['error'], 'invalid_client')
  t.equal((await client.oauth.grants.list(client.oauth.userId)).length, 1)
  t.equal((await client.refresh(refresh, await client.credentials(RSA))).status, 200)
})

t.test('a client that offers none as well goes on without, if it began so', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [RSA] })
  client.members = { ...BOTH, jwks_uri: client.server.url('/jwks.json') }
  const made = await client.code()
  const wrong = await client.exchange(made, await client.credentials(EC))
  t.equal(wrong.body['error'], 'invalid_client', 'a wrong assertion is not ignored')
  const { body, status } = await client.exchange(made)
  t.equal(status, 200)
  const next = await client.refresh(body['refresh_token'] as string)
  t.equal(next.status, 200)
  const signed = await client.refresh(next.body['refresh_token'] as string, await client.credentials(RSA))
  t.equal(signed.status, 200, 'an assertion that is right does no harm')
  t.equal((await client.revoke(signed.body['refresh_token'] as string)).status, 200)
  t.strictSame(await client.oauth.grants.list(client.oauth.userId), [])
})

t.test('a client that offers nothing but assertions needs one from the start', async (t) => {
  for (const members of [REQUIRED, { token_endpoint_auth_methods_supported: ['private_key_jwt'] }]) {
    const client = await startSigningClient(t, parts, { keys: [EC] })
    client.members = { ...members, jwks_uri: client.server.url('/jwks.json') }
    await tryBad(t, client, {}, EC)
  }
})

t.test('a document that changes its methods changes neither codes nor grants that it began', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC], members: {} })
  const begun = await client.code()
  const { refresh: open } = await client.pair(null)
  client.members = { ...REQUIRED, jwks_uri: client.server.url('/jwks.json') }
  client.oauth.pass(601)
  const { refresh: signed } = await client.pair(EC)
  t.equal((await client.refresh(open)).status, 200, 'what began without goes on without')
  await tryBad(t, client, {}, EC)
  client.members = {}
  client.oauth.pass(3601)
  t.ok((await client.pair(null)).refresh, 'the document is read again')
  for (const answer of [await client.refresh(signed), await client.refresh(signed, await client.credentials(EC))]) {
    t.equal(answer.body['error'], 'invalid_client', 'what began with one does not go on without')
  }
  t.equal((await client.exchange(begun)).body['error'], 'invalid_grant', 'which is too old')
})

t.test('a grant that needs assertions is not replaced by a client without one', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [RSA] })
  client.members = { ...BOTH, jwks_uri: client.server.url('/jwks.json') }
  const { refresh } = await client.pair(RSA)
  t.equal((await client.exchange(await client.code(), { refresh_token: refresh })).status, 200)
  t.equal((await client.oauth.grants.list(client.oauth.userId)).length, 2)
  const signed = { refresh_token: refresh, ...(await client.credentials(RSA)) }
  t.equal((await client.exchange(await client.code(), signed)).status, 200)
  t.equal((await client.oauth.grants.list(client.oauth.userId)).length, 2, 'this one has replaced it')
})

t.test('a registered client has nothing to sign with, whatever it asks for', async (t) => {
  const client = await startSigningClient(t, parts, { keys: [EC] })
  const metadata = { redirect_uris: ['https://client.example/callback'], ...REQUIRED, jwks: client.jwks }
  const { body, status } = await client.oauth.register(metadata)
  t.strictSame([status, body['token_endpoint_auth_method']], [201, 'none'])
  const client_id = body['client_id'] as string
  const credentials = { ...(await client.credentials(EC, { iss: client_id, sub: client_id })), client_id }
  const answer = await client.oauth.refresh(`signpost_rt_${'A'.repeat(43)}`, credentials)
  t.match(answer.body, { error: 'invalid_client' })
})
