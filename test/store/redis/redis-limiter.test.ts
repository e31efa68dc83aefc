import t, { type Test } from 'tap'
import { createRedisLimiter } from '../../../src/store/redis/redis-limiter.ts'
import { limiterContract, type LimiterUnderTest } from '../../contract/limiter.ts'
import { passwordGuardContract } from '../../contract/password-guard.ts'
import { connectTestRedis } from '../../support/connect-redis.ts'
import { startRedis } from '../../support/start-redis.ts'

const LIMIT = { limit: 3, windowMs: 60_000 }

const redis = await startRedis(t)

async function link(t: Test) {
  const link = await connectTestRedis(t, redis.url)
  await link.client.flushall()
  return link
}

async function create(t: Test): Promise<LimiterUnderTest> {
  let nowMs = 1_700_000_000_000
  const limiter = createRedisLimiter(await link(t), () => nowMs)
  return { limiter, pass: (ms) => void (nowMs += ms), now: () => nowMs }
}

limiterContract(t, create)
passwordGuardContract(t, create)

t.test('what is counted goes by itself after a window, and is small', async (t) => {
  const { client, ...rest } = await link(t)
  const limiter = createRedisLimiter({ client, ...rest })
  await limiter.take('a', 1, { limit: 600, windowMs: 60_000 })
  const [key = ''] = await client.keys('*')
  t.equal(key, 'signpost:limit:{a}')
  const ttlMs = await client.pttl(key)
  t.ok(ttlMs > 55_000 && ttlMs <= 60_000, `${ttlMs} ms`)
  t.equal(await client.strlen(key), 16)
})

t.test('nodes with clocks that differ count together, by the clock of Redis', async (t) => {
  const here = createRedisLimiter(await link(t))
  const there = createRedisLimiter(await link(t))
  t.match(await here.take('a', 2, LIMIT), { allowed: true, remaining: 1 })
  const second = await there.take('a', 1, LIMIT)
  t.match(second, { allowed: true, remaining: 0 })
  t.ok(second.resetSeconds > 50 && second.resetSeconds <= 60, `${second.resetSeconds} s`)
  t.match(await here.take('a', 1, LIMIT), { allowed: false, remaining: 0 })
})

t.test('the script is loaded again into a Redis that has forgotten it', async (t) => {
  const { client, ...rest } = await link(t)
  const limiter = createRedisLimiter({ client, ...rest })
  await limiter.take('a', 1, LIMIT)
  await client.script('FLUSH')
  t.match(await limiter.take('a', 1, LIMIT), { allowed: true, remaining: 1 })
})

t.test('a clock that is put back does not lock anyone out', async (t) => {
  let nowMs = 1_700_000_000_000
  const limiter = createRedisLimiter(await link(t), () => nowMs)
  await limiter.take('a', 3, LIMIT)
  nowMs -= 10_000
  t.match(await limiter.take('a', 1, LIMIT), { allowed: false, retryAfterSeconds: 60 }, 'a little: it counts on')
  nowMs -= 3_600_000
  t.match(await limiter.take('a', 1, LIMIT), { allowed: true }, 'an hour: it starts anew')
})
