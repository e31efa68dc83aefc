import t from 'tap'
import { decodeJwt } from 'jose'
import { ACCOUNT_URL, encode, newProof, REDIRECT_URI, startOAuth, startParts, type Parameters } from '../start-oauth.ts'

const parts = await startParts(t)
const RESOURCE = `${ACCOUNT_URL}/mcp`

t.test('a code gives an access token and a refresh token that nobody may keep on the way', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const { body, headers, status } = await oauth.exchange(await oauth.newCode(challenge), verifier, {
    redirect_uri: REDIRECT_URI,
    resource: RESOURCE,
  })
  t.equal(status, 200)
  t.equal(headers.get('cache-control'), 'no-store')
  t.equal(headers.get('pragma'), 'no-cache')
  t.equal(headers.get('content-type'), 'application/json')
  const { access_token, refresh_token, ...rest } = body
  t.strictSame(rest, { token_type: 'Bearer', expires_in: 600, scope: 'mcp:full' })
  t.match(refresh_token, /^signpost_rt_[\w-]{43}$/)
  const [grant] = await oauth.grants.list(oauth.userId)
  t.match(decodeJwt(access_token as string), {
    iss: ACCOUNT_URL,
    aud: RESOURCE,
    sub: oauth.userId,
    client_id: oauth.clientId,
    scope: 'mcp:full',
    grant_id: grant?.id,
  })
})

const MALFORMED: readonly (readonly [what: string, error: string, overrides: Parameters])[] = [
  ['no grant type', 'invalid_request', { grant_type: null }],
  ['an empty grant type', 'invalid_request', { grant_type: '' }],
  ['two grant types', 'invalid_request', { grant_type: ['authorization_code', 'authorization_code'] }],
  ['the grant type password', 'unsupported_grant_type', { grant_type: 'password' }],
  ['the grant type client_credentials', 'unsupported_grant_type', { grant_type: 'client_credentials' }],
  ['a grant type of objects', 'unsupported_grant_type', { grant_type: 'constructor' }],
  ['no client_id', 'invalid_request', { client_id: null }],
  ['two client_ids', 'invalid_request', { client_id: ['a', 'b'] }],
  ['no code', 'invalid_request', { code: null }],
  ['two codes', 'invalid_request', { code: ['a', 'b'] }],
  ['no verifier', 'invalid_request', { code_verifier: null }],
  ['two verifiers', 'invalid_request', { code_verifier: ['a', 'b'] }],
  ['a verifier of 42 characters', 'invalid_request', { code_verifier: 'a'.repeat(42) }],
  ['a verifier of 129 characters', 'invalid_request', { code_verifier: 'a'.repeat(129) }],
  ['a verifier with a sign that it may not have', 'invalid_request', { code_verifier: `${'a'.repeat(50)}+` }],
  ['another scope', 'invalid_scope', { scope: 'mcp:read' }],
  ['another resource', 'invalid_target', { resource: 'https://other.example/' }],
  ['one of two resources that is another', 'invalid_target', { resource: [RESOURCE, 'https://other.example/'] }],
  ['a client secret', 'invalid_client', { client_secret: 'secret' }],
  ['a client assertion', 'invalid_client', { client_assertion: 'eyJ', client_assertion_type: 'urn:x' }],
]

for (const [what, error, overrides] of MALFORMED) {
  t.test(`an exchange with ${what} is ${error} and leaves the code as it was`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const { challenge, verifier } = newProof()
    const code = await oauth.newCode(challenge)
    const { body, headers, status } = await oauth.exchange(code, verifier, overrides)
    t.strictSame([status, body['error']], [400, error])
    t.match(body['error_description'], /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    t.equal(headers.get('cache-control'), 'no-store')
    t.equal((await oauth.exchange(code, verifier)).status, 200)
  })
}

const WRONG: readonly (readonly [what: string, overrides: Parameters])[] = [
  ['another verifier', { code_verifier: 'a'.repeat(43) }],
  ['another redirect URI', { redirect_uri: 'https://client.example/other' }],
  ['a redirect URI that is off by a slash', { redirect_uri: `${REDIRECT_URI}/` }],
  ['the client_id of nobody', { client_id: 'cli_01jc0000000000000000000000' }],
]

for (const [what, overrides] of WRONG) {
  t.test(`an exchange with ${what} is invalid_grant, and the code is used`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const { challenge, verifier } = newProof()
    const code = await oauth.newCode(challenge)
    const wrong = await oauth.exchange(code, verifier, overrides)
    t.strictSame([wrong.status, wrong.body['error']], [400, 'invalid_grant'])
    const right = await oauth.exchange(code, verifier)
    t.strictSame([right.status, right.body['error']], [400, 'invalid_grant'])
  })
}

t.test('the challenge itself is no verifier', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge } = newProof()
  const { body } = await oauth.exchange(await oauth.newCode(challenge), challenge)
  t.equal(body['error'], 'invalid_grant')
})

t.test('a code of another client is invalid_grant, and it is used', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  const thief = await oauth.newClient()
  t.equal((await oauth.exchange(code, verifier, { client_id: thief })).body['error'], 'invalid_grant')
  t.equal((await oauth.exchange(code, verifier)).body['error'], 'invalid_grant')
})

const NO_CODES = [
  'a',
  'signpost',
  `${'0'.repeat(8)}-${'A'.repeat(43)}`,
  `${'z'.repeat(9)}-${'A'.repeat(43)}`,
  'a'.repeat(8000),
]

for (const code of NO_CODES) {
  t.test(`${code.slice(0, 60)} is no code`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const { body, status } = await oauth.exchange(code, 'a'.repeat(43))
    t.strictSame([status, body['error']], [400, 'invalid_grant'])
  })
}

t.test('a code with another time is another code', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  oauth.pass(70)
  const later = oauth.now().toString(36) + code.slice(code.indexOf('-'))
  t.equal((await oauth.exchange(later, verifier)).body['error'], 'invalid_grant')
})

t.test('a code that is used twice ends the grant with everything that it gave, at once', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  const first = await oauth.exchange(code, verifier)
  const [grant] = await oauth.grants.list(oauth.userId)
  t.notOk(oauth.revocations.has(grant?.id ?? ''))
  t.equal((await oauth.exchange(code, verifier)).body['error'], 'invalid_grant')
  t.ok(oauth.revocations.has(grant?.id ?? ''))
  t.strictSame(await oauth.grants.list(oauth.userId), [])
  t.equal((await oauth.refresh(first.body['refresh_token'] as string)).body['error'], 'invalid_grant')
})

t.test('a second use by a thief without the verifier ends the grant, too', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  await oauth.exchange(code, verifier)
  await oauth.exchange(code, 'a'.repeat(43), { client_id: 'cli_01jc0000000000000000000000' })
  t.strictSame(await oauth.grants.list(oauth.userId), [])
})

t.test('of twenty exchanges of one code at once one succeeds at most', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  const answers = await Promise.all(Array.from({ length: 20 }, () => oauth.exchange(code, verifier)))
  t.ok(answers.filter(({ status }) => status === 200).length <= 1)
  t.ok(answers.every(({ body, status }) => status === 200 || body['error'] === 'invalid_grant'))
  t.strictSame(await oauth.grants.list(oauth.userId), [])
})

t.test('a code lives for a minute', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const [young, old] = [await oauth.newCode(challenge), await oauth.newCode(challenge)]
  oauth.pass(59)
  t.equal((await oauth.exchange(young, verifier)).status, 200)
  oauth.pass(7)
  t.equal((await oauth.exchange(old, verifier)).body['error'], 'invalid_grant')
})

t.test('a code whose approval was withdrawn before its use gives nothing', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  const [grant] = await oauth.grants.list(oauth.userId)
  await oauth.grants.revoke(grant?.id ?? '', { reason: 'user', at: new Date(oauth.now()), address: null })
  t.equal((await oauth.exchange(code, verifier)).body['error'], 'invalid_grant')
})

for (const part of ['grants', 'tokens'] as const) {
  t.test(`a code is not lost while the ${part} are away`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const { challenge, verifier } = newProof()
    const code = await oauth.newCode(challenge)
    oauth.away.add(part)
    for (const again of [1, 2]) {
      const { body, headers, status } = await oauth.exchange(code, verifier)
      t.strictSame([status, body['error']], [503, 'temporarily_unavailable'], `try ${again}`)
      t.equal(headers.get('retry-after'), '2')
      t.equal(headers.get('cache-control'), 'no-store')
    }
    oauth.away.clear()
    t.equal((await oauth.exchange(code, verifier)).status, 200)
    t.equal((await oauth.exchange(code, verifier)).body['error'], 'invalid_grant', 'and it is used then')
  })
}

t.test('a code that was put back does not live longer for it', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  oauth.away.add('grants')
  oauth.pass(50)
  t.equal((await oauth.exchange(code, verifier)).status, 503)
  oauth.away.clear()
  oauth.pass(16)
  t.equal((await oauth.exchange(code, verifier)).body['error'], 'invalid_grant')
})

t.test('a wrong use while the database is away does not put the code back', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  oauth.away.add('grants')
  t.equal((await oauth.exchange(code, 'a'.repeat(43))).body['error'], 'invalid_grant')
  oauth.away.clear()
  t.equal((await oauth.exchange(code, verifier)).body['error'], 'invalid_grant')
})

t.test('codes that cannot be looked up are 503 with Retry-After', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  oauth.away.add('codes')
  const { headers, status } = await oauth.exchange(code, verifier)
  t.strictSame([status, headers.get('retry-after')], [503, '2'])
  oauth.away.clear()
  t.equal((await oauth.exchange(code, verifier)).status, 200)
})

t.test('a client that authenticates by the Authorization field is told that clients are public', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const authorization of ['Basic YTpi', 'Basic', 'Bearer a', 'DPoP a']) {
    const { body, headers, status } = await oauth.token(
      { grant_type: 'authorization_code', client_id: oauth.clientId, code: 'a', code_verifier: 'a' },
      { Authorization: authorization },
    )
    t.strictSame([status, body['error']], [401, 'invalid_client'], authorization)
    t.match(headers.get('www-authenticate'), /^Basic realm=/)
  }
})

const BODIES: readonly (readonly [what: string, status: number, body: string | Uint8Array, type?: string])[] = [
  ['nothing', 400, ''],
  ['JSON', 415, '{"grant_type":"authorization_code"}', 'application/json'],
  ['multipart', 415, 'a', 'multipart/form-data; boundary=a'],
  ['bytes that are not UTF-8', 400, new Uint8Array([0x67, 0x3d, 0xff])],
  ['a lone percent sign', 400, 'grant_type=%'],
  ['a coded value that is not UTF-8', 400, 'grant_type=authorization_code&code=%ff'],
  ['more than 16 KiB', 413, `grant_type=${'a'.repeat(16_384)}`],
  ['ten thousand separators', 400, '&'.repeat(10_000)],
]

for (const [what, expected, body, type = 'application/x-www-form-urlencoded'] of BODIES) {
  t.test(`a body of ${what} is ${expected} with an OAuth error`, async (t) => {
    const { ask } = await startOAuth(t, parts)
    const answer = await ask('/token', { method: 'POST', body, headers: { 'Content-Type': type } })
    t.strictSame([answer.status, answer.body['error']], [expected, 'invalid_request'])
  })
}

t.test('parameters in the query string do not count', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  const all = { grant_type: 'authorization_code', client_id: oauth.clientId, code, code_verifier: verifier }
  t.equal((await oauth.post(`/token?${encode(all)}`, '')).body['error'], 'invalid_request')
  t.equal((await oauth.exchange(code, verifier)).status, 200)
})

t.test('pages of other origins may exchange codes, and GET is no way to', async (t) => {
  const { ask } = await startOAuth(t, parts)
  const answer = await ask('/token', { method: 'POST', headers: { Origin: 'https://app.example' } })
  t.equal(answer.headers.get('access-control-allow-origin'), '*')
  const got = await ask('/token?grant_type=authorization_code')
  t.strictSame([got.status, got.headers.get('allow')?.includes('POST')], [405, true])
})

t.test('neither codes nor tokens reach the log', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { challenge, verifier } = newProof()
  const code = await oauth.newCode(challenge)
  await oauth.ask(`/token?code=${code}`, { method: 'POST' })
  const { body } = await oauth.exchange(code, verifier)
  const lines = JSON.stringify(await oauth.logged())
  for (const secret of [code, verifier, body['access_token'], body['refresh_token']]) {
    t.notOk(lines.includes(secret as string))
  }
})
