// The icons host when Redis fails. Clients do not notice, because Redis holds only limits.
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { REDIS_KEYS } from '../../src/store/redis/keys.ts'
import { createIconsClient, newAddress, type IconsClient } from '../support/icons-client.ts'
import { limitsAreShared, metricBecomes, startSmallIcons } from '../support/small-icons-service.ts'
import { startRedis, type TestRedis } from '../support/start-redis.ts'
import type { RunningService } from '../support/start-service.ts'

/**
 * Number of connections, which the system assigns to the two listeners. With 8, all were on one of them in 2 of 100 runs.
 */
const CLIENTS = 16
const ALONE = 'limits are counted in this process alone until Redis answers'
const TOGETHER = 'limits are counted in Redis again'
/** Limit for an answer. The promise is a tenth of a second; the rest is for a busy machine. */
const SLOWEST_LIMIT_MS = 3000
const CHANGE_LIMIT_MS = 15_000
/** Time that the load continues before and after each change. */
const SETTLED_MS = 200
/** Pause of a client between answers. */
const PAUSE_MS = 10

interface Load {
  readonly stop: () => Promise<{
    readonly answered: number
    readonly wrong: readonly string[]
    readonly slowestMs: number
  }>
}

/** Searches on behalf of a new client each time, so that none is refused. */
function startVisits(t: Test, url: string): Load {
  let stopped = false
  let answered = 0
  let slowestMs = 0
  const wrong: string[] = []
  const visit = async ({ ask }: IconsClient): Promise<void> => {
    while (!stopped) {
      const since = performance.now()
      try {
        const { headers, status } = await ask('/api/v1/icons?q=circle')
        if (status !== 200 || !headers.has('ratelimit')) wrong.push(`status ${status}`)
      } catch (error) {
        wrong.push(String(error))
      }
      answered += 1
      slowestMs = Math.max(slowestMs, performance.now() - since)
      await sleep(PAUSE_MS)
    }
  }
  t.teardown(() => (stopped = true))
  const visits = Array.from({ length: CLIENTS }, () => visit(createIconsClient(t, url)))
  return {
    async stop() {
      stopped = true
      await Promise.all(visits)
      return { answered, wrong, slowestMs }
    },
  }
}

/** Waits until this number of listeners counts locally. */
const listenersAlone = (service: RunningService, listeners: number): Promise<void> =>
  metricBecomes(service, 'signpost_limiter_fallback', listeners)

const countOf = ({ logs }: RunningService, message: string): number => logs.filter(({ msg }) => msg === message).length

/** Ways in which Redis can fail, and how each ends. */
const OUTAGES: readonly {
  readonly name: string
  readonly begin: (redis: TestRedis) => unknown
  readonly end: (redis: TestRedis) => unknown
}[] = [
  { name: 'is killed and started again', begin: (redis) => redis.kill(), end: (redis) => redis.restart() },
  { name: 'hangs and goes on', begin: (redis) => redis.hang(), end: (redis) => redis.resume() },
  {
    name: 'refuses to write for a while',
    begin: (redis) => redis.command(['REPLICAOF', '127.0.0.1', '1']),
    end: (redis) => redis.command(['REPLICAOF', 'NO', 'ONE']),
  },
]

t.test('under load', async (t) => {
  const redis = await startRedis(t)
  const service = await startSmallIcons(t, { REDIS_URL: redis.url, LISTENERS: '2', SEARCH_THREADS: '2' })
  await limitsAreShared(service, redis)

  for (const { begin, end, name } of OUTAGES) {
    t.test(`every request is answered while Redis ${name}`, async (t) => {
      const before = [countOf(service, ALONE), countOf(service, TOGETHER)] as const
      const load = startVisits(t, service.iconsUrl)
      await sleep(SETTLED_MS)
      await begin(redis)
      await listenersAlone(service, 2)
      await sleep(SETTLED_MS)
      await end(redis)
      await limitsAreShared(service, redis)
      await sleep(SETTLED_MS)
      const { answered, slowestMs, wrong } = await load.stop()
      t.strictSame(wrong, [])
      t.ok(answered > 100, `${answered} answers`)
      t.comment(`the slowest took ${Math.round(slowestMs)} ms`)
      t.ok(slowestMs < SLOWEST_LIMIT_MS)
      await listenersAlone(service, 0)
      const said = (message: string, earlier: number): number => countOf(service, message) - earlier
      // A listener that gets no processor time for a while may assume one more outage.
      t.ok(said(ALONE, before[0]) >= 2, 'each listener has said so')
      // Lines are written a moment later than they are logged.
      const deadline = Date.now() + CHANGE_LIMIT_MS
      while (said(TOGETHER, before[1]) !== said(ALONE, before[0]) && Date.now() < deadline) await sleep(20)
      t.equal(said(TOGETHER, before[1]), said(ALONE, before[0]), 'and that it is over')
    })
  }

  t.test('what Redis forgets of its scripts and keys fails no request', async (t) => {
    const load = startVisits(t, service.iconsUrl)
    for (let n = 0; n < 5; n++) {
      await redis.command(['SCRIPT', 'FLUSH'])
      await redis.command(['FLUSHALL'])
      await sleep(SETTLED_MS / 4)
    }
    t.strictSame((await load.stop()).wrong, [])
  })
})

t.test('a service whose Redis is not there starts, says so, and finds it later', async (t) => {
  const redis = await startRedis(t)
  await redis.kill()
  const service = await startSmallIcons(t, { REDIS_URL: redis.url })
  await service.logged('Redis does not answer')
  const client = createIconsClient(t, service.iconsUrl)
  const ready = await client.ask('/readyz')
  t.equal(ready.status, 200)
  t.match(String(ready.body), /"store":"unreachable"/)
  const from = newAddress()
  for (let n = 0; n < 120; n++) t.equal((await client.ask('/api/v1/icons?q=ring', { from })).status, 200)
  t.equal((await client.ask('/api/v1/icons?q=ring', { from })).status, 429, 'limits hold in the process')
  const token = await client.newToken()
  t.match((await client.ask('/api/v1/sets', { token })).headers.get('ratelimit'), /"agent";r=599;/)
  await listenersAlone(service, 1)
  await redis.restart()
  await limitsAreShared(service, redis)
  await service.logged('Redis answers again')
  const used = await client.ask('/api/v1/sets', { token })
  t.equal(used.status, 200, 'credentials outlive it')
  t.match(await redis.command(['KEYS', '*agent*']), /agent/, 'and are counted there')

  await t.test('nobody gets a fresh budget by an outage', async (t) => {
    const { ask } = createIconsClient(t, service.iconsUrl)
    const from = newAddress()
    const ask120 = async (first: number, last: number): Promise<void> => {
      for (let n = first; n < last; n++) t.equal((await ask('/api/v1/sets', { from })).status, 200)
    }
    await ask120(0, 60)
    await redis.kill()
    await ask120(60, 120)
    t.equal((await ask('/api/v1/sets', { from })).status, 429, 'after 60 in Redis and 60 without')
    await redis.restart()
    await limitsAreShared(service, redis)
    t.equal((await ask('/api/v1/sets', { from })).status, 429, 'though the new Redis knows nothing')
    t.equal((await ask('/api/v1/sets')).status, 200)
  })

  await t.test('a registration leaves nothing behind but what its address has used', async (t) => {
    const from = newAddress()
    await redis.command(['FLUSHALL'])
    const registered = await createIconsClient(t, service.iconsUrl).register({ from })
    t.equal(registered.status, 200)
    const keys = (await redis.command(['KEYS', '*'])).split('\r\n').filter((line) => line.startsWith('signpost:'))
    // The service writes its key once more when Redis has lost it, which may happen before or after the question. It asks by
    // a key of its own for a second whether a Redis that was late answers again.
    t.strictSame(
      keys.filter((key) => key !== REDIS_KEYS.currentKey && !key.endsWith(':probe')),
      [REDIS_KEYS.limit(`registration:${from}`)],
    )
  })
})
