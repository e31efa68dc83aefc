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
import type { AccountKey } from '../../src/tokens/account-key.ts'
import { createTokenService } from '../../src/tokens/token-service.ts'
import { startDispatcher } from '../support/token-fixture.ts'
import { ACCOUNT_URL, issue, newKey, PRINCIPAL, startNode } from './access-tokens-fixture.ts'

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const AUDIENCE = `${ACCOUNT_URL}/mcp`
const GOOD = { ok: true, principal: PRINCIPAL, scope: 'mcp:full' }
const INVALID = { ok: false, code: 'invalid' }
const EXPIRED = { ok: false, code: 'expired' }

const { dispatcher } = startDispatcher(t)

async function forge(key: AccountKey, header: Readonly<Record<string, unknown>>, claims: JWTPayload): Promise<string> {
  const signer = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header })
  return signer.sign(await importJWK(key.privateJwk, 'ES256'))
}

t.test(
  'a token says what RFC 9068 asks for and which grant it is of, and verifies with the published key',
  async (t) => {
    const key = await newKey()
    const { tokens } = startNode(dispatcher, [key])
    const token = await issue(tokens)
    t.strictSame(decodeProtectedHeader(token), { alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [...tokens.publicKeys] }))
    const { exp = 0, iat = 0, jti, ...claims } = payload
    t.strictSame(claims, {
      iss: ACCOUNT_URL,
      sub: 'usr_a',
      aud: AUDIENCE,
      client_id: 'cli_a',
      scope: 'mcp:full',
      grant_id: 'grt_a',
    })
    t.equal(exp - iat, 600)
    t.match(jti, /^[\w-]{22}$/)
    t.notOk('d' in (tokens.publicKeys[0] ?? {}))
  },
)

t.test('a token of one node is good on another, verified once and remembered until it expires', async (t) => {
  const keys = [await newKey()]
  const nowMs = Date.now()
  const [issuing, { pass, tokens }] = [startNode(dispatcher, keys, nowMs), startNode(dispatcher, keys, nowMs)]
  const token = await issue(issuing.tokens)
  const first = tokens.check(token)
  t.ok(first instanceof Promise)
  t.equal(tokens.check(token), first, 'those who ask meanwhile share the verification')
  const checked = await first
  t.strictSame(checked, GOOD)
  t.equal(tokens.check(token), checked, 'the same object')
  t.equal(tokens.remembered, 1)
  pass(600 + 3)
  t.equal(tokens.check(token), checked, 'clocks may differ by some seconds')
  pass(3)
  t.strictSame(tokens.check(token), EXPIRED)
  t.strictSame(await tokens.check(token), EXPIRED, 'nor is it good again')
  t.equal(tokens.remembered, 0)
})

t.test('a token with any one character altered, added or taken is refused', async (t) => {
  const { looks, tokens } = startNode(dispatcher, [await newKey()])
  const token = await issue(tokens)
  t.match(await tokens.check(token), GOOD)
  const altered = [...token].flatMap((now, place) => {
    const at = BASE64URL.indexOf(now)
    // A neighbour differs in the last bit, which may stand for nothing; the others in any.
    const others =
      at === -1 ? ['A', '-', ''] : [BASE64URL[at ^ 1]!, BASE64URL[at ^ 2]!, BASE64URL[(at + 29) % 64]!, '=', '+', '']
    return others.map((other) => token.slice(0, place) + other + token.slice(place + 1))
  })
  altered.push(`${token}A`, `${token}.`, `${token}=`, `${token}.${token}`, `.${token}`, ` ${token}`)
  for (const last of BASE64URL) if (last !== token.at(-1)) altered.push(token.slice(0, -1) + last)
  const checked = await Promise.all(altered.map(async (text) => tokens.check(text)))
  // A letter of the key's name makes it another name: then the store was asked, once for all that came at once.
  const other = checked.flatMap((answer, place) => (answer.ok || answer.code !== 'invalid' ? [altered[place]] : []))
  t.ok(altered.length > token.length * 5)
  t.strictSame(
    other.filter((text) => text !== undefined && !isRenamed(text, token)),
    [],
  )
  t.ok(looks() > 0)
})

/** Whether only the name of the key differs: so many such tokens at once that not all are looked for. */
function isRenamed(text: string, token: string): boolean {
  return text.slice(text.indexOf('.')) === token.slice(token.indexOf('.'))
}

t.test('a token for anybody else, or by anybody else, is refused', async (t) => {
  const key = await newKey()
  const { tokens } = startNode(dispatcher, [key])
  const good = decodeJwt(await issue(tokens))
  const header = { typ: 'at+jwt', kid: key.kid }
  t.match(await tokens.check(await forge(key, header, good)), GOOD, 'as issued')
  const without = (name: string): JWTPayload => ({ ...good, [name]: undefined })
  const cases: readonly (readonly [string, JWTPayload])[] = [
    ['another resource of this host', { ...good, aud: ACCOUNT_URL }],
    ['a resource elsewhere', { ...good, aud: 'https://elsewhere.example/mcp' }],
    ['several audiences', { ...good, aud: [AUDIENCE, 'https://elsewhere.example'] }],
    ['a list of one', { ...good, aud: [AUDIENCE] }],
    ['a slash more', { ...good, aud: `${AUDIENCE}/` }],
    ['no audience', without('aud')],
    ['another issuer', { ...good, iss: 'https://elsewhere.example' }],
    ['an issuer with a slash more', { ...good, iss: `${ACCOUNT_URL}/` }],
    ['no issuer', without('iss')],
    ['no subject', without('sub')],
    ['no client', without('client_id')],
    ['no grant', without('grant_id')],
    ['a grant that is no text', { ...good, grant_id: ['grt_a'] }],
    ['no scope', without('scope')],
    ['no end', without('exp')],
    ['no beginning', without('iat')],
    ['no id', without('jti')],
    ['issued in the future', { ...good, iat: (good.iat ?? 0) + 120 }],
    ['not yet valid', { ...good, nbf: (good.iat ?? 0) + 120 }],
  ]
  for (const [title, claims] of cases)
    t.strictSame(await tokens.check(await forge(key, header, claims)), INVALID, title)
  const ended = { ...good, iat: (good.iat ?? 0) - 700, exp: (good.iat ?? 0) - 6 }
  t.strictSame(await tokens.check(await forge(key, header, ended)), EXPIRED)
  for (const [title, other] of [
    ['typ JWT', { typ: 'JWT', kid: key.kid }],
    ['the long form of the type', { typ: 'application/at+jwt', kid: key.kid }],
    ['an assertion', { typ: 'oauth-id-jag+jwt', kid: key.kid }],
    ['no type', { kid: key.kid }],
    ['no key id', { typ: 'at+jwt' }],
    ['a key inside', { typ: 'at+jwt', kid: key.kid, jwk: key.publicJwk }],
    ['a key elsewhere', { typ: 'at+jwt', kid: key.kid, jku: 'https://elsewhere.example/jwks.json' }],
  ] as const) {
    t.strictSame(await tokens.check(await forge(key, other, good)), INVALID, title)
  }
})

t.test('a token without a signature, or signed with the public key as a secret, is refused', async (t) => {
  const key = await newKey()
  const { tokens } = startNode(dispatcher, [key])
  const token = await issue(tokens)
  const claims = decodeJwt(token)
  t.strictSame(await tokens.check(new UnsecuredJWT(claims).encode()), INVALID)
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: key.kid })).toString('base64url')
  const [header, payload] = token.split('.')
  t.strictSame(await tokens.check(`${none}.${payload}.`), INVALID)
  t.strictSame(await tokens.check(`${header}.${payload}.`), INVALID)
  t.strictSame(await tokens.check(`${header}.${payload}`), INVALID)
  t.strictSame(await tokens.check(`${header}.${payload}.${'A'.repeat(86)}`), INVALID, 'r = s = 0')
  for (const secret of [JSON.stringify(key.publicJwk), `${key.publicJwk.x}`]) {
    const signer = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
    t.strictSame(await tokens.check(await signer.sign(new TextEncoder().encode(secret))), INVALID)
  }
  const stranger = await newKey()
  t.strictSame(await tokens.check(await forge(stranger, { typ: 'at+jwt', kid: key.kid }, claims)), INVALID)
  for (const text of [
    '',
    '.',
    '..',
    'a.b.c',
    'e30.e30.e30',
    'x'.repeat(100_000),
    `${header}.${'A'.repeat(10_000)}.AA`,
  ]) {
    t.strictSame(await tokens.check(text), INVALID, text.slice(0, 12))
  }
})

t.test('a token of the icons host is refused at once, even were it signed with a key of this one', async (t) => {
  const key = await newKey()
  const { looks, tokens } = startNode(dispatcher, [key])
  const own = await newKey()
  for (const each of [own, key]) {
    const icons = createTokenService({ issuer: 'https://icons.example', workers: dispatcher, state: { key: each } })
    const issued = await icons.issueAccess('reg_a')
    t.ok(issued.ok)
    if (issued.ok) t.strictSame(await tokens.check(issued.token), INVALID)
  }
  t.equal(looks(), 0)
})

t.test('a token is good for 600 seconds, and for 5 more where clocks differ, seen before or not', async (t) => {
  const key = await newKey()
  const nowMs = Date.now()
  const { pass, tokens } = startNode(dispatcher, [key], nowMs)
  const other = startNode(dispatcher, [key], nowMs)
  const [seen, unseen] = [await issue(tokens), await issue(tokens)]
  t.match(await tokens.check(seen), GOOD)
  for (const [seconds, expected] of [
    [604, GOOD],
    [2, EXPIRED],
  ] as const) {
    pass(seconds)
    other.pass(seconds)
    t.match(await tokens.check(seen), expected)
    t.match(await tokens.check(unseen), expected)
    t.match(await other.tokens.check(unseen), expected, 'on another node')
  }
})

t.test('a key that takes over signs from its time on, and what the one before has signed stays good', async (t) => {
  const [first, second] = [await newKey(), await newKey(60_000)]
  const { pass, tokens } = startNode(dispatcher, [first])
  const early = await issue(tokens)
  await tokens.check(early)
  tokens.update([first, second])
  t.equal(tokens.remembered, 1, 'what is remembered stays')
  t.strictSame(
    tokens.publicKeys.map(({ kid }) => kid),
    [first.kid, second.kid],
    'published before it signs',
  )
  t.equal(decodeProtectedHeader(await issue(tokens)).kid, first.kid)
  pass(60)
  const late = await issue(tokens)
  t.equal(decodeProtectedHeader(late).kid, second.kid)
  t.match(await tokens.check(late), GOOD)
  t.match(await startNode(dispatcher, [first, second]).tokens.check(early), GOOD)
  tokens.update([second])
  t.strictSame(await tokens.check(early), INVALID, 'its key has gone')
  t.match(tokens.check(late), GOOD)
})

t.test('when a key that became known is dropped all that it has signed ends, also what is under way', async (t) => {
  const [known, next] = [await newKey(), await newKey()]
  const { looks, tokens } = startNode(dispatcher, [known])
  const [remembered, fresh] = [await issue(tokens), await issue(tokens)]
  await tokens.check(remembered)
  const verifying = tokens.check(fresh)
  const signing = issue(tokens)
  tokens.update([next])
  t.strictSame(tokens.check(remembered), INVALID)
  t.strictSame(await verifying, INVALID)
  t.strictSame(await tokens.check(fresh), INVALID)
  t.equal(looks(), 0, 'nobody looks for a key that was here before')
  const late = await signing
  t.equal(decodeProtectedHeader(late).kid, next.kid, 'what was being signed is signed again')
  t.match(await tokens.check(late), GOOD)
})

t.test('a key that another node has made is looked for before its token is refused', async (t) => {
  const [here, elsewhere] = [await newKey(), await newKey()]
  const token = await issue(startNode(dispatcher, [elsewhere]).tokens)
  const { looks, setElsewhere, tokens } = startNode(dispatcher, [here])
  t.strictSame(await tokens.check(token), INVALID)
  t.equal(looks(), 1)
  setElsewhere([here, elsewhere])
  const checks = await Promise.all(Array.from({ length: 20 }, async () => tokens.check(token)))
  for (const checked of checks) t.match(checked, GOOD)
  t.equal(looks(), 2, 'once for all who ask for the same token')
  t.match(await tokens.check(await issue(tokens)), GOOD)
})

t.test('while keys cannot be looked for, a token of an unknown key is neither accepted nor refused', async (t) => {
  const token = await issue(startNode(dispatcher, [await newKey()]).tokens)
  const { setElsewhere, tokens } = startNode(dispatcher, [await newKey()])
  setElsewhere(null)
  t.match(await tokens.check(token), { ok: false, code: 'unavailable', retryAfterSeconds: 1 })
  t.match(await tokens.check(await issue(tokens)), GOOD, 'known ones go on')
})

t.test('tokens that wait for the keys of the store leave the verifications of their address free', async (t) => {
  const stranger = startNode(dispatcher, [await newKey()]).tokens
  const { looks, tokens } = startNode(dispatcher, [await newKey()])
  const caller = { address: '192.0.2.1' }
  const unknown = await Promise.all(Array.from({ length: 300 }, async () => issue(stranger)))
  const waiting = unknown.map(async (token) => tokens.check(token, caller))
  t.match(await tokens.check(await issue(tokens), caller), GOOD)
  t.strictSame(new Set((await Promise.all(waiting)).map((checked) => checked.ok || checked.code)), new Set(['invalid']))
  t.equal(looks(), 300)
})

t.test('without any key nothing is made or accepted', async (t) => {
  const { tokens } = startNode(dispatcher, [])
  t.match(await tokens.issue(PRINCIPAL, 'mcp:full'), { ok: false, code: 'unavailable' })
  t.strictSame(tokens.publicKeys, [])
})

t.test('when signatures cannot be made or checked now, that is said', async (t) => {
  const { dispatcher: own } = startDispatcher(t)
  const keys = [await newKey()]
  const { tokens } = startNode(own, keys)
  const [remembered, fresh] = [await issue(tokens), await issue(tokens)]
  await tokens.check(remembered)
  await own.close()
  t.match(await tokens.check(fresh), { ok: false, code: 'unavailable' })
  t.match(await tokens.issue(PRINCIPAL, 'mcp:full'), { ok: false, code: 'unavailable' })
  t.match(tokens.check(remembered), GOOD)
})
