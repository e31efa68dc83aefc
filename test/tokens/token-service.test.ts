import { generateKeyPairSync } from 'node:crypto'
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose'
import t from 'tap'
import { generateSigningKey } from '../../src/tokens/signing-key.ts'
import {
  accessToken,
  assertion,
  ISSUER,
  startDispatcher,
  startTokens,
  type TokenFixture,
} from '../support/token-fixture.ts'

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const { dispatcher } = startDispatcher(t)

/** Makes a token with the fixture's own key and any header and claims. */
async function forge(
  { key }: TokenFixture,
  header: { typ?: string; kid?: string },
  claims: JWTPayload,
): Promise<string> {
  const signer = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header })
  return signer.sign(await importJWK(key.privateJwk, 'ES256'))
}

t.test('an access token says what RFC 9068 asks for, and verifies with the published key', async (t) => {
  const { key, tokens } = await startTokens(dispatcher)
  const token = await accessToken(tokens, 'reg_x')
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet({ keys: [...tokens.publicKeys] }))
  t.strictSame(protectedHeader, { alg: 'ES256', typ: 'at+jwt', kid: key.kid })
  t.match(payload, { iss: ISSUER, aud: ISSUER, sub: 'reg_x', client_id: 'reg_x', scope: 'icons.read' })
  t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600)
  t.match(payload.jti, /^[\w-]{22}$/)
})

t.test('an identity assertion lasts thirty days and has a type of its own', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  const token = await assertion(tokens, 'reg_x')
  const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
  t.equal(decodeProtectedHeader(token).typ, 'oauth-id-jag+jwt')
  t.equal(exp - iat, 30 * 86_400)
  t.match(claims, { iss: ISSUER, aud: ISSUER, sub: 'reg_x' })
  t.notOk('scope' in claims)
})

t.test('the published keys hold no private part', async (t) => {
  const { key, tokens } = await startTokens(dispatcher)
  t.strictSame(
    tokens.publicKeys.map((jwk) => Object.keys(jwk).toSorted()),
    [['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']],
  )
  t.notOk(JSON.stringify(tokens.publicKeys).includes(key.privateJwk.d ?? ''))
})

t.test('a good token is verified once and answered at once afterwards, until it expires', async (t) => {
  const { pass, tokens } = await startTokens(dispatcher)
  const token = await accessToken(tokens)
  const first = tokens.checkAccess(token)
  t.ok(first instanceof Promise)
  t.equal(first, tokens.checkAccess(token), 'those who ask meanwhile share the verification')
  t.strictSame(await first, { ok: true, subject: 'reg_a' })
  t.equal(tokens.remembered, 1)
  t.strictSame(tokens.checkAccess(token), { ok: true, subject: 'reg_a' })
  pass(3600 + 59)
  t.strictSame(tokens.checkAccess(token), { ok: true, subject: 'reg_a' }, 'clocks may differ by a minute')
  pass(1)
  t.strictSame(await tokens.checkAccess(token), { ok: false, code: 'expired' })
  t.strictSame(await tokens.checkAccess(token), { ok: false, code: 'expired' }, 'nor is it good again')
  t.equal(tokens.remembered, 0)
})

t.test('credentials that have expired are told from altered ones', async (t) => {
  const { pass, tokens } = await startTokens(dispatcher)
  const [access, identity] = [await accessToken(tokens), await assertion(tokens)]
  pass(3600 + 61)
  t.strictSame(await tokens.checkAccess(access), { ok: false, code: 'expired' })
  t.strictSame(await tokens.checkAssertion(identity), { ok: true, subject: 'reg_a' })
  pass(30 * 86_400)
  t.strictSame(await tokens.checkAssertion(identity), { ok: false, code: 'expired' })
})

t.test('a token with any one character altered is recognised and refused', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  const token = await accessToken(tokens)
  await tokens.checkAccess(token)
  const changes = [...token].flatMap((now, place) => {
    // A neighbour differs in the last bit, which may be unused. The others differ in any bit.
    const at = BASE64URL.indexOf(now)
    const others =
      at === -1 ? ['A', '-'] : [BASE64URL[at ^ 1]!, BASE64URL[at ^ 2]!, BASE64URL[(at + 29) % 64]!, '=', '+']
    return others.map((other) => ({
      change: `${place}: ${now} → ${other}`,
      altered: token.slice(0, place) + other + token.slice(place + 1),
    }))
  })
  const checked = await Promise.all(changes.map(async ({ altered }) => tokens.checkAccess(altered)))
  const accepted = changes.filter((_change, index) => checked[index]?.ok)
  const unavailable = checked.filter((answer) => !answer.ok && answer.code === 'unavailable')
  const unrecognised = changes.filter(({ altered }) => !tokens.recognises(altered)).map(({ change }) => change)
  t.strictSame(unavailable, [], 'all were looked at')
  t.strictSame(accepted, [])
  // Without the dot after the header, nothing shows that the token should be one of ours.
  t.strictSame(
    unrecognised.filter((change) => !change.includes(': . → ')),
    [],
  )
})

t.test('a token with a character more or fewer is refused', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  const token = await accessToken(tokens)
  for (const altered of [
    `${token}A`,
    `${token}.`,
    `${token}=`,
    token.slice(0, -1),
    `${token}.${token}`,
    `.${token}`,
    ` ${token}`,
  ]) {
    t.strictSame(await tokens.checkAccess(altered), { ok: false, code: 'invalid' }, altered.slice(-8))
  }
})

t.test('every ending of a signature but the one that was written is refused', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  const token = await accessToken(tokens)
  const good = [...BASE64URL]
    .filter((last) => last !== token.at(-1))
    .map(async (last) => tokens.checkAccess(token.slice(0, -1) + last))
  t.strictSame(
    (await Promise.all(good)).filter(({ ok }) => ok),
    [],
  )
})

t.test('one kind of token never stands in for the other', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  t.strictSame(await tokens.checkAccess(await assertion(tokens)), { ok: false, code: 'invalid' })
  t.strictSame(await tokens.checkAssertion(await accessToken(tokens)), { ok: false, code: 'invalid' })
})

t.test('what the own key has signed is still refused where a claim is not as issued', async (t) => {
  const fixture = await startTokens(dispatcher)
  const { key, tokens } = fixture
  const good = decodeJwt(await accessToken(tokens))
  const now = good.iat ?? 0
  const header = { typ: 'at+jwt', kid: key.kid }
  t.match(await tokens.checkAccess(await forge(fixture, header, good)), { ok: true }, 'as issued')
  const { exp: _exp, ...endless } = good
  const { sub: _sub, ...nameless } = good
  const cases: readonly (readonly [string, JWTPayload])[] = [
    ['another issuer', { ...good, iss: 'https://elsewhere.example' }],
    ['another audience', { ...good, aud: 'https://elsewhere.example' }],
    ['several audiences', { ...good, aud: [ISSUER, 'https://elsewhere.example'] }],
    ['another scope', { ...good, scope: 'icons.write' }],
    ['no end', endless],
    ['no subject', nameless],
    ['issued in the future', { ...good, iat: now + 120 }],
    ['not yet valid', { ...good, nbf: now + 120 }],
    ['an end that is no number', { ...good, exp: '9999999999' as unknown as number }],
  ]
  for (const [title, claims] of cases) {
    t.match(await tokens.checkAccess(await forge(fixture, header, claims)), { ok: false }, title)
  }
  for (const [title, other] of [
    ['another type', { typ: 'JWT', kid: key.kid }],
    ['no type', { kid: key.kid }],
    ['no key id', { typ: 'at+jwt' }],
    ['an unknown key id', { typ: 'at+jwt', kid: 'other' }],
  ] as const) {
    t.match(await tokens.checkAccess(await forge(fixture, other, good)), { ok: false }, title)
  }
})

t.test('a token without a signature, or signed with the public key as a secret, is refused', async (t) => {
  const { key, tokens } = await startTokens(dispatcher)
  const claims = decodeJwt(await accessToken(tokens))
  t.match(await tokens.checkAccess(new UnsecuredJWT(claims).encode()), { ok: false })
  const header = { alg: 'HS256', typ: 'at+jwt', kid: key.kid }
  const secret = new TextEncoder().encode(JSON.stringify(key.publicJwk))
  t.match(await tokens.checkAccess(await new SignJWT(claims).setProtectedHeader(header).sign(secret)), { ok: false })
  const [head, payload] = (await accessToken(tokens)).split('.')
  t.match(await tokens.checkAccess(`${head}.${payload}.`), { ok: false })
  t.match(await tokens.checkAccess(`${head}.${payload}.${'A'.repeat(86)}`), { ok: false }, 'r = s = 0')
})

t.test('tokens of others are not recognised', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const foreign = await new SignJWT({ iss: 'https://elsewhere.example' })
    .setProtectedHeader({ alg: 'ES256' })
    .sign(privateKey)
  for (const text of [foreign, 'opaque', 'a.b.c', '..', '', 'a.b', 'e30.e30.e30', `${'x'.repeat(9000)}.e30.x`]) {
    t.equal(tokens.recognises(text), false, text.slice(0, 20))
  }
  const imitation = await new SignJWT({ iss: ISSUER }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
  t.equal(tokens.recognises(imitation), true, 'one that claims to be ours is')
  t.match(await tokens.checkAccess(imitation), { ok: false })
})

t.test('replacing the key ends everything that was made or remembered under the old one', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  const [remembered, fresh, identity] = [await accessToken(tokens), await accessToken(tokens), await assertion(tokens)]
  await tokens.checkAccess(remembered)
  const next = await generateSigningKey()
  const underway = tokens.checkAccess(await accessToken(tokens))
  tokens.update({ key: next })
  t.match(await underway, { ok: false }, 'also what is being verified')
  t.strictSame(tokens.checkAccess(remembered), { ok: false, code: 'invalid' })
  t.strictSame(await tokens.checkAccess(fresh), { ok: false, code: 'invalid' })
  t.strictSame(await tokens.checkAssertion(identity), { ok: false, code: 'invalid' })
  t.equal(tokens.recognises(remembered), true, 'it still claims to be ours')
  t.strictSame(
    tokens.publicKeys.map(({ kid }) => kid),
    [next.kid],
  )
  t.match(await tokens.checkAccess(await accessToken(tokens)), { ok: true })
})

t.test('what is being signed when the key is replaced is signed with the new one', async (t) => {
  const { tokens } = await startTokens(dispatcher)
  const underway = accessToken(tokens)
  tokens.update({ key: await generateSigningKey() })
  t.match(await tokens.checkAccess(await underway), { ok: true })
})

t.test('the same key again changes nothing', async (t) => {
  const { key, tokens } = await startTokens(dispatcher)
  const token = await accessToken(tokens)
  await tokens.checkAccess(token)
  tokens.update({ key })
  t.strictSame(tokens.checkAccess(token), { ok: true, subject: 'reg_a' })
})

t.test('without a key nothing is made, accepted or published', async (t) => {
  const { key, tokens } = await startTokens(dispatcher)
  const [token, identity] = [await accessToken(tokens), await assertion(tokens)]
  await tokens.checkAccess(token)
  tokens.update({ key: null, reason: 'test' })
  t.match(await tokens.issueAssertion('reg_a'), { ok: false, code: 'unavailable' })
  t.match(await tokens.checkAccess(token), { ok: false, code: 'invalid' })
  t.match(await tokens.checkAssertion(identity), { ok: false, code: 'unavailable' })
  t.strictSame(tokens.publicKeys, [])
  tokens.update({ key })
  t.match(await tokens.checkAccess(token), { ok: true }, 'the key may come back')
})
