import t from 'tap'
import { createRandom } from '../../../bench/timing.ts'
import { GRANT_BUCKET } from '../../../src/oauth/admissions.ts'
import { takeFromBucket } from '../../../src/oauth/token-bucket.ts'
import type { BucketState } from '../../../src/oauth/token-bucket.ts'
import { createRedisAccountState } from '../../../src/store/redis/redis-account-state.ts'
import { createRedisAssertions } from '../../../src/store/redis/redis-assertions.ts'
import { createRedisCodes } from '../../../src/store/redis/redis-codes.ts'
import { createRedisSignInSessions } from '../../../src/store/redis/redis-sign-in-sessions.ts'
import { admissionsContract, of } from '../../contract/admissions.ts'
import { assertionsContract } from '../../contract/assertions.ts'
import { codesContract } from '../../contract/codes.ts'
import { mcpSessionsContract } from '../../contract/mcp-sessions.ts'
import { signInSessionsContract } from '../../contract/sign-in-sessions.ts'
import { connectTestRedis } from '../../support/connect-redis.ts'
import { startRedis } from '../../support/start-redis.ts'

const redis = await startRedis(t)
const link = await connectTestRedis(t, redis.url)

t.test('admissions in Redis', async (t) =>
  admissionsContract(t, async () => {
    await redis.command(['FLUSHALL'])
    let nowMs = 1_700_000_000_000
    return {
      ...createRedisAccountState(link, { clock: () => nowMs }),
      revoke: (grantId) => redis.command(['SET', `signpost:account:revoked:{${grantId}}`, '1']),
      pass: (ms) => void (nowMs += ms),
    }
  }),
)

t.test('sessions of grants in Redis', async (t) =>
  mcpSessionsContract(t, async (_t, idleLimitMs) => {
    await redis.command(['FLUSHALL'])
    return createRedisAccountState(link, { idleLimitMs }).sessions
  }),
)

t.test('codes in Redis', async (t) =>
  codesContract(t, async (_t, lives) => {
    await redis.command(['FLUSHALL'])
    return createRedisCodes(link, lives)
  }),
)

t.test('used assertions in Redis', async (t) =>
  assertionsContract(t, async (_t, options) => {
    await redis.command(['FLUSHALL'])
    return createRedisAssertions(link, options)
  }),
)

t.test('signed-in browsers in Redis', async (t) =>
  signInSessionsContract(t, async (_t, options) => {
    await redis.command(['FLUSHALL'])
    return createRedisSignInSessions(link, options)
  }),
)

t.test('the bucket in Redis does what the one in memory does', async (t) => {
  await redis.command(['FLUSHALL'])
  const random = createRandom(17)
  let nowMs = 1_700_000_000_000
  const { admissions } = createRedisAccountState(link, { clock: () => nowMs })
  let state: BucketState | null = null
  const counts = { admitted: 0, limited: 0 }
  for (let n = 0; n < 5000; n++) {
    const kind = random()
    nowMs += kind < 0.01 ? -random() * 3000 : kind < 0.05 ? random() * 2000 : random() * 14
    const cost = 1 + Math.floor(random() ** 6 * 61)
    const taken: BucketState | null = takeFromBucket(GRANT_BUCKET, state, cost, Math.round(nowMs * 1000))
    const { outcome } = await admissions.admit(of('grt_a'), cost, null)
    if (outcome !== (taken === null ? 'limited' : 'admitted')) return t.fail(`call ${n}: ${outcome}`)
    counts[taken === null ? 'limited' : 'admitted'] += 1
    state = taken ?? state
  }
  t.ok(counts.admitted > 1000 && counts.limited > 1000, JSON.stringify(counts))
})

t.test('what is refused leaves no trace, and what is let in leaves keys that expire', async (t) => {
  await redis.command(['FLUSHALL'])
  const { admissions, sessions } = createRedisAccountState(link, { clock: () => 1_700_000_000_000 })
  await admissions.admit(of('grt_a'), 61, 'a')
  t.same(await link.client.keys('*'), [])
  await redis.command(['SET', 'signpost:account:revoked:{grt_a}', '1'])
  await admissions.admit(of('grt_a'), 1, 'a')
  t.same(await link.client.keys('*'), ['signpost:account:revoked:{grt_a}'])
  await redis.command(['FLUSHALL'])
  await sessions.keep('a', 'ended', { subject: 'grt_a' })
  await link.client.pexpire('signpost:account:session:{grt_a}:a', 5000)
  for (let n = 0; n < 60; n++) await admissions.admit(of('grt_a'), 1, null)
  t.match(await admissions.admit(of('grt_a'), 1, 'a'), { outcome: 'limited' })
  t.ok((await link.client.pttl('signpost:account:session:{grt_a}:a')) <= 5000, 'a refused request is no use')
  const keys = (await link.client.keys('*')).toSorted()
  t.same(keys, [
    'signpost:account:bucket:{grt_a}',
    'signpost:account:person:{usr_of_grt_a}',
    'signpost:account:session:{grt_a}:a',
    'signpost:account:sessions:{grt_a}',
  ])
  for (const key of keys) t.ok((await link.client.pttl(key)) > 0, key)
})

t.test('of requests of one turn each is judged by itself, in the order in which they came', async (t) => {
  await redis.command(['FLUSHALL'])
  await redis.command(['CONFIG', 'RESETSTAT'])
  await redis.command(['SET', 'signpost:account:revoked:{grt_b}', '1'])
  const { admissions } = createRedisAccountState(link)
  const asked = [
    ['grt_a', 59],
    ['grt_b', 1],
    ['grt_a', 2],
    ['grt_a', 1],
    ['grt_a', 1],
    ['grt_c', 60],
    ['grt_c', 1],
  ] as const
  const answers = await Promise.all(asked.map(async ([grantId, cost]) => admissions.admit(of(grantId), cost, null)))
  t.same(
    answers.map(({ outcome }) => outcome),
    ['admitted', 'revoked', 'limited', 'admitted', 'limited', 'admitted', 'limited'],
  )
  t.match(await link.client.info('commandstats'), /cmdstat_evalsha:calls=1,/)
})

t.test('a thousand requests of one turn go out together, and each gets its own answer', async (t) => {
  await redis.command(['FLUSHALL'])
  const { admissions, sessions } = createRedisAccountState(link)
  const grants = Array.from({ length: 1000 }, (_, n) => `grt_${n}`)
  const record = (name: string) => ({
    protocolVersion: '2025-11-25',
    client: { name, version: '' },
    capabilities: {},
    logLevel: null,
  })
  for (const grantId of grants) await sessions.keep('a', record(grantId), { subject: grantId })
  const answers = await Promise.all(grants.map(async (grantId) => admissions.admit(of(grantId), 1, 'a')))
  t.same(
    answers,
    grants.map((grantId) => ({ outcome: 'admitted', session: record(grantId) })),
  )
})
