import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createFallbackLimiter, type FallbackOptions } from '../../src/limits/fallback-limiter.ts'
import type { Taken } from '../../src/limits/limiter.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { createRedisLimiter } from '../../src/store/redis/redis-limiter.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import { startRedisCluster } from '../support/start-redis-cluster.ts'
import { startRedis, type TestRedis } from '../support/start-redis.ts'
import { standStill } from '../support/stand-still.ts'

/** Limit of tests that do not measure it: a pause of the machine is shorter, and a hanging Redis is given up soon. */
const PATIENT = { answerLimitMs: 500 }
const LIMIT = { limit: 5, windowMs: 60_000 }

/** Starts a node: a limiter of its own, on the shared Redis. */
function startNode(t: Test, redis: Pick<TestRedis, 'url'>, options: Pick<FallbackOptions, 'answerLimitMs'> = PATIENT) {
  const changes: string[] = []
  const faults: string[] = []
  const link = connectRedis({ url: redis.url, name: 'test', onFault: (message) => void faults.push(message) })
  const limiter = createFallbackLimiter({
    shared: createRedisLimiter(link),
    local: createMemoryLimiter(),
    onChange(cause) {
      changes.push(cause === null ? 'shared' : 'local')
    },
    ...options,
  })
  t.teardown(() => {
    limiter.close()
    link.close()
  })
  const until = async (fallback: boolean): Promise<void> => {
    while (limiter.fallback !== fallback) await sleep(5)
  }
  return { limiter, changes, faults, until }
}

t.test('two nodes count together while there is Redis', async (t) => {
  const redis = await startRedis(t)
  const [a, b] = [startNode(t, redis), startNode(t, redis)]
  await Promise.all([a.until(false), b.until(false)])
  t.match(await a.limiter.take('k', 3, LIMIT), { allowed: true, remaining: 2 })
  t.match(await b.limiter.take('k', 2, LIMIT), { allowed: true, remaining: 0 })
  t.match(await a.limiter.take('k', 1, LIMIT), { allowed: false })
  t.match(a.limiter.peek?.('k', 2, LIMIT), { allowed: true }, 'a node knows by itself what it has let in')
  t.match(a.limiter.peek?.('k', 3, LIMIT), { allowed: false })
  t.strictSame([a.changes, b.changes], [[], []], 'a start is no change')
})

for (const [title, fail, restore] of [
  ['has crashed', (redis: TestRedis) => redis.kill(), (redis: TestRedis) => redis.restart()],
  ['hangs', async (redis: TestRedis) => redis.hang(), async (redis: TestRedis) => redis.resume()],
] as const) {
  t.test(`while Redis ${title} the node counts on by itself, and goes back to it`, async (t) => {
    const redis = await startRedis(t)
    const { limiter, changes, until } = startNode(t, redis)
    await until(false)
    t.match(await limiter.take('k', 2, LIMIT), { allowed: true, remaining: 3 })
    await fail(redis)
    const taken = await Promise.all([1, 2, 3].map(async () => limiter.take('k', 1, LIMIT)))
    t.ok(
      taken.every(({ allowed }) => allowed),
      'requests on their way are answered',
    )
    t.equal(limiter.fallback, true)
    const alone = limiter.take('k', 1, LIMIT)
    t.notOk(alone instanceof Promise, 'nothing is waited for any more')
    t.match(alone, { allowed: false, remaining: 0 }, 'what was used before still counts')
    await restore(redis)
    await until(false)
    t.match(await limiter.take('k', 1, LIMIT), { allowed: false }, 'what was used meanwhile still counts')
    t.match(await limiter.take('other', 1, LIMIT), { allowed: true, remaining: 4 })
    t.strictSame(changes, ['local', 'shared'], 'told once each')
  })
}

t.test('no request waits longer than 100 ms for a Redis that hangs', async (t) => {
  const redis = await startRedis(t)
  const { limiter, until } = startNode(t, redis, {})
  await until(false)
  redis.hang()
  const startedAt = performance.now()
  // The shortest of three attempts counts, because a busy machine may be late once.
  await limiter.take('k', 1, LIMIT)
  const waits = [performance.now() - startedAt]
  for (let n = 0; n < 2; n++) {
    redis.resume()
    await until(false)
    redis.hang()
    const at = performance.now()
    await limiter.take('k', 1, LIMIT)
    waits.push(performance.now() - at)
  }
  t.ok(Math.min(...waits) < 100, `${waits.map(Math.round).join(', ')} ms`)
})

t.test('a pause of the whole machine counts for no silence of Redis', async (t) => {
  const redis = await startRedis(t)
  const { changes, limiter, until } = startNode(t, redis, {})
  // The first of three attempts that succeeds counts, because on a busy machine Redis may be late after the pause.
  for (let n = 1; ; n++) {
    await until(false)
    const before = changes.length
    const taken = limiter.take(`k${n}`, 1, LIMIT)
    redis.hang()
    standStill(1200)
    setTimeout(() => redis.resume(), 5)
    t.match(await taken, { allowed: true, remaining: 4 })
    if (changes.length === before || n === 3) return t.strictSame(changes.slice(before), [])
  }
})

t.test('answers that come late are counted here and are no outage, until one does not come at all', async (t) => {
  const pending: ((taken: Taken) => void)[] = []
  const changes: unknown[] = []
  const limiter = createFallbackLimiter({
    shared: {
      take: () => new Promise((resolve) => pending.push(resolve)),
      probe: () => Promise.resolve(),
      reconnect: () => undefined,
    },
    local: createMemoryLimiter(),
    onChange: (cause) => changes.push(cause),
    answerLimitMs: 1,
    lostLimitMs: 3_600_000,
  })
  t.teardown(() => limiter.close())
  while (limiter.fallback) await sleep(1)
  for (let n = 1; n <= 20; n++) {
    t.match(await limiter.take('k', 1, { ...LIMIT, limit: 100 }), { allowed: true, remaining: 100 - n }, 'counted here')
    pending.pop()?.({ allowed: true, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 })
  }
  t.equal(limiter.fallback, false)
  t.strictSame(changes, [], 'nothing is told')
})

t.test('a request without any answer is an outage, although others are answered', async (t) => {
  const changes: unknown[] = []
  const answered: Taken = { allowed: true, remaining: 0, resetSeconds: 0, retryAfterSeconds: 0 }
  let outage = (): void => undefined
  const told = new Promise<void>((resolve) => (outage = resolve))
  const limiter = createFallbackLimiter({
    shared: {
      take: (key) => (key === 'lost' ? new Promise(() => undefined) : Promise.resolve(answered)),
      probe: () => Promise.resolve(),
      reconnect: () => undefined,
    },
    local: createMemoryLimiter(),
    onChange(cause) {
      changes.push(cause instanceof Error ? cause.message : cause)
      outage()
    },
    answerLimitMs: 1,
    lostLimitMs: 20,
  })
  t.teardown(() => limiter.close())
  while (limiter.fallback) await sleep(1)
  t.match(await limiter.take('lost', 1, LIMIT), { allowed: true, remaining: 4 })
  t.match(await limiter.take('other', 1, LIMIT), answered)
  await told
  t.equal(changes[0], 'no answer for 20 ms')
})

t.test('without Redis at the start the node counts by itself until it comes', async (t) => {
  const redis = await startRedis(t)
  await redis.kill()
  const { limiter, changes, until } = startNode(t, redis)
  t.match(limiter.take('k', 1, LIMIT), { allowed: true, remaining: 4 })
  await redis.restart()
  await until(false)
  t.match(await limiter.take('k', 5, LIMIT), { allowed: false, remaining: 4 }, 'what was used before still counts')
  t.strictSame(changes, [])
})

t.test('a Redis that refuses to write counts as gone', async (t) => {
  const redis = await startRedis(t)
  const { limiter, changes, until } = startNode(t, redis)
  await until(false)
  await redis.command(['CONFIG', 'SET', 'maxmemory', '1'])
  t.match(await limiter.take('k', 1, LIMIT), { allowed: true, remaining: 4 })
  t.equal(limiter.fallback, true)
  await sleep(350)
  t.strictSame(changes, ['local'], 'probes that fail change nothing')
  await redis.command(['CONFIG', 'SET', 'maxmemory', '0'])
  await until(false)
})

t.test('while a part of a cluster hangs the node counts by itself, and goes back once that part answers', async (t) => {
  const cluster = await startRedisCluster(t)
  const { limiter, changes, faults, until } = startNode(t, cluster)
  await until(false)
  // The second primary has the slot of this key. The others go on.
  const port = cluster.ports[1]!
  cluster.hang(port)
  // A hanging Redis is left after 800 ms, which a part of a cluster is not.
  for (let n = 0; n < 15; n++) {
    t.match(await limiter.take('away', 1, { ...LIMIT, limit: 100 }), { allowed: true })
    await sleep(100)
  }
  t.strictSame(changes, ['local'])
  cluster.resume(port)
  await until(false)
  t.strictSame(changes, ['local', 'shared'], 'told once each')
  t.strictSame(faults, [], 'the connection to the others stays')
})
