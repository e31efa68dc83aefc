import t from 'tap'
import { sentRegistrations } from '../client/published-clients.ts'
import { REDIRECT_URI, startOAuth, startParts } from '../start-oauth.ts'

const parts = await startParts(t)
const METADATA = { client_name: 'Example', redirect_uris: [REDIRECT_URI] }

t.test('a client registers and is told everything that was registered', async (t) => {
  const oauth = await startOAuth(t, parts)
  const { body, headers, status } = await oauth.register({
    ...METADATA,
    client_uri: 'https://client.example/',
    logo_uri: 'https://client.example/logo.png',
    software_id: 'a',
    jwks: { keys: [] },
    unknown: { deep: [1] },
  })
  t.equal(status, 201)
  t.strictSame([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache'])
  const { client_id, client_id_issued_at, ...rest } = body
  t.match(client_id, /^cli_[0-9a-z]{26}$/)
  t.equal(client_id_issued_at, Math.floor(oauth.now() / 1000))
  t.strictSame(rest, {
    client_name: 'Example',
    client_uri: 'https://client.example/',
    redirect_uris: [REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: 'mcp:full',
  })
})

t.test('two registrations with the same metadata are two clients', async (t) => {
  const { register } = await startOAuth(t, parts)
  const [a, b] = [await register(METADATA), await register(METADATA)]
  t.not(a.body['client_id'], b.body['client_id'])
})

const CORRECTED: readonly (readonly [what: string, members: object, registered: object])[] = [
  ['a secret to authenticate with', { token_endpoint_auth_method: 'client_secret_post' }, {}],
  ['a key to authenticate with', { token_endpoint_auth_method: 'private_key_jwt' }, {}],
  ['the grant type of the code alone', { grant_types: ['authorization_code'] }, {}],
  ['further grant types', { grant_types: ['authorization_code', 'client_credentials'] }, {}],
  ['further response types', { response_types: ['code', 'token'] }, {}],
  ['another scope', { scope: 'openid profile' }, {}],
  ['no name', { client_name: undefined }, { client_name: undefined }],
  ['a name with marks that hide its direction', { client_name: 'A\u202Eb\u0007' }, { client_name: 'Ab' }],
  ['a home page that runs a script', { client_uri: 'javascript:alert(1)' }, { client_uri: undefined }],
  ['scopes of which one is ours', { scope: 'mcp:full offline_access' }, {}],
  ['a scope of part of the access', { scope: 'mcp:read' }, {}],
  [
    'one bad redirect URI among good ones',
    { redirect_uris: ['javascript:alert(1)', REDIRECT_URI, 'http://client.example/', 'warp://mcp/cb'] },
    { redirect_uris: [REDIRECT_URI, 'warp://mcp/cb'] },
  ],
  [
    'redirect URIs that are no texts among good ones',
    { redirect_uris: [1, REDIRECT_URI, null, ''] },
    { redirect_uris: [REDIRECT_URI] },
  ],
  [
    'any port of this machine',
    { redirect_uris: ['http://localhost:*/callback'] },
    { redirect_uris: ['http://localhost/callback'] },
  ],
  [
    'more redirect URIs than are read',
    { redirect_uris: Array.from({ length: 40 }, (_, n) => `${REDIRECT_URI}/${n}`) },
    { redirect_uris: Array.from({ length: 32 }, (_, n) => `${REDIRECT_URI}/${n}`) },
  ],
  ['a redirect URI twice', { redirect_uris: [REDIRECT_URI, REDIRECT_URI] }, { redirect_uris: [REDIRECT_URI] }],
  ['null for what it does not say', { client_uri: null, grant_types: null, scope: null }, { client_uri: undefined }],
]

for (const [what, members, registered] of CORRECTED) {
  t.test(`a client that asks for ${what} is registered as what it can be`, async (t) => {
    const { register } = await startOAuth(t, parts)
    const { body, status } = await register({ ...METADATA, ...members })
    t.equal(status, 201)
    const expected: Record<string, unknown> = {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'mcp:full',
      ...registered,
    }
    for (const [name, value] of Object.entries(expected)) t.strictSame(body[name], value, name)
    t.notOk('client_secret' in body)
  })
}

const REFUSED: readonly (readonly [what: string, error: string, metadata: unknown])[] = [
  ['nothing', 'invalid_client_metadata', ''],
  ['half an object', 'invalid_client_metadata', '{'],
  ['a list', 'invalid_client_metadata', [METADATA]],
  ['null', 'invalid_client_metadata', 'null'],
  ['members of a prototype', 'invalid_redirect_uri', `{"__proto__":{"redirect_uris":["${REDIRECT_URI}"]}}`],
  ['depth', 'invalid_client_metadata', '['.repeat(8000)],
  ['no redirect URIs', 'invalid_redirect_uri', { client_name: 'a' }],
  ['an empty list of redirect URIs', 'invalid_redirect_uri', { redirect_uris: [] }],
  ['a redirect URI that is no list', 'invalid_redirect_uri', { redirect_uris: REDIRECT_URI }],
  ['a redirect URI that is a number', 'invalid_redirect_uri', { redirect_uris: [1] }],
  ['bad redirect URIs alone', 'invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)', 'search-ms:/query=x'] }],
  ['a redirect URI by http', 'invalid_redirect_uri', { redirect_uris: ['http://client.example/'] }],
  ['a redirect URI with a fragment', 'invalid_redirect_uri', { redirect_uris: [`${REDIRECT_URI}#a`] }],
  ['a name of 201 characters', 'invalid_client_metadata', { ...METADATA, client_name: 'a'.repeat(201) }],
  ['a name that is a list', 'invalid_client_metadata', { ...METADATA, client_name: ['a'] }],
  ['a home page that is a number', 'invalid_client_metadata', { ...METADATA, client_uri: 1 }],
  ['grant types without the code', 'invalid_client_metadata', { ...METADATA, grant_types: ['client_credentials'] }],
  ['grant types that are a text', 'invalid_client_metadata', { ...METADATA, grant_types: 'authorization_code' }],
  ['response types without the code', 'invalid_client_metadata', { ...METADATA, response_types: ['token'] }],
  ['a method that is a list', 'invalid_client_metadata', { ...METADATA, token_endpoint_auth_method: ['none'] }],
  ['a scope that is a list', 'invalid_client_metadata', { ...METADATA, scope: ['mcp:full'] }],
]

for (const [what, error, metadata] of REFUSED) {
  t.test(`a registration of ${what} is ${error}`, async (t) => {
    const { register } = await startOAuth(t, parts)
    const { body, headers, status } = await register(metadata)
    t.strictSame([status, body['error'], headers.get('cache-control')], [400, error, 'no-store'])
    t.match(body['error_description'], /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })
}

for (const [name, metadata] of sentRegistrations()) {
  t.test(`${name} registers as it does elsewhere, with all of its redirect URIs`, async (t) => {
    const { register } = await startOAuth(t, parts)
    const { body, status } = await register(metadata)
    t.equal(status, 201, JSON.stringify(body))
    t.match(body, { client_name: metadata['client_name'], scope: 'mcp:full', token_endpoint_auth_method: 'none' })
    t.strictSame(body['redirect_uris'], metadata.redirect_uris)
  })
}

t.test('a registration of more than 16 KiB is 413, and of another media type 415', async (t) => {
  const { post, register } = await startOAuth(t, parts)
  t.equal((await register({ ...METADATA, padding: 'a'.repeat(16_384) })).status, 413)
  t.equal((await post('/register', JSON.stringify(METADATA))).status, 415)
})

t.test('an address registers a hundred clients an hour, and then waits as long as it is told', async (t) => {
  const oauth = await startOAuth(t, parts)
  const address = '192.0.2.7'
  for (let client = 0; client < 100; client++) t.equal((await oauth.register(METADATA, address)).status, 201)
  const { body, headers, status } = await oauth.register(METADATA, address)
  t.strictSame([status, body['error']], [429, 'temporarily_unavailable'])
  const seconds = Number(headers.get('retry-after'))
  t.ok(seconds > 0 && seconds <= 3600)
  t.equal((await oauth.register(METADATA, '192.0.2.8')).status, 201, 'another address')
  oauth.pass(seconds)
  t.equal((await oauth.register(METADATA, address)).status, 201)
})

t.test('a database that is away is 503 with Retry-After', async (t) => {
  const oauth = await startOAuth(t, parts)
  oauth.away.add('clients')
  const { body, headers, status } = await oauth.register(METADATA)
  t.strictSame([status, body['error'], headers.get('retry-after')], [503, 'temporarily_unavailable', '2'])
})
