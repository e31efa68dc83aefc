import t, { type Test } from 'tap'
import { REVOCATION_MEMORY_SECONDS } from '../../../src/oauth/grant/revocations.ts'
import type { RevocationOptions } from '../../../src/store/memory/memory-revocations.ts'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import { createRedisAccountState } from '../../../src/store/redis/redis-account-state.ts'
import { createRedisRevocations } from '../../../src/store/redis/redis-revocations.ts'
import { of } from '../../contract/admissions.ts'
import { createRevokedGrants, revocationsContract, until } from '../../contract/revocations.ts'
import { connectTestRedis } from '../../support/connect-redis.ts'
import { startRedis } from '../../support/start-redis.ts'

const redis = await startRedis(t)
const NEVER_MS = 600_000

async function createNode(t: Test, url: string, options: RevocationOptions) {
  const link = await connectTestRedis(t, url)
  const subscriber = await connectTestRedis(t, url)
  const revocations = createRedisRevocations(link, subscriber, options)
  t.teardown(() => revocations.close())
  const { admissions } = createRedisAccountState(link)
  const admit = async (grantId: string) => (await admissions.admit(of(grantId), 1, null)).outcome
  return { link, subscriber, revocations, admit }
}

t.test('revocations in Redis', async (t) =>
  revocationsContract(t, async (t, options) => {
    await redis.command(['FLUSHALL'])
    return (await createNode(t, redis.url, options)).revocations
  }),
)

t.test('when the announcement is done, every node refuses the grant, and each is told', async (t) => {
  await redis.command(['FLUSHALL'])
  const { recentlyRevoked } = createRevokedGrants()
  const here = await createNode(t, redis.url, { recentlyRevoked, pollIntervalMs: NEVER_MS })
  const there = await createNode(t, redis.url, { recentlyRevoked, pollIntervalMs: NEVER_MS })
  // This waits until both nodes listen. A repeated message is reported once.
  await until(async () => {
    await here.link.client.publish('signpost:account:revocations', 'grt_x')
    return here.revocations.has('grt_x') && there.revocations.has('grt_x')
  })
  const told = new Promise<string[]>((resolve) => {
    const received: string[] = []
    there.revocations.onRevoked((grantId) => received.push(grantId) === 2 && resolve(received))
  })
  t.equal(await there.admit('grt_a'), 'admitted')
  await here.revocations.announce(['grt_a', 'grt_b'])
  t.equal(await there.admit('grt_a'), 'revoked')
  t.same(await told, ['grt_a', 'grt_b'])
  t.ok(there.revocations.has('grt_a'))
  t.notOk(there.revocations.has('grt_c'))
  const ttl = await here.link.client.ttl('signpost:account:revoked:{grt_a}')
  t.ok(ttl > REVOCATION_MEMORY_SECONDS - 10 && ttl <= REVOCATION_MEMORY_SECONDS, `${ttl} s`)
})

t.test('a grant whose end nobody announced is found in the store and marked for all', async (t) => {
  const grants = createRevokedGrants()
  const { recentlyRevoked } = grants
  const here = await createNode(t, redis.url, { recentlyRevoked, pollIntervalMs: 20 })
  const there = await createNode(t, redis.url, { recentlyRevoked, pollIntervalMs: NEVER_MS })
  await here.revocations.ready
  grants.endedAtMs.set('grt_lost', Date.now())
  await until(() => here.revocations.has('grt_lost'))
  await until(async () => (await there.admit('grt_lost')) === 'revoked')
})

t.test('without Redis an announcement fails in time, this node knows, and the others find out', async (t) => {
  const own = await startRedis(t)
  const grants = createRevokedGrants()
  const { recentlyRevoked } = grants
  const here = await createNode(t, own.url, { recentlyRevoked, pollIntervalMs: 20 })
  const there = await createNode(t, own.url, { recentlyRevoked, pollIntervalMs: 20 })
  await Promise.all([here.revocations.ready, there.revocations.ready])
  const down = new Promise<void>((resolve) => here.link.onDown(resolve))
  await own.kill()
  await down
  grants.endedAtMs.set('grt_a', Date.now())
  await t.rejects(here.revocations.announce(['grt_a']), Unavailable)
  t.ok(here.revocations.has('grt_a'))
  await until(() => there.revocations.has('grt_a'))
})

t.test('a Redis that comes back empty is told all that is over', async (t) => {
  const own = await startRedis(t)
  const grants = createRevokedGrants()
  const node = await createNode(t, own.url, { recentlyRevoked: grants.recentlyRevoked, pollIntervalMs: 20 })
  const marks = async () => (await node.link.client.keys('signpost:account:revoked:*').catch(() => [])).length
  for (let n = 0; n < 600; n++) grants.endedAtMs.set(`grt_${n}`, Date.now() - n * 1000)
  await until(async () => (await marks()) === 600)
  const down = new Promise<void>((resolve) => node.link.onDown(resolve))
  await own.kill()
  await down
  await own.restart()
  await until(async () => (await marks()) === 600)
  // Subscriptions are restored too.
  await until(async () => (await node.link.client.publish('signpost:account:revocations', 'grt_new')) === 1)
  await until(() => node.revocations.has('grt_new'))
})
