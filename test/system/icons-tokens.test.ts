// Credentials of the icons host over HTTP (docs/spec/interface.md §5.3, docs/spec/choices.md §3): accepted, refused and
// ignored ones.
import { readFileSync } from 'node:fs'
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { importJWK, SignJWT, UnsecuredJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import t, { type Test } from 'tap'
import { generateSigningKey } from '../../src/tokens/signing-key.ts'
import {
  createIconsClient,
  jsonOf,
  JWT_BEARER,
  LIMITED,
  refusalOf,
  type Asked,
  type IconsClient,
  type Json,
} from '../support/icons-client.ts'
import { signingKeyFile, startSmallIcons } from '../support/small-icons-service.ts'
import type { RawAnswer } from '../support/raw-http.ts'

const key = await generateSigningKey()
const strange = await generateSigningKey()
const service = await startSmallIcons(t, { ICONS_SIGNING_KEY_FILE: await signingKeyFile(t, key), LOG_LEVEL: 'trace' })
const { iconsUrl } = service
const client = createIconsClient(t, iconsUrl)
const { ask, exchange, newAssertion, newToken, post, register } = client

const nowSeconds = Math.floor(Date.now() / 1000)
const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: key.kid }
const CLAIMS: JWTPayload = {
  iss: iconsUrl,
  sub: 'reg_crafted',
  aud: iconsUrl,
  client_id: 'reg_crafted',
  scope: 'icons.read',
  jti: 'one',
  iat: nowSeconds,
  exp: nowSeconds + 3600,
}

/** Makes a token like those of the service, with some differences. `undefined` removes a claim. */
async function craft(claims: Json = {}, header: object = {}, by: JWK = key.privateJwk): Promise<string> {
  const payload = JSON.parse(JSON.stringify({ ...CLAIMS, ...claims })) as JWTPayload
  const signer = (await importJWK(by, 'ES256')) as CryptoKey
  return new SignJWT(payload).setProtectedHeader({ ...HEADER, ...header }).sign(signer)
}

const publicPem = createPublicKey({ key: key.publicJwk as JsonWebKey, format: 'jwk' }).export({
  type: 'spki',
  format: 'pem',
})
const bySecret = (secret: string): Promise<string> =>
  new SignJWT(CLAIMS).setProtectedHeader({ ...HEADER, alg: 'HS256' }).sign(new TextEncoder().encode(secret))

/** Asserts the answer to an invalid token that claims to be of this service. */
function isRefused(t: Test, answer: RawAnswer, name: string): void {
  t.equal(answer.status, 401, name)
  t.match(
    answer.headers.get('www-authenticate'),
    new RegExp(
      `^Bearer error="invalid_token", error_description="[^"\\\\]+", resource_metadata="${iconsUrl}/\\.well-known/oauth-protected-resource"$`,
    ),
  )
  t.equal(answer.headers.get('cache-control'), 'no-store')
  t.equal(answer.headers.get('access-control-allow-origin'), '*')
  t.match(answer.headers.get('access-control-expose-headers'), /\bWWW-Authenticate, \*$/)
  t.equal(answer.headers.get('ratelimit-policy'), '"anonymous";q=120;w=60', 'it counts for its address')
}

t.test('a token that is made as the service makes them is taken', async (t) => {
  const answer = await ask('/api/v1/sets', { token: await craft() })
  t.equal(answer.status, 200, 'so the tokens below fail for nothing but what is said')
  t.equal(answer.headers.get('ratelimit-policy'), '"agent";q=600;w=60')
})

const BAD: Readonly<Record<string, () => Promise<string> | string>> = {
  'expired an hour ago': () => craft({ iat: nowSeconds - 7200, exp: nowSeconds - 3600 }),
  'expired, with some skew of clocks': () => craft({ iat: nowSeconds - 3700, exp: nowSeconds - 90 }),
  'without an end': () => craft({ exp: undefined }),
  'made in the future': () => craft({ iat: nowSeconds + 600, exp: nowSeconds + 4200 }),
  'not good yet': () => craft({ nbf: nowSeconds + 600 }),
  'for another service': () => craft({ aud: 'https://other.example' }),
  'for nobody': () => craft({ aud: undefined }),
  'of another issuer, under our key': () => craft({ iss: 'https://other.example' }),
  'without a subject': () => craft({ sub: undefined }),
  'without a scope': () => craft({ scope: undefined }),
  'with another scope': () => craft({ scope: 'icons.write' }),
  'of no type': () => craft({}, { typ: undefined }),
  'of another type': () => craft({}, { typ: 'JWT' }),
  'of the type of assertions': () => craft({}, { typ: 'oauth-id-jag+jwt' }),
  'with an unknown key id': () => craft({}, { kid: strange.kid }),
  'without a key id': () => craft({}, { kid: undefined }),
  'with another key under our key id': () => craft({}, {}, strange.privateJwk),
  'with another key under its own id': () => craft({}, { kid: strange.kid }, strange.privateJwk),
  'with its key in its header': () => craft({}, { kid: strange.kid, jwk: strange.publicJwk }, strange.privateJwk),
  'with a header that must be understood': () => craft({}, { crit: ['b64'], b64: true }),
  'without a signature': () => new UnsecuredJWT(CLAIMS).encode(),
  'signed by the public key as a secret': () => bySecret(publicPem.toString()),
  'signed by the public coordinate as a secret': () => bySecret(key.publicJwk.x!),
  'an identity assertion': newAssertion,
}

for (const [name, make] of Object.entries(BAD)) {
  t.test(`a token ${name} is refused on every interface`, async (t) => {
    const token = await make()
    for (const [kind, asks] of Object.entries(LIMITED)) {
      const answer = await asks(client, { token })
      isRefused(t, answer, kind)
      if (/^(?:MCP|A2A)/.test(kind))
        t.match(jsonOf(answer), { jsonrpc: '2.0', error: { data: { code: 'invalid_token' } } })
      else t.strictSame(refusalOf(answer), [401, 'invalid_token'])
    }
  })
}

t.test('a token with any one character altered is refused', async (t) => {
  const token = await newToken()
  t.ok(token.length > 400, `${token.length} characters`)
  const passed: string[] = []
  for (let at = 0; at < token.length; at++) {
    const character = token[at]!
    // One replacement differs in its lowest bit, the other in its highest.
    for (const other of character === '.' ? ['x', ''] : [neighbourOf(character, 1), neighbourOf(character, 32)]) {
      const altered = token.slice(0, at) + other + token.slice(at + 1)
      const answer = await ask('/api/v1/sets', { token: altered })
      if (answer.status !== 401) passed.push(`${at}: ${answer.status}`)
    }
  }
  t.strictSame(passed, [])
  t.equal((await ask('/api/v1/sets', { token })).status, 200, 'unaltered it is good')
})

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
function neighbourOf(character: string, bit: number): string {
  return CHARACTERS[CHARACTERS.indexOf(character) ^ bit]!
}

t.test('a token that was refused keeps nobody from asking without one', async (t) => {
  const token = await BAD['expired an hour ago']!()
  const refused = await ask('/api/v1/sets', { token })
  t.match(refused.headers.get('www-authenticate'), /expired/)
  t.equal((await ask('/api/v1/sets')).status, 200)
})

const good = await newToken()
const foreign = await craft({ iss: 'https://other.example' }, { kid: strange.kid }, strange.privateJwk)

/** Header fields without a token of this service. */
const IGNORED = {
  'of another service': `Bearer ${foreign}`,
  'of another service, unsigned': `Bearer ${new UnsecuredJWT({ iss: 'https://other.example' }).encode()}`,
  'without an issuer': `Bearer ${new UnsecuredJWT({ sub: 'reg_a' }).encode()}`,
  'for Basic': 'Basic dXNlcjpwYXNzd29yZA==',
  'for another scheme': `Token ${good}`,
  'of garbage': 'Bearer garbage',
  'of three parts of garbage': 'Bearer a.b.c',
  'of three parts without payload': 'Bearer ..',
  'of JSON that is no object': `Bearer e30.${Buffer.from('[1]').toString('base64url')}.x`,
  'without a token': 'Bearer',
  'of spaces': 'Bearer    ',
  'of quotes': 'Bearer ""',
  'of a lot': `Bearer ${'x'.repeat(20_000)}`,
  'of a lot of parts': `Bearer ${'a.'.repeat(5000)}`,
  'of bytes': 'Bearer \xff\xfe\x80',
}

for (const [name, field] of Object.entries(IGNORED)) {
  t.test(`an Authorization field ${name} is ignored on every interface`, async (t) => {
    for (const [kind, asks] of Object.entries(LIMITED)) {
      const plain = await asks(client)
      const answer = await asks(client, { fields: [`Authorization: ${field}`] } satisfies Asked)
      t.equal(answer.status, plain.status, kind)
      t.equal(answer.headers.get('ratelimit-policy'), '"anonymous";q=120;w=60')
    }
  })
}

t.test('the name of the scheme may be written in any case', async (t) => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
    t.match(
      (await ask('/api/v1/sets', { fields: [`Authorization: ${scheme} ${good}`] })).headers.get('ratelimit'),
      /agent/,
    )
})

t.test('a registration and its exchange answer as the interface says', async (t) => {
  const registered = await register()
  t.equal(registered.status, 200)
  t.equal(registered.headers.get('cache-control'), 'no-store')
  const body = jsonOf(registered)
  t.match(body, {
    registration_id: /^reg_[\w-]{16,}$/,
    registration_type: 'anonymous',
    pre_claim_scopes: ['icons.read'],
    token_endpoint: `${iconsUrl}/oauth2/token`,
  })
  const days = (Date.parse(body['assertion_expires'] as string) - Date.now()) / 86_400_000
  t.ok(days > 29.99 && days < 30.01, `${days} days`)
  const assertion = body['identity_assertion'] as string
  const tokens = new Set<unknown>()
  for (let n = 0; n < 3; n++) {
    const exchanged = await exchange({ grant_type: JWT_BEARER, assertion, scope: n === 0 ? '' : 'icons.read' })
    t.equal(exchanged.status, 200)
    t.equal(exchanged.headers.get('cache-control'), 'no-store')
    const { access_token: token, ...rest } = jsonOf(exchanged)
    t.strictSame(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'icons.read' })
    t.equal((await ask('/api/v1/sets', { token: token as string })).status, 200)
    tokens.add(token)
  }
  t.equal(tokens.size, 3, 'the same assertion gives a token each time')
  t.equal((await exchange({ grant_type: JWT_BEARER, assertion, foo: 'a', bar: '' })).status, 200, 'unknown parameters')
})

const assertion = await newAssertion()
const form = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString()
const PROPER = form({ grant_type: JWT_BEARER, assertion })

const EXCHANGES: readonly (readonly [name: string, body: string, code: string])[] = [
  ['without anything', '', 'invalid_request'],
  ['without a grant type', form({ assertion }), 'invalid_request'],
  ['with an empty grant type', form({ grant_type: '', assertion }), 'invalid_request'],
  ['without an assertion', form({ grant_type: JWT_BEARER }), 'invalid_request'],
  ['with an empty assertion', form({ grant_type: JWT_BEARER, assertion: '' }), 'invalid_request'],
  ['with two grant types', `${PROPER}&grant_type=x`, 'invalid_request'],
  ['with the grant type twice', `${PROPER}&${form({ grant_type: JWT_BEARER })}`, 'invalid_request'],
  ['with the assertion twice', `${PROPER}&${form({ assertion })}`, 'invalid_request'],
  ['with two scopes', `${PROPER}&scope=icons.read&scope=icons.read`, 'invalid_request'],
  ['with bad percent-encoding', `${PROPER}&scope=%zz`, 'invalid_request'],
  ['by client credentials', form({ grant_type: 'client_credentials', assertion }), 'unsupported_grant_type'],
  ['by refresh', form({ grant_type: 'refresh_token', refresh_token: assertion }), 'unsupported_grant_type'],
  ['by another case', form({ grant_type: JWT_BEARER.toUpperCase(), assertion }), 'unsupported_grant_type'],
  ['for another scope', `${PROPER}&scope=mcp:full`, 'invalid_scope'],
  ['for more scopes', `${PROPER}&scope=icons.read+icons.write`, 'invalid_scope'],
  ['of garbage', form({ grant_type: JWT_BEARER, assertion: 'garbage' }), 'invalid_grant'],
  ['of an access token', form({ grant_type: JWT_BEARER, assertion: good }), 'invalid_grant'],
  ['of a foreign token', form({ grant_type: JWT_BEARER, assertion: foreign }), 'invalid_grant'],
]

for (const [name, body, code] of EXCHANGES) {
  t.test(`an exchange ${name} is refused with ${code}`, async (t) => {
    const answer = await exchange(body)
    t.strictSame(refusalOf(answer), [400, code])
    t.strictSame(Object.keys(jsonOf(answer)), ['error', 'error_description'])
    t.equal(answer.headers.get('cache-control'), 'no-store')
    t.equal(answer.headers.get('content-type'), 'application/json')
    t.notOk(answer.headers.has('www-authenticate'))
  })
}

const ASSERTED: Json = { client_id: undefined, scope: undefined, exp: nowSeconds + 86_400 }
const ASSERTION = { typ: 'oauth-id-jag+jwt' }

t.test('an assertion that is made as the service makes them is taken', async (t) => {
  const answer = await exchange({ grant_type: JWT_BEARER, assertion: await craft(ASSERTED, ASSERTION) })
  t.equal(answer.status, 200)
})

const ASSERTIONS: Readonly<Record<string, () => Promise<string>>> = {
  'that has expired': () => craft({ ...ASSERTED, iat: nowSeconds - 7200, exp: nowSeconds - 90 }, ASSERTION),
  'for another service': () => craft({ ...ASSERTED, aud: 'https://other.example' }, ASSERTION),
  'of another issuer': () => craft({ ...ASSERTED, iss: 'https://other.example' }, ASSERTION),
  'of another key': () => craft(ASSERTED, ASSERTION, strange.privateJwk),
  'of a key that is not known': () => craft(ASSERTED, { ...ASSERTION, kid: strange.kid }, strange.privateJwk),
  'of another type': () => craft(ASSERTED, { typ: 'JWT' }),
  'without a subject': () => craft({ ...ASSERTED, sub: undefined }, ASSERTION),
}

for (const [name, make] of Object.entries(ASSERTIONS)) {
  t.test(`an assertion ${name} is an invalid grant`, async (t) => {
    t.strictSame(refusalOf(await exchange({ grant_type: JWT_BEARER, assertion: await make() })), [400, 'invalid_grant'])
  })
}

t.test('an assertion with one character altered is an invalid grant', async (t) => {
  const passed: number[] = []
  for (let at = 0; at < assertion.length; at++) {
    const character = assertion[at]!
    const altered =
      assertion.slice(0, at) + (character === '.' ? 'x' : neighbourOf(character, 1)) + assertion.slice(at + 1)
    const answer = await exchange({ grant_type: JWT_BEARER, assertion: altered })
    if (answer.status !== 400 || jsonOf(answer)['error'] !== 'invalid_grant') passed.push(at)
  }
  t.strictSame(passed, [])
})

const REGISTRATIONS: readonly (readonly [body: string | Uint8Array, code: string])[] = [
  ['{"type":"identity_assertion","assertion":"x"}', 'identity_assertion_not_enabled'],
  ['{"type":"service_auth"}', 'service_auth_not_enabled'],
  ['{"type":"other"}', 'invalid_request'],
  ['{"type":["anonymous"]}', 'invalid_request'],
  ['{}', 'invalid_request'],
  ['[]', 'invalid_request'],
  ['null', 'invalid_request'],
  ['', 'invalid_request'],
  ['{"type":"anonymous"', 'invalid_request'],
  [Uint8Array.of(0x7b, 0xff, 0x7d), 'invalid_request'],
]

for (const [body, code] of REGISTRATIONS) {
  t.test(`a registration of ${Buffer.from(body).toString() || 'nothing'} is refused with ${code}`, async (t) => {
    const answer = await post('/agent/identity', '', { body })
    t.strictSame(refusalOf(answer), [400, code])
    t.strictSame(Object.keys(jsonOf(answer)), ['error', 'error_description'])
    t.equal(answer.headers.get('cache-control'), 'no-store')
  })
}

/** Refusals for which HTTP has a status of its own. They keep the form of OAuth. */
const REFUSED: readonly (readonly [name: string, status: number, send: (client: IconsClient) => Promise<RawAnswer>])[] =
  [
    [
      'a registration over 4 KiB',
      413,
      ({ post }) => post('/agent/identity', { type: 'anonymous', x: 'x'.repeat(4096) }),
    ],
    ['an exchange over 4 KiB', 413, ({ exchange }) => exchange(`${PROPER}&x=${'x'.repeat(4096)}`)],
    [
      'a registration as a form',
      415,
      ({ ask }) =>
        ask('/agent/identity', {
          method: 'POST',
          body: 'type=anonymous',
          fields: ['Content-Type: application/x-www-form-urlencoded'],
        }),
    ],
    [
      'a registration without a media type',
      415,
      ({ ask }) => ask('/agent/identity', { method: 'POST', body: '{"type":"anonymous"}' }),
    ],
    ['an exchange as JSON', 415, ({ post }) => post('/oauth2/token', { grant_type: JWT_BEARER, assertion })],
    ['a compressed exchange', 415, ({ exchange }) => exchange(PROPER, { fields: ['Content-Encoding: gzip'] })],
    ['an exchange by GET', 405, ({ ask }) => ask(`/oauth2/token?${PROPER}`)],
    [
      'a registration by PUT',
      405,
      ({ ask }) => ask('/agent/identity', { method: 'PUT', body: '{"type":"anonymous"}' }),
    ],
  ]

for (const [name, status, send] of REFUSED) {
  t.test(`${name} is ${status} in the form of OAuth`, async (t) => {
    const answer = await send(client)
    t.strictSame(refusalOf(answer), [status, 'invalid_request'])
    t.type(jsonOf(answer)['error_description'], 'string')
    if (status === 405) t.equal(answer.headers.get('allow'), 'POST, OPTIONS')
  })
}

t.test('a body of exactly 4 KiB is read', async (t) => {
  const short = JSON.stringify({ type: 'anonymous', x: '' })
  const body = JSON.stringify({ type: 'anonymous', x: 'x'.repeat(4096 - short.length) })
  t.equal(Buffer.byteLength(body), 4096)
  t.equal((await post('/agent/identity', body)).status, 200)
})

t.test('the metadata lead from a refusal to a token', async (t) => {
  const refused = await ask('/api/v1/sets', { token: `${good.slice(0, -8)}AAAAAAAA` })
  const [, resourceUrl = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
  const get = async (url: string): Promise<Json> => jsonOf(await ask(url.slice(iconsUrl.length)))
  const resource = await get(resourceUrl)
  t.match(resource, { resource: iconsUrl, resource_documentation: `${iconsUrl}/auth.md` })
  const server = (await get(`${iconsUrl}/.well-known/oauth-authorization-server`)) as Record<string, string>
  t.match(server, {
    issuer: iconsUrl,
    grant_types_supported: [JWT_BEARER],
    agent_auth: { skill: `${iconsUrl}/auth.md`, identity_types_supported: ['anonymous'] },
  })
  const { identity_endpoint: identity } = server['agent_auth'] as unknown as Record<string, string>
  const registered = jsonOf(await post(identity!.slice(iconsUrl.length), { type: 'anonymous' }))
  t.equal(registered['token_endpoint'], server['token_endpoint'])
  const { keys } = await get(server['jwks_uri']!)
  t.strictSame(keys, [key.publicJwk], 'the key that signs, without its private part')
})

t.test('no token and no key gets into the log', async (t) => {
  const log = JSON.stringify(service.logs)
  t.ok(service.logs.length > 1000, 'each request has a line')
  for (const secret of [good, assertion, good.split('.')[2]!, assertion.split('.')[2]!, key.privateJwk.d!])
    t.notOk(log.includes(secret))
  t.ok(
    readFileSync(service.env['ICONS_SIGNING_KEY_FILE']!, 'utf8').includes(key.privateJwk.d!),
    'which is what the key is',
  )
})
