import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import t from 'tap'
import { createFallbackLimiter } from '../../../../src/limits/fallback-limiter.ts'
import { createMemoryLimiter } from '../../../../src/limits/memory-limiter.ts'
import { createRedisLimiter } from '../../../../src/store/redis/redis-limiter.ts'
import { generateSigningKey } from '../../../../src/tokens/signing-key.ts'
import { connectTestRedis } from '../../../support/connect-redis.ts'
import { startRedis } from '../../../support/start-redis.ts'
import { ISSUER, startDispatcher } from '../../../support/token-fixture.ts'
import { startAgents } from './start-agents.ts'

const { dispatcher } = startDispatcher(t)

const CHALLENGE =
  /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="https:\/\/icons\.example\/\.well-known\/oauth-protected-resource"$/

t.test('without a token an address has 120 a minute, told in every answer', async (t) => {
  const { call, passForLimits } = await startAgents(t, dispatcher)
  for (let left = 119; left >= 0; left--) {
    const { headers, status } = await call('', '192.0.2.1')
    if (status !== 200 || headers.get('ratelimit') !== `"anonymous";r=${left};t=60`) {
      return t.fail(`${status} ${headers.get('ratelimit')} with ${left} left`)
    }
  }
  const { body, headers, status } = await call('', '192.0.2.1')
  t.equal(status, 429)
  t.match(body, { error: { code: 'rate_limited', message: String } })
  t.equal(headers.get('retry-after'), '60')
  t.equal(headers.get('ratelimit-policy'), '"anonymous";q=120;w=60')
  t.equal(headers.get('ratelimit'), '"anonymous";r=0;t=60')
  passForLimits(59)
  t.equal((await call('', '192.0.2.1')).headers.get('retry-after'), '1')
  passForLimits(1)
  t.equal((await call('', '192.0.2.1')).status, 200)
})

t.test('600 forged tokens are not 600 times 401: they count as anonymous requests of their address', async (t) => {
  const { call, newToken } = await startAgents(t, dispatcher)
  const token = await newToken()
  const statuses: number[] = []
  for (let n = 0; n < 600; n++) {
    const { headers, status } = await call(`Bearer ${token.slice(0, -8)}${String(n).padStart(8, 'A')}`, '192.0.2.1')
    if (n === 0) t.equal(headers.get('ratelimit'), '"anonymous";r=119;t=60')
    statuses.push(status)
  }
  t.same(
    statuses,
    Array.from({ length: 600 }, (_, n) => (n < 120 ? 401 : 429)),
  )
  t.equal((await call('', '192.0.2.1')).status, 429, 'without a token, too')
  t.equal((await call(`Bearer ${token}`, '192.0.2.1')).status, 200, 'a good token has its own budget')
})

t.test('an address has a limit over all of its registrations and what it asks without one', async (t) => {
  const { call, newToken, passForLimits } = await startAgents(t, dispatcher, undefined, 300)
  const tokens = [await newToken(), await newToken(), await newToken()]
  const ask = async (count: number, token?: string) => {
    const statuses = new Set<number>()
    for (let n = 0; n < count; n++) {
      statuses.add((await call(token === undefined ? '' : `Bearer ${token}`, '192.0.2.1')).status)
    }
    return [...statuses]
  }
  t.same(await ask(120), [200])
  t.same(await ask(10), [429])
  t.same(await ask(100, tokens[0]), [200])
  t.same(await ask(80, tokens[1]), [200], 'what was refused has used nothing')
  const { body, headers, status } = await call(`Bearer ${tokens[2]}`, '192.0.2.1')
  t.equal(status, 429)
  t.match(body, { error: { code: 'rate_limited', message: /300 requests came from this address/ } })
  t.equal(headers.get('retry-after'), '60')
  t.equal(headers.get('ratelimit-policy'), '"agent";q=600;w=60', 'as every answer to a good token has it')
  t.equal((await call(`Bearer ${tokens[2]}`, '192.0.2.2')).status, 200, 'another address has its own')
  passForLimits(60)
  t.same(await ask(1, tokens[2]), [200])
})

t.test('addresses of one /64 share a budget, others do not', async (t) => {
  const { call } = await startAgents(t, dispatcher)
  const left = async (address: string): Promise<string | null> => (await call('', address)).headers.get('ratelimit')
  t.equal(await left('2001:db8:1:2::1'), '"anonymous";r=119;t=60')
  t.equal(await left('2001:0db8:1:2:ffff::9'), '"anonymous";r=118;t=60')
  t.equal(await left('2001:db8:1:3::1'), '"anonymous";r=119;t=60')
  t.equal(await left('198.51.100.1'), '"anonymous";r=119;t=60')
  t.equal(await left('::ffff:198.51.100.1'), '"anonymous";r=118;t=60')
})

t.test('with a token the registration has 600 a minute, from wherever and with any of its tokens', async (t) => {
  const { call, exchange, newAssertion } = await startAgents(t, dispatcher)
  const assertion = await newAssertion()
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString()
  const token = async (): Promise<string> => (await exchange(body)).body['access_token'] as string
  const [first, second] = [await token(), await token()]
  t.equal((await call(`Bearer ${first}`)).headers.get('ratelimit'), '"agent";r=599;t=60')
  const { headers } = await call(`Bearer ${second}`)
  t.equal(headers.get('ratelimit'), '"agent";r=598;t=60')
  t.equal(headers.get('ratelimit-policy'), '"agent";q=600;w=60')
  const answers = await Promise.all(Array.from({ length: 599 }, () => call(`Bearer ${first}`, '192.0.2.1')))
  const refused = answers.filter(({ status }) => status === 429)
  t.equal(refused.length, 1)
  t.equal(refused[0]?.headers.get('ratelimit'), '"agent";r=0;t=60')
  t.equal(refused[0]?.headers.get('retry-after'), '60')
  t.equal((await call('', '192.0.2.1')).headers.get('ratelimit'), '"anonymous";r=119;t=60', 'the address has its own')
})

t.test('REST and JSON-RPC share a budget, and each message of a batch counts', async (t) => {
  const { ask, call } = await startAgents(t, dispatcher)
  const rpc = (body: string) =>
    ask('/rpc', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }, '192.0.2.1')
  t.equal((await call('', '192.0.2.1')).headers.get('ratelimit'), '"anonymous";r=119;t=60')
  t.equal((await rpc('1'.repeat(100))).headers.get('ratelimit'), '"anonymous";r=19;t=60')
  const { body, headers, status } = await rpc('1'.repeat(20))
  t.equal(status, 429)
  t.match(body, { jsonrpc: '2.0', error: { data: { code: 'rate_limited' } } })
  t.equal(headers.get('ratelimit'), '"anonymous";r=19;t=60', 'all or nothing')
  t.equal((await rpc('1'.repeat(18))).status, 200)
  t.equal((await rpc('0')).headers.get('ratelimit'), '"anonymous";r=0;t=60', 'a body without messages counts as one')
})

t.test('the scheme is read in any case and after any number of spaces', async (t) => {
  const { call, newToken } = await startAgents(t, dispatcher)
  const token = await newToken()
  for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER    ${token}`, `bEaReR ${token}  `]) {
    t.match((await call(authorization)).headers.get('ratelimit'), /^"agent"/, authorization.slice(0, 10))
  }
})

t.test('an Authorization header that holds no token of this service is ignored', async (t) => {
  const { call, newToken } = await startAgents(t, dispatcher)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const foreign = await new SignJWT({ iss: 'https://elsewhere.example', aud: ISSUER })
    .setProtectedHeader({ alg: 'ES256', kid: 'theirs' })
    .sign(privateKey)
  const token = await newToken()
  for (const authorization of [
    'Basic dXNlcjpwYXNz',
    'Bearer',
    'Bearer opaque-token',
    'Bearer a.b.c',
    'Bearer a.b.c.d.e',
    `Bearer ${foreign}`,
    `Bearer${token}`,
    `Basic ${token}`,
    `Token ${token}`,
    token,
  ]) {
    const { headers, status } = await call(authorization)
    t.equal(status, 200, authorization.slice(0, 20))
    t.match(headers.get('ratelimit'), /^"anonymous"/, authorization.slice(0, 20))
  }
})

t.test('a token of this service that is no good is refused with a challenge', async (t) => {
  const { call, newAssertion, newToken, pass, tokens } = await startAgents(t, dispatcher)
  const token = await newToken()
  const refused = async (authorization: string, description: RegExp): Promise<void> => {
    const { body, headers, status } = await call(authorization)
    t.equal(status, 401)
    t.match(body, { error: { code: 'invalid_token' } })
    t.match(headers.get('www-authenticate'), CHALLENGE)
    t.match(headers.get('www-authenticate'), description)
  }
  await refused(`Bearer ${token.slice(0, -1)}`, /altered/)
  await refused(`Bearer ${token} x`, /altered/)
  await refused(`Bearer ${await newAssertion()}`, /altered/)
  t.equal((await call(`Bearer ${token}`)).status, 200)
  pass(3661)
  await refused(`Bearer ${token}`, /expired/)
  const next = await newToken()
  t.equal((await call(`Bearer ${next}`)).status, 200)
  tokens.update({ key: await generateSigningKey() })
  await refused(`Bearer ${next}`, /current key/)
  tokens.update({ key: null, reason: 'test' })
  await refused(`Bearer ${next}`, /current key/)
})

t.test('a token with any one character altered is refused over HTTP', async (t) => {
  const { call, newToken } = await startAgents(t, dispatcher)
  const token = await newToken()
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const altered = [...token].flatMap((sign, place) =>
    sign === '.' ? [] : [`${token.slice(0, place)}${alphabet[alphabet.indexOf(sign) ^ 1]}${token.slice(place + 1)}`],
  )
  const statuses: number[] = []
  for (let start = 0; start < altered.length; start += 50) {
    const answers = await Promise.all(altered.slice(start, start + 50).map((text) => call(`Bearer ${text}`)))
    statuses.push(...answers.map(({ status }) => status))
  }
  t.equal(statuses.length, altered.length)
  t.strictSame([...new Set(statuses)], [401])
})

t.test('when tokens cannot be verified now the answer is 503, and the anonymous are served', async (t) => {
  const { dispatcher: own } = startDispatcher(t)
  const { call, newToken } = await startAgents(t, own)
  const token = await newToken()
  await own.close()
  const { headers, status } = await call(`Bearer ${token}`)
  t.equal(status, 503)
  t.equal(headers.get('retry-after'), '1')
  t.equal((await call('')).status, 200)
})

t.test('nodes that share a Redis share the budgets', async (t) => {
  const redis = await startRedis(t)
  const node = async () => {
    const link = await connectTestRedis(t, redis.url)
    const limiter = createFallbackLimiter({
      shared: createRedisLimiter(link),
      local: createMemoryLimiter(),
      onChange: () => {},
      answerLimitMs: 10_000,
    })
    t.teardown(() => limiter.close())
    while (limiter.fallback) await sleep(5)
    return startAgents(t, dispatcher, limiter)
  }
  const [a, b] = [await node(), await node()]
  const answers = await Promise.all(Array.from({ length: 130 }, (_, n) => (n % 2 === 0 ? a : b).call('', '192.0.2.1')))
  t.equal(answers.filter(({ status }) => status === 200).length, 120)
  t.equal(answers.filter(({ status }) => status === 429).length, 10)
})
