import t from 'tap'
import { PUBLIC_CLIENT } from '../../../src/oauth/client/client-store.ts'
import { checkDocument } from '../../../src/oauth/client/check-document.ts'
import { matchesRedirectUri } from '../../../src/oauth/checks/match-redirect-uri.ts'
import { publishedDocuments } from './published-clients.ts'

const URL_ = 'https://client.example/metadata.json'
const DOCUMENT = {
  client_id: URL_,
  client_name: 'Example client',
  client_uri: 'https://client.example',
  redirect_uris: ['https://client.example/callback', 'http://127.0.0.1/callback'],
}

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

t.test('a document says who the client is', async (t) => {
  t.strictSame(checkDocument(URL_, bytes(DOCUMENT)), {
    ok: true,
    client: {
      id: URL_,
      name: 'Example client',
      uri: 'https://client.example',
      redirectUris: ['https://client.example/callback', 'http://127.0.0.1/callback'],
      authentication: PUBLIC_CLIENT,
    },
  })
})

const EC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}
const KEYS_URL = 'https://client.example/jwks.json'
const SIGNS = { token_endpoint_auth_method: 'private_key_jwt' }
const CHATGPT = {
  ...SIGNS,
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg: 'RS256',
  jwks_uri: KEYS_URL,
}

/** Documents, and the methods that their clients have here. */
const METHODS: readonly (readonly [what: string, members: object, methods: readonly string[]])[] = [
  ['that names no method', {}, ['none']],
  ['in the form that ChatGPT publishes', CHATGPT, ['none', 'private_key_jwt']],
  ['with a key and its method', { ...SIGNS, jwks: { keys: [EC_KEY] } }, ['private_key_jwt']],
  ['with the address of its keys', { ...SIGNS, jwks_uri: KEYS_URL }, ['private_key_jwt']],
  [
    'whose library writes null for what is left out',
    { ...SIGNS, jwks_uri: KEYS_URL, jwks: null, token_endpoint_auth_signing_alg: null },
    ['private_key_jwt'],
  ],
  [
    'whose list has nothing but assertions',
    { token_endpoint_auth_methods_supported: ['private_key_jwt'], jwks_uri: KEYS_URL },
    ['private_key_jwt'],
  ],
  [
    'that prefers none and can sign',
    {
      token_endpoint_auth_method: 'none',
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      jwks_uri: KEYS_URL,
    },
    ['none', 'private_key_jwt'],
  ],
  [
    'that prefers none and has no keys to sign with',
    { token_endpoint_auth_method: 'none', token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] },
    ['none'],
  ],
  [
    'that prefers certificates and can do without',
    {
      token_endpoint_auth_method: 'tls_client_auth',
      token_endpoint_auth_methods_supported: ['none', 'tls_client_auth'],
    },
    ['none'],
  ],
]

for (const [what, members, methods] of METHODS) {
  t.test(`a document ${what} has the methods ${methods.join(' and ')}`, async (t) => {
    const checked = checkDocument(URL_, bytes({ ...DOCUMENT, ...members }))
    t.strictSame(checked.ok && checked.client.authentication.methods, methods)
  })
}

t.test('a document without keys that could verify its assertions is refused, and says what is missing', async (t) => {
  const rsa = { kty: 'RSA', n: 'a'.repeat(342), e: 'AQAB' }
  for (const members of [
    {},
    { jwks: { keys: [] } },
    { jwks: [EC_KEY] },
    { jwks: { keys: [{ ...EC_KEY, use: 'enc' }] } },
    { jwks: { keys: [{ ...EC_KEY, key_ops: ['encrypt'] }] } },
    { jwks: { keys: [{ ...EC_KEY, alg: 'ES512' }] } },
    { jwks: { keys: [{ ...EC_KEY, crv: 'P-521' }] } },
    { jwks: { keys: [{ ...rsa, n: 'a'.repeat(171) }] } },
    { jwks: { keys: [{ ...rsa, n: 'a'.repeat(1366) }] } },
    { jwks: { keys: [{ ...rsa, e: 'a'.repeat(342) }] } },
    { jwks: { keys: [rsa] }, token_endpoint_auth_signing_alg: 'ES256' },
    { jwks: { keys: [rsa] }, token_endpoint_auth_signing_alg: 'HS256' },
    { jwks: { keys: [rsa] }, token_endpoint_auth_signing_alg: 'none' },
    { jwks: { keys: [rsa] }, jwks_uri: KEYS_URL },
    { jwks_uri: 'http://client.example/jwks.json' },
    { jwks_uri: 'https://user:password@client.example/jwks.json' },
    { jwks_uri: `https://client.example/${'a'.repeat(1024)}` },
    { jwks_uri: 'file:///etc/passwd' },
    { jwks_uri: 5 },
  ]) {
    const checked = checkDocument(URL_, bytes({ ...DOCUMENT, ...SIGNS, ...members }))
    t.match(
      checked,
      { ok: false, detail: /jwks|token_endpoint_auth_signing_alg/ },
      JSON.stringify(members).slice(0, 80),
    )
  }
})

const GOOD: readonly (readonly [what: string, members: object])[] = [
  ['that names the method none', { token_endpoint_auth_method: 'none' }],
  ['with a public key', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] } }],
  ['with further grant types', { grant_types: ['authorization_code', 'refresh_token', 'urn:x'] }],
  ['with members that are not known', { logo_uri: 'https://client.example/logo.png', contacts: ['a'], x: { y: 1 } }],
]

for (const [what, members] of GOOD) {
  t.test(`a document ${what} is good`, async (t) => {
    t.equal(checkDocument(URL_, bytes({ ...DOCUMENT, ...members })).ok, true)
  })
}

const BAD: readonly (readonly [what: string, members: object])[] = [
  ['without a client_id', { client_id: undefined }],
  ['of another client', { client_id: 'https://other.example/metadata.json' }],
  ['whose client_id differs by a slash', { client_id: `${URL_}/` }],
  ['whose client_id differs by case', { client_id: 'https://Client.example/metadata.json' }],
  ['whose client_id has the default port', { client_id: 'https://client.example:443/metadata.json' }],
  ['whose client_id is a list', { client_id: [URL_] }],
  ['with a client secret', { client_secret: 'secret' }],
  ['with the end of a client secret', { client_secret_expires_at: 0 }],
  ['with a private key', { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b', d: 'c' }] } }],
  ['with a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'c' }] } }],
  ['of a client that has certificates alone', { token_endpoint_auth_method: 'tls_client_auth' }],
  ['whose methods are a text', { token_endpoint_auth_methods_supported: 'none' }],
  [
    'that has a secret, whatever else it lists',
    { token_endpoint_auth_method: 'client_secret_basic', token_endpoint_auth_methods_supported: ['none'] },
  ],
  ['of a client that has a secret to authenticate with', { token_endpoint_auth_method: 'client_secret_post' }],
  ['whose method is no text', { token_endpoint_auth_method: ['none'] }],
  ['without the grant type', { grant_types: ['client_credentials'] }],
  ['whose grant types are a text', { grant_types: 'authorization_code' }],
  ['without the response type', { response_types: ['token'] }],
  ['without a name', { client_name: undefined }],
  ['with a name of nothing but blanks', { client_name: ' \u200B ' }],
  ['with a name of 201 characters', { client_name: 'a'.repeat(201) }],
  ['with a name that is a number', { client_name: 1 }],
  ['without redirect URIs', { redirect_uris: undefined }],
  ['with an empty list of redirect URIs', { redirect_uris: [] }],
  ['with redirect URIs that are no texts', { redirect_uris: [1] }],
  ['whose redirect URIs are a text', { redirect_uris: 'https://client.example/callback' }],
  ['whose only redirect URI runs a script', { redirect_uris: ['javascript:alert(1)'] }],
]

for (const [what, members] of BAD) {
  t.test(`a document ${what} is refused`, async (t) => {
    t.equal(checkDocument(URL_, bytes({ ...DOCUMENT, ...members })).ok, false)
  })
}

const NO_OBJECTS: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"a"'],
  ['half an object', '{"client_id":'],
  ['nothing', ''],
  ['HTML', '<html>'],
  ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
  ['a prototype', `{"__proto__":${JSON.stringify(DOCUMENT)}}`],
]

for (const [what, body] of NO_OBJECTS) {
  t.test(`a document that is ${what} is refused`, async (t) => {
    const given = typeof body === 'string' ? new TextEncoder().encode(body) : body
    t.equal(checkDocument(URL_, given).ok, false)
  })
}

t.test('redirect URIs of a document that a client may not have are passed over', async (t) => {
  const redirect_uris = ['javascript:alert(1)', 5, 'http://evil.example/', 'https://client.example/ok', 'myapp://cb']
  const checked = checkDocument(URL_, bytes({ ...DOCUMENT, redirect_uris }))
  t.strictSame(checked.ok && checked.client.redirectUris, ['https://client.example/ok', 'myapp://cb'])
})

t.test('a document without a redirect URI that is allowed is told which is not, and why', async (t) => {
  const checked = checkDocument(
    URL_,
    bytes({ ...DOCUMENT, redirect_uris: ['file:///etc/passwd', 'http://a.example/'] }),
  )
  t.match(checked, { ok: false, detail: /^None of redirect_uris is allowed here\. The first one \(file:\): / })
})

for (const [name, document] of publishedDocuments()) {
  t.test(`the document of ${name} is good as it is published, with each of its redirect URIs`, async (t) => {
    const id = String(document['client_id'])
    // Authentication has tests of its own.
    const checked = checkDocument(id, bytes({ ...document, token_endpoint_auth_method: 'none' }))
    if (!checked.ok) return t.fail(checked.detail)
    t.match(checked.client, { id, name: document['client_name'] })
    for (const uri of document.redirect_uris) {
      t.ok(matchesRedirectUri(checked.client.redirectUris, uri.replace(':*', ':58135')), uri)
    }
  })
}

t.test('redirect URIs that are too long together with the address of the document are passed over', async (t) => {
  const url = `https://client.example/${'a'.repeat(1001)}`
  const [long, tooLong] = [1536, 1537].map((length) => `https://client.example/${'a'.repeat(length - 23)}`)
  const checked = checkDocument(url, bytes({ ...DOCUMENT, client_id: url, redirect_uris: [tooLong, long] }))
  t.strictSame(checked.ok && checked.client.redirectUris, [long])
  t.equal(checkDocument(url, bytes({ ...DOCUMENT, client_id: url, redirect_uris: [tooLong] })).ok, false)
})

t.test('the name of a client loses what could make it look like another', async (t) => {
  const checked = checkDocument(URL_, bytes({ ...DOCUMENT, client_name: ' Good\u202E\u0000 \n\u200Bclient\uFEFF ' }))
  t.ok(checked.ok)
  t.equal(checked.ok && checked.client.name, 'Good client')
})

t.test('a name that is seen as nothing is none', async (t) => {
  for (const client_name of ['\u3164', '\u2800', '\u034F', '\u115F\u1160', '\u17B4', '\uFE0F', '\uFFA0 \u2800']) {
    const checked = checkDocument(URL_, bytes({ ...DOCUMENT, client_name }))
    t.notOk(checked.ok, JSON.stringify(client_name))
  }
})

t.test('the letters of a name cannot grow over the lines around them', async (t) => {
  const checked = checkDocument(URL_, bytes({ ...DOCUMENT, client_name: `Zo\u0065${'\u0308\u0317'.repeat(60)}` }))
  t.equal(checked.ok && checked.client.name, 'Zo\u0065\u0308\u0317\u0308\u0317')
})

t.test('a home page that is none for a browser is left out', async (t) => {
  for (const client_uri of ['javascript:alert(1)', 'https://user:pw@client.example/', '/home', 5]) {
    const checked = checkDocument(URL_, bytes({ ...DOCUMENT, client_uri }))
    t.equal(checked.ok && checked.client.uri, null, String(client_uri))
  }
})
