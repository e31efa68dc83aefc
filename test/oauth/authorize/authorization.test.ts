import t from 'tap'
import { PUBLIC_CLIENT } from '../../../src/oauth/client/client-store.ts'
import { newObjectId } from '../../../src/shared/object-id.ts'
import type { AuthorizeOutcome } from '../../../src/oauth/authorize/authorization.ts'
import {
  ACCOUNT_URL,
  answerOf,
  newProof,
  REDIRECT_URI,
  startOAuth,
  startParts,
  type OAuth,
  type Parameters,
} from '../start-oauth.ts'

const parts = await startParts(t)
const HERE = '10.0.0.1'
const { challenge } = newProof()
const RESOURCE = `${ACCOUNT_URL}/mcp`

const begin = (oauth: OAuth, overrides: Parameters = {}): Promise<AuthorizeOutcome> =>
  oauth.authorization.begin(oauth.query(challenge, overrides), oauth.signedIn(), HERE)

t.test('a person who is signed in is asked, and the client gets a code with its state and the issuer', async (t) => {
  const oauth = await startOAuth(t, parts)
  const outcome = await begin(oauth)
  t.match(outcome, {
    kind: 'consent',
    request: {
      client: { id: oauth.clientId, name: 'Example' },
      clientHost: null,
      redirectUri: REDIRECT_URI,
      redirectHost: 'client.example',
      redirectsToLoopback: false,
      scope: 'mcp:full',
      narrowedScopes: [],
    },
  })
  const state = 'a b&c=d#é%"'
  const decided = await oauth.authorization.decide(oauth.query(challenge, { state }), oauth.signedIn(), true, HERE)
  t.ok(decided.kind === 'redirect' && decided.location.startsWith(`${REDIRECT_URI}?code=`))
  t.ok(decided.kind === 'redirect' && /^[\x21-\x7e]+$/.test(decided.location), 'it may stand in a header field')
  const { code, ...rest } = answerOf(decided)
  t.match(code, /^[0-9a-z]{8}-[\w-]{43}$/)
  t.strictSame(rest, { state, iss: ACCOUNT_URL })
})

t.test('a person who refuses sends the client access_denied', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const redirect_uri of [
    REDIRECT_URI,
    'http://127.0.0.1:4711/cb',
    'warp://mcp/oauth2callback',
    'com.example.app:/cb',
  ]) {
    const client_id = await oauth.newClient([redirect_uri])
    const query = oauth.query(challenge, { client_id, redirect_uri })
    const outcome = await oauth.authorization.decide(query, oauth.signedIn(), false, HERE)
    t.equal(outcome.kind, 'redirect', 'the person has looked at where it goes')
    t.ok(outcome.kind === 'redirect' && outcome.location.startsWith(`${redirect_uri}?error=`), redirect_uri)
    const { error, iss, state } = answerOf(outcome)
    t.strictSame({ error, iss, state }, { error: 'access_denied', iss: ACCOUNT_URL, state: 'st-1' })
  }
  t.strictSame(await oauth.grants.list(oauth.userId), [])
  t.equal((await begin(oauth, { prompt: 'none' })).kind, 'link', 'a refusal makes no redirect URI a trusted one')
})

t.test('only the answer of a person who was asked is a refusal', async (t) => {
  const oauth = await startOAuth(t, parts)
  const stale = { ...oauth.signedIn(), signedInAtMs: oauth.now() - 16 * 60_000 }
  const deny = (query: string, person = oauth.signedIn()): Promise<AuthorizeOutcome> =>
    oauth.authorization.decide(query, person, false, HERE)
  t.match(await oauth.authorization.decide(oauth.query(challenge), null, false, HERE), { kind: 'sign-in' })
  t.match(await deny(oauth.query(challenge, { prompt: 'login' }), stale), { kind: 'sign-in' })
  t.match(await deny(oauth.query(challenge, { scope: 'admin' })), { kind: 'link', code: 'invalid_scope' })
  t.match(await deny(oauth.query(challenge, { prompt: 'none' })), { kind: 'link', code: 'consent_required' })
  t.match(await deny(oauth.query(challenge, { redirect_uri: 'https://evil.example/' })), { kind: 'refused' })
})

t.test('somebody who is not signed in signs in first, with the hint of the client, in both steps', async (t) => {
  const { authorization, query } = await startOAuth(t, parts)
  const asked = query(challenge, { login_hint: 'ann@example.org' })
  const expected = { kind: 'sign-in', again: false, loginHint: 'ann@example.org' }
  t.strictSame(await authorization.begin(asked, null, HERE), expected)
  t.strictSame(await authorization.decide(asked, null, true, HERE), expected)
})

t.test('a request without a state is answered without one', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const state of [null, '']) {
    const decided = await oauth.authorization.decide(oauth.query(challenge, { state }), oauth.signedIn(), true, HERE)
    t.strictSame(Object.keys(answerOf(decided)), ['code', 'iss'])
  }
})

const REFUSED: readonly (readonly [what: string, code: string, overrides: Parameters])[] = [
  ['no client_id', 'invalid_request', { client_id: null }],
  ['an empty client_id', 'invalid_request', { client_id: '' }],
  ['two client_ids', 'invalid_request', { client_id: ['cli_a', 'cli_b'] }],
  ['a client_id of nobody', 'unknown_client', { client_id: 'cli_01jc0000000000000000000000' }],
  ['a client_id that is no id', 'unknown_client', { client_id: "' or 1=1 --" }],
  ['a client_id that is an http URL', 'unknown_client', { client_id: 'http://client.example/a' }],
  ['a client_id that is the URL of a host', 'unknown_client', { client_id: 'https://client.example' }],
  ['a document that cannot be fetched', 'client_unreachable', { client_id: 'https://client.example/a' }],
  ['two redirect URIs', 'invalid_request', { redirect_uri: [REDIRECT_URI, 'https://evil.example/'] }],
  ['the same redirect URI twice', 'invalid_request', { redirect_uri: [REDIRECT_URI, REDIRECT_URI] }],
  ['another redirect URI', 'redirect_uri_mismatch', { redirect_uri: 'https://evil.example/callback' }],
  ['a redirect URI that is off by a slash', 'redirect_uri_mismatch', { redirect_uri: `${REDIRECT_URI}/` }],
  ['a redirect URI that is off by case', 'redirect_uri_mismatch', { redirect_uri: 'https://client.example/Callback' }],
  [
    'a redirect URI that is off by a port',
    'redirect_uri_mismatch',
    { redirect_uri: 'https://client.example:8443/callback' },
  ],
  [
    'a redirect URI that is off by its coding',
    'redirect_uri_mismatch',
    { redirect_uri: 'https://client.example/%63allback' },
  ],
  ['a redirect URI with a user name', 'redirect_uri_mismatch', { redirect_uri: 'https://a@client.example/callback' }],
  ['a redirect URI with a fragment', 'redirect_uri_mismatch', { redirect_uri: `${REDIRECT_URI}#a` }],
  ['a redirect URI with a query', 'redirect_uri_mismatch', { redirect_uri: `${REDIRECT_URI}?a=b` }],
  ['a redirect URI that runs a script', 'redirect_uri_mismatch', { redirect_uri: 'javascript:alert(1)' }],
  ['a query of more than 8,192 characters', 'invalid_request', { state: 'a'.repeat(8192) }],
]

for (const [what, code, overrides] of REFUSED) {
  t.test(`a request with ${what} is shown a page and sends nothing anywhere`, async (t) => {
    const oauth = await startOAuth(t, parts)
    const outcome = await begin(oauth, overrides)
    t.match(outcome, { kind: 'refused', code })
    t.match(await oauth.authorization.decide(oauth.query(challenge, overrides), oauth.signedIn(), true, HERE), {
      kind: 'refused',
      code,
    })
  })
}

const WRONG: readonly (readonly [what: string, error: string, overrides: Parameters])[] = [
  ['no response_type', 'invalid_request', { response_type: null }],
  ['the response type token', 'unsupported_response_type', { response_type: 'token' }],
  ['the response type id_token', 'unsupported_response_type', { response_type: 'id_token' }],
  ['a hybrid response type', 'unsupported_response_type', { response_type: 'code token' }],
  ['a response type in capitals', 'unsupported_response_type', { response_type: 'Code' }],
  ['two response types', 'invalid_request', { response_type: ['code', 'code'] }],
  ['the response mode fragment', 'invalid_request', { response_mode: 'fragment' }],
  ['the response mode form_post', 'invalid_request', { response_mode: 'form_post' }],
  ['no code challenge', 'invalid_request', { code_challenge: null }],
  ['an empty code challenge', 'invalid_request', { code_challenge: '' }],
  ['no challenge and no method', 'invalid_request', { code_challenge: null, code_challenge_method: null }],
  ['no challenge method, which would mean plain', 'invalid_request', { code_challenge_method: null }],
  ['the challenge method plain', 'invalid_request', { code_challenge_method: 'plain' }],
  ['the challenge method in lower case', 'invalid_request', { code_challenge_method: 's256' }],
  ['an unknown challenge method', 'invalid_request', { code_challenge_method: 'S512' }],
  ['a challenge of 42 characters', 'invalid_request', { code_challenge: 'a'.repeat(42) }],
  ['a challenge of 44 characters', 'invalid_request', { code_challenge: 'A'.repeat(44) }],
  ['a challenge with padding', 'invalid_request', { code_challenge: `${'A'.repeat(42)}=` }],
  ['a challenge in plain base64', 'invalid_request', { code_challenge: `${'A'.repeat(41)}+A` }],
  ['a challenge with bits that stand for nothing', 'invalid_request', { code_challenge: `${'A'.repeat(42)}B` }],
  ['two challenges', 'invalid_request', { code_challenge: [challenge, challenge] }],
  ['two challenge methods', 'invalid_request', { code_challenge_method: ['S256', 'plain'] }],
  ['another scope', 'invalid_scope', { scope: 'admin' }],
  ['a scope of part of the access', 'invalid_scope', { scope: 'mcp:full:read' }],
  ['a scope for everything', 'invalid_scope', { scope: '*' }],
  ['a scope that a client made up', 'invalid_scope', { scope: 'claudeai' }],
  ['another scope beside generic ones', 'invalid_scope', { scope: 'openid mcp:read offline_access' }],
  ['scopes with commas between them', 'invalid_scope', { scope: 'mcp:full,offline_access' }],
  ['a malformed scope', 'invalid_scope', { scope: 'mcp:full "read"' }],
  ['a scope of another script', 'invalid_scope', { scope: 'mcp:full mcp:réad' }],
  ['a line end in its scope', 'invalid_scope', { scope: 'mcp:full\nopenid' }],
  ['a scope in capitals', 'invalid_scope', { scope: 'MCP:full' }],
  ['two scope parameters', 'invalid_request', { scope: ['mcp:full', 'mcp:full'] }],
  ['another resource', 'invalid_target', { resource: 'https://other.example/mcp' }],
  ['a resource below', 'invalid_target', { resource: `${RESOURCE}/other` }],
  ['a resource with a fragment', 'invalid_target', { resource: `${RESOURCE}#a` }],
  ['a resource with an empty fragment', 'invalid_target', { resource: `${RESOURCE}#` }],
  ['a resource with a query', 'invalid_target', { resource: `${RESOURCE}?a=b` }],
  ['a resource with more than a choice of tools', 'invalid_target', { resource: `${RESOURCE}?toolsets=search&a=b` }],
  ['a resource with a user name', 'invalid_target', { resource: 'https://a@account.example/mcp' }],
  ['a resource of another port', 'invalid_target', { resource: 'https://account.example:8443/mcp' }],
  ['a resource by http', 'invalid_target', { resource: 'http://account.example/mcp' }],
  ['a relative resource', 'invalid_target', { resource: '/mcp' }],
  ['a resource in another case', 'invalid_target', { resource: `${ACCOUNT_URL}/MCP` }],
  ['one of two resources that is another', 'invalid_target', { resource: [RESOURCE, 'https://other.example/'] }],
  ['an unknown prompt', 'invalid_request', { prompt: 'create' }],
  ['the prompt none among others', 'invalid_request', { prompt: 'none login' }],
  ['a max_age below 0', 'invalid_request', { max_age: '-1' }],
  ['a max_age that is no number', 'invalid_request', { max_age: '1e3' }],
  ['a request object', 'request_not_supported', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
  ['a request URI', 'request_uri_not_supported', { request_uri: 'https://client.example/request' }],
  [
    'a request URI instead of everything else',
    'request_uri_not_supported',
    { request_uri: 'urn:x', response_type: null },
  ],
  ['two states', 'invalid_request', { state: ['a', 'b'] }],
]

for (const [what, expected, overrides] of WRONG) {
  t.test(`a request with ${what} sends the client ${expected}`, async (t) => {
    const oauth = await startOAuth(t, parts)
    for (const outcome of [
      await begin(oauth, overrides),
      await oauth.authorization.begin(oauth.query(challenge, overrides), null, HERE),
      await oauth.authorization.decide(oauth.query(challenge, overrides), oauth.signedIn(), true, HERE),
    ]) {
      t.ok(outcome.kind === 'link' && outcome.location.startsWith(`${REDIRECT_URI}?error=`))
      const { error, error_description, iss, state } = answerOf(outcome)
      const sent = 'state' in overrides ? undefined : 'st-1'
      t.strictSame({ error, iss, state }, { error: expected, iss: ACCOUNT_URL, state: sent })
      t.match(error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    }
    t.strictSame(await oauth.grants.list(oauth.userId), [])
  })
}

t.test('an error moves no browser to a site that nobody here has approved, whoever asks and however', async (t) => {
  const oauth = await startOAuth(t, parts)
  const client_id = await oauth.newClient(['https://phishing.example/sign-in?as=you'])
  const redirect_uri = 'https://phishing.example/sign-in?as=you'
  const stranger = { userId: await oauth.newUser(), signedInAtMs: oauth.now(), validFromMs: oauth.now() }
  const accomplice = { userId: await oauth.newUser(), signedInAtMs: oauth.now(), validFromMs: oauth.now() }
  const good = oauth.query(challenge, { client_id, redirect_uri })
  await oauth.authorization.decide(good, accomplice, true, HERE)
  for (const overrides of [
    { scope: 'admin' },
    { scope: 'openid', prompt: 'none' },
    { response_type: 'token' },
    { code_challenge: null },
    { request: 'x' },
    { prompt: 'none' },
    { prompt: 'none', max_age: '0' },
  ]) {
    const query = oauth.query(challenge, { client_id, redirect_uri, ...overrides })
    for (const person of [null, stranger]) {
      const what = `${JSON.stringify(overrides)} ${person === null ? 'nobody' : 'a stranger'}`
      t.equal((await oauth.authorization.begin(query, person, HERE)).kind, 'link', what)
      t.match(await oauth.authorization.decide(query, person, false, HERE), { kind: 'link' }, what)
    }
  }
  t.match(await oauth.authorization.decide(good, null, false, HERE), { kind: 'sign-in' }, 'nobody has refused')
})

t.test('an error goes to a site by itself once the person has approved it, until they withdraw that', async (t) => {
  const oauth = await startOAuth(t, parts)
  const other = 'https://client.example/other'
  const client_id = await oauth.newClient([REDIRECT_URI, other])
  await oauth.newCode(challenge, { client_id })
  const faulty = oauth.query(challenge, { client_id, scope: 'admin' })
  const outcome = await oauth.authorization.begin(faulty, oauth.signedIn(), HERE)
  t.equal(outcome.kind, 'redirect')
  t.match(answerOf(outcome), { error: 'invalid_scope', state: 'st-1', iss: ACCOUNT_URL })
  t.equal((await oauth.authorization.begin(faulty, null, HERE)).kind, 'link', 'nobody is signed in')
  t.equal((await begin(oauth, { client_id, redirect_uri: other, scope: 'admin' })).kind, 'link', 'another address')
  const consent = oauth.query(challenge, { client_id, prompt: 'consent' })
  t.equal((await oauth.authorization.decide(consent, oauth.signedIn(), false, HERE)).kind, 'redirect')
  const grants = await oauth.grants.list(oauth.userId)
  for (const { id } of grants) {
    await oauth.grants.revoke(id, { reason: 'user', at: new Date(oauth.now()), address: null })
  }
  t.equal((await oauth.authorization.begin(faulty, oauth.signedIn(), HERE)).kind, 'link')
})

t.test('an error opens no application and no address of the machine of a person who has not approved it', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const redirect_uri of [
    'http://127.0.0.1:1/cb',
    'http://[::1]:1/cb',
    'http://localhost:1/shutdown',
    'com.example.app:/cb',
    'cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=e30',
    'warp://action/new_tab',
    'https://127.0.0.1.example/cb',
  ]) {
    const client_id = await oauth.newClient([redirect_uri])
    for (const overrides of [{ scope: 'admin' }, { prompt: 'none' }, { code_challenge: null }]) {
      const query = oauth.query(challenge, { client_id, redirect_uri, ...overrides })
      for (const person of [null, oauth.signedIn()]) {
        const outcome = await oauth.authorization.begin(query, person, HERE)
        t.match(outcome, {
          kind: 'link',
          request: { client: { id: client_id, name: 'Example' }, redirectUri: redirect_uri },
        })
        t.match(answerOf(outcome), { error: /./, state: 'st-1', iss: ACCOUNT_URL })
      }
    }
  }
})

t.test(
  'once approved, a loopback address hears of errors by itself at that port alone, an application never',
  async (t) => {
    const oauth = await startOAuth(t, parts)
    const kindAt = async (client_id: string, redirect_uri: string): Promise<string> =>
      (await begin(oauth, { client_id, redirect_uri, prompt: 'none' })).kind
    const loopback = await oauth.newClient(['http://127.0.0.1/cb'])
    await oauth.newCode(challenge, { client_id: loopback, redirect_uri: 'http://127.0.0.1:4000/cb' })
    t.equal(await kindAt(loopback, 'http://127.0.0.1:4000/cb'), 'redirect')
    t.equal(await kindAt(loopback, 'http://127.0.0.1:4001/cb'), 'link')
    const redirect_uri = 'cursor://anysphere.cursor-retrieval/oauth/callback'
    const application = await oauth.newClient([redirect_uri])
    await oauth.newCode(challenge, { client_id: application, redirect_uri })
    t.equal(await kindAt(application, redirect_uri), 'link')
  },
)

t.test('a state that cannot be decoded is refused and not sent back', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const state of ['%zz', '%ff', '%']) {
    const query = `${oauth.query(challenge, { state: null })}&state=${state}`
    const { error, state: sent } = answerOf(await oauth.authorization.begin(query, oauth.signedIn(), HERE))
    t.strictSame([error, sent], ['invalid_request', undefined], state)
  }
})

const FINE: readonly (readonly [what: string, overrides: Parameters])[] = [
  ['the scope', { scope: 'mcp:full' }],
  ['an empty scope', { scope: '' }],
  ['the resource', { resource: RESOURCE }],
  ['the resource with a slash at its end', { resource: `${RESOURCE}/` }],
  ['the resource with a choice of tools', { resource: `${RESOURCE}?toolsets=workspaces,search` }],
  ['the resource with scheme and host in capitals', { resource: 'HTTPS://ACCOUNT.example/mcp' }],
  ['the resource with the default port', { resource: 'https://account.example:443/mcp' }],
  ['the host as the resource', { resource: ACCOUNT_URL }],
  ['the resource twice', { resource: [RESOURCE, RESOURCE] }],
  ['an empty resource', { resource: '' }],
  ['the response mode query', { response_mode: 'query' }],
  ['a nonce and a display, which are not known', { nonce: ['a', 'b'], display: 'page', 'a%b': '%' }],
  ['no redirect URI where the client has one', { redirect_uri: null }],
]

for (const [what, overrides] of FINE) {
  t.test(`a request with ${what} is good`, async (t) => {
    const oauth = await startOAuth(t, parts)
    t.equal((await begin(oauth, overrides)).kind, 'consent')
  })
}

const NARROWED: readonly (readonly [what: string, scope: string, asked: readonly string[]])[] = [
  ['the scope and one for refresh tokens', 'mcp:full offline_access', ['mcp:full', 'offline_access']],
  ['the scope and any others', 'mcp:read  mcp:full * x:y/z', ['mcp:read', 'mcp:full', '*', 'x:y/z']],
  [
    'scopes of OpenID Connect',
    'openid profile email address phone',
    ['openid', 'profile', 'email', 'address', 'phone'],
  ],
  ['a scope for refresh tokens', 'offline_access', ['offline_access']],
  ['a scope twice', 'openid openid', ['openid']],
]

for (const [what, scope, asked] of NARROWED) {
  t.test(`a request for ${what} is narrowed to the only scope, and says so`, async (t) => {
    const oauth = await startOAuth(t, parts)
    t.match(await begin(oauth, { scope }), {
      kind: 'consent',
      request: { scope: 'mcp:full', narrowedScopes: asked },
    })
    const { challenge, verifier } = newProof()
    const { body, status } = await oauth.exchange(await oauth.newCode(challenge, { scope }), verifier, { scope })
    t.strictSame([status, body['scope']], [200, 'mcp:full'])
    const [grant] = await oauth.grants.list(oauth.userId)
    t.equal(grant?.scope, 'mcp:full', 'what is kept is what was granted')
    const refreshed = await oauth.refresh(body['refresh_token'] as string, { scope })
    t.strictSame([refreshed.status, refreshed.body['scope']], [200, 'mcp:full'], 'a refresh takes the same names')
    t.match(await oauth.tokens.check(refreshed.body['access_token'] as string), { ok: true, scope: 'mcp:full' })
  })
}

t.test('a redirect URI of a client from before a rule is refused by that rule', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const redirect_uri of ['ms-msdt:/id/x', 'ie.http://x/', 'com.example.app:callback']) {
    const client_id = newObjectId('cli', oauth.now())
    const client = {
      id: client_id,
      name: 'Old',
      uri: null,
      redirectUris: [redirect_uri],
      authentication: PUBLIC_CLIENT,
    }
    await oauth.clients.register(client, new Date(oauth.now()))
    t.match(await begin(oauth, { client_id, redirect_uri }), { kind: 'refused', code: 'redirect_uri_mismatch' })
  }
})

t.test('a client with two redirect URIs has to say which', async (t) => {
  const oauth = await startOAuth(t, parts)
  const client_id = await oauth.newClient([REDIRECT_URI, 'https://client.example/other'])
  t.match(await begin(oauth, { client_id, redirect_uri: null }), { kind: 'refused', code: 'redirect_uri_missing' })
})

t.test('a redirect URI keeps the query that it was registered with', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const [registered, start] of [
    ['https://client.example/cb?tenant=a%2Fb', 'https://client.example/cb?tenant=a%2Fb&code='],
    ['https://client.example/cb?', 'https://client.example/cb?code='],
    ['com.example.app:/cb', 'com.example.app:/cb?code='],
    ['http://127.0.0.1:4711/cb', 'http://127.0.0.1:4711/cb?code='],
  ] as const) {
    const client_id = await oauth.newClient([registered])
    const query = oauth.query(challenge, { client_id, redirect_uri: registered })
    const outcome = await oauth.authorization.decide(query, oauth.signedIn(), true, HERE)
    t.ok(outcome.kind === 'redirect' && outcome.location.startsWith(start), registered)
  }
})

t.test('a loopback client may come with any port, and the consent page says that it is on this machine', async (t) => {
  const oauth = await startOAuth(t, parts)
  const client_id = await oauth.newClient(['http://127.0.0.1/cb'])
  const outcome = await begin(oauth, { client_id, redirect_uri: 'http://127.0.0.1:49152/cb' })
  t.match(outcome, { kind: 'consent', request: { redirectHost: '127.0.0.1:49152', redirectsToLoopback: true } })
})

t.test('a database or Redis that is away is said, and the same request succeeds later', async (t) => {
  const oauth = await startOAuth(t, parts)
  for (const part of ['clients', 'grants', 'codes'] as const) {
    oauth.away.add(part)
    const query = oauth.query(challenge)
    await t.rejects(oauth.authorization.decide(query, oauth.signedIn(), true, HERE), { name: 'Unavailable' }, part)
    oauth.away.clear()
    t.ok(answerOf(await oauth.authorization.decide(query, oauth.signedIn(), true, HERE))['code'], part)
  }
})
