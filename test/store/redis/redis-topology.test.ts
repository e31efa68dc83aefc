import { once } from 'node:events'
import t, { type Test } from 'tap'
import type { Admissions } from '../../../src/oauth/admissions.ts'
import { createRedisAccountState } from '../../../src/store/redis/redis-account-state.ts'
import { createRedisCodes } from '../../../src/store/redis/redis-codes.ts'
import { createRedisKeyRegister } from '../../../src/store/redis/redis-key-register.ts'
import { createRedisLimiter } from '../../../src/store/redis/redis-limiter.ts'
import { createRedisMcpBus } from '../../../src/store/redis/redis-mcp-bus.ts'
import { createRedisMcpSessions } from '../../support/redis-sessions.ts'
import { createRedisRevocations } from '../../../src/store/redis/redis-revocations.ts'
import { createRedisAssertions } from '../../../src/store/redis/redis-assertions.ts'
import { createRedisSignInSessions } from '../../../src/store/redis/redis-sign-in-sessions.ts'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { admissionsContract, of } from '../../contract/admissions.ts'
import { assertionsContract } from '../../contract/assertions.ts'
import { CODE_RECORD, codesContract } from '../../contract/codes.ts'
import { keyRegisterContract } from '../../contract/key-register.ts'
import { mcpSessionsContract } from '../../contract/mcp-sessions.ts'
import { revocationsContract, until } from '../../contract/revocations.ts'
import { signInSessionsContract } from '../../contract/sign-in-sessions.ts'
import { connectTestRedis } from '../../support/connect-redis.ts'
import { linkTo } from '../../support/link-to.ts'
import { startRedisCluster, type TestRedisCluster } from '../../support/start-redis-cluster.ts'
import { startRedisSentinel } from '../../support/start-redis-sentinel.ts'

function connect(t: Test, url: string) {
  const link = connectRedis({ url, name: 'test', onFault: () => {} })
  t.teardown(() => link.close())
  return link
}

async function connectShardedRedis(t: Test, url: string) {
  const link = connectRedis({ url, name: 'test', sharded: true, onFault: () => {} })
  t.teardown(() => link.close())
  if (!(await link.ready(10_000))) throw new Error('there is no connection to Redis')
  return link
}

/** Ports of the nodes at which somebody listens to a sharded channel. */
async function portsThatListen(cluster: TestRedisCluster, channel: string): Promise<number[]> {
  const listened = await Promise.all(
    cluster.ports.map(async (port) => /\n:[1-9]/.test(await cluster.command(port, ['PUBSUB', 'SHARDNUMSUB', channel]))),
  )
  return cluster.ports.filter((_, n) => listened[n])
}

async function listensSharded(cluster: TestRedisCluster, channel: string): Promise<boolean> {
  return (await portsThatListen(cluster, channel)).length === 1
}

/** Number of messages that the nodes of the cluster have carried to each other. */
async function countBroadcasts(cluster: TestRedisCluster): Promise<number> {
  const infos = await Promise.all(cluster.ports.map((port) => cluster.command(port, ['CLUSTER', 'INFO'])))
  return infos.reduce((sum, info) => sum + Number(/messages_publish_sent:(\d+)/.exec(info)?.[1] ?? 0), 0)
}

t.test('everything that is kept in Redis can be kept in a cluster', async (t) => {
  const cluster = await startRedisCluster(t)
  const flush = () => Promise.all(cluster.ports.map((port) => cluster.command(port, ['FLUSHALL'])))
  const link = await connectTestRedis(t, cluster.url)

  t.test('admissions', async (t) =>
    admissionsContract(t, async () => {
      await flush()
      let nowMs = 1_700_000_000_000
      return {
        ...createRedisAccountState(link, { clock: () => nowMs }),
        revoke: (grantId) => link.client.set(`signpost:account:revoked:{${grantId}}`, '1'),
        pass: (ms) => void (nowMs += ms),
      }
    }),
  )
  t.test('sessions of grants', async (t) =>
    mcpSessionsContract(t, async (_t, idleLimitMs) => createRedisAccountState(link, { idleLimitMs }).sessions),
  )
  t.test('MCP sessions', async (t) =>
    mcpSessionsContract(t, async (_t, idleLimitMs) => {
      await flush()
      return createRedisMcpSessions(link, { idleLimitMs })
    }),
  )
  t.test('codes', async (t) =>
    codesContract(t, async (_t, lives) => {
      await flush()
      return createRedisCodes(link, lives)
    }),
  )
  t.test('used assertions', async (t) =>
    assertionsContract(t, async (_t, options) => {
      await flush()
      return createRedisAssertions(link, options)
    }),
  )
  t.test('signed-in browsers', async (t) =>
    signInSessionsContract(t, async (_t, options) => createRedisSignInSessions(link, options)),
  )
  t.test('revocations', async (t) =>
    revocationsContract(t, async (t, options) => {
      await flush()
      const node = createRedisRevocations(link, await connectTestRedis(t, cluster.url), options)
      t.teardown(() => node.close())
      return node
    }),
  )
  t.test('the register of keys', async (t) =>
    keyRegisterContract(t, async (t) => {
      await flush()
      const register = async () => {
        const made = createRedisKeyRegister(link, await connectTestRedis(t, cluster.url))
        await new Promise<void>((resolve) => made.onReplaced(resolve))
        return made
      }
      return { here: await register(), there: await register() }
    }),
  )
  t.test('limits', async (t) => {
    const limiter = createRedisLimiter(link)
    for (let client = 0; client < 20; client++) {
      t.match(await limiter.take(`${client}`, 3, { limit: 3, windowMs: 60_000 }), { allowed: true })
      t.match(await limiter.take(`${client}`, 1, { limit: 3, windowMs: 60_000 }), { allowed: false })
    }
  })
  t.test('what MCP nodes tell each other', async (t) => {
    // A node of a Redis cluster knows only its own listeners, so that a publisher cannot learn of all.
    const [here, there] = [
      createRedisMcpBus(link, await connectTestRedis(t, cluster.url)),
      createRedisMcpBus(link, await connectTestRedis(t, cluster.url)),
    ]
    const received: string[] = []
    await here.subscribe('a', (message) => received.push(`here ${message}`))
    await there.subscribe('a', (message) => received.push(`there ${message}`))
    await here.publish('a', 'one')
    await until(() => received.length === 2)
    t.same(received.toSorted(), ['here one', 'there one'])
  })
  t.test(
    'what one MCP node is told goes to one part of the cluster, and what it is told otherwise is heard too',
    async (t) => {
      const bus = createRedisMcpBus(link, await connectShardedRedis(t, cluster.url))
      const received: string[] = []
      await bus.subscribe('node:a', (message) => received.push(message))
      await until(() => listensSharded(cluster, 'signpost:mcp:node:a'))
      const broadcasts = await countBroadcasts(cluster)
      t.equal(await bus.publish('node:a', 'one'), 1, 'the number of listeners is known')
      await until(() => received.length === 1)
      t.equal(await countBroadcasts(cluster), broadcasts, 'no other node of the cluster had to carry it')
      // An older version publishes to all, and listens to that alone.
      await link.client.publish('signpost:mcp:node:a', 'of an old node')
      await until(() => received.length === 2)
      const old = await connectTestRedis(t, cluster.url)
      old.client.on('message', (_, message) => received.push(`old ${message}`))
      await old.client.subscribe('signpost:mcp:node:b')
      await bus.publish('node:b', 'two')
      await until(() => received.length === 3)
      t.same(received, ['one', 'of an old node', 'old two'], 'nothing is lost, and nothing comes twice')
    },
  )
  t.test('what one MCP node is told while its slot moves to another part is not lost', async (t) => {
    const bus = createRedisMcpBus(link, await connectShardedRedis(t, cluster.url))
    const received: string[] = []
    await bus.subscribe('node:a', (message) => received.push(message))
    await until(() => listensSharded(cluster, 'signpost:mcp:node:a'))
    const [before = 0] = await portsThatListen(cluster, 'signpost:mcp:node:a')
    const to = cluster.ports.find((port) => port !== before)!
    const slot = (await cluster.command(before, ['CLUSTER', 'KEYSLOT', 'signpost:mcp:node:a'])).slice(1).trim()
    const id = /[\da-f]{40}/.exec(await cluster.command(to, ['CLUSTER', 'MYID']))![0]
    let sent = 0
    const send = async (): Promise<void> => void (await bus.publish('node:a', String(sent++)))
    await send()
    for (const port of [to, before, ...cluster.ports]) {
      await cluster.command(port, ['CLUSTER', 'SETSLOT', slot, 'NODE', id])
      await send()
    }
    await until(async () => {
      await send()
      return (await portsThatListen(cluster, 'signpost:mcp:node:a'))[0] === to
    })
    await send()
    await until(() => received.length === sent)
    t.same(
      received,
      Array.from({ length: sent }, (_, n) => String(n)),
    )
  })
})

t.test('requests of one turn are let in where a cluster hides behind the address of one server', async (t) => {
  const cluster = await startRedisCluster(t)
  const link = await connectTestRedis(t, `redis://127.0.0.1:${cluster.ports[0]}`)
  const admit = (admissions: Admissions, grantIds: readonly string[]): Promise<string[]> =>
    Promise.all(
      grantIds.map(async (grantId) => {
        try {
          return (await admissions.admit(of(grantId), 1, null)).outcome
        } catch {
          return 'elsewhere'
        }
      }),
    )
  const grants = Array.from({ length: 30 }, (_, n) => `grt_${n}`)
  const alone: string[] = []
  const { admissions: first } = createRedisAccountState(link)
  for (const grantId of grants) alone.push(...(await admit(first, [grantId])))
  const here = grants.filter((_, n) => alone[n] === 'admitted')
  t.ok(here.length > 1)
  const { admissions } = createRedisAccountState(link)
  t.same(new Set(await admit(admissions, here)), new Set(['admitted']))
  t.same(await admit(admissions, grants), alone, 'afterwards they go one by one')
})

t.test('where a part of a cluster fails, the rest goes on, and its replica takes over', async (t) => {
  const cluster = await startRedisCluster(t, 1)
  const link = connect(t, cluster.url)
  await link.ready(10_000)
  const { admissions } = createRedisAccountState(link)
  const admit = (grantId: string): Promise<string> =>
    Promise.resolve(admissions.admit(of(grantId), 1, null)).then(
      ({ outcome }) => outcome,
      (error: Error) => error.name,
    )
  const grants = Array.from({ length: 30 }, (_, n) => `grt_${n}`)
  // The first requests connect to the nodes, which may take longer than a request waits.
  await until(async () => (await Promise.all(grants.map(admit))).every((answer) => answer === 'admitted'))
  const bus = createRedisMcpBus(link, await connectShardedRedis(t, cluster.url))
  const received = new Set<string>()
  const nodes = Array.from({ length: 8 }, (_, n) => `node:${n}`)
  for (const node of nodes) await bus.subscribe(node, () => received.add(node))
  for (const node of nodes) await until(() => listensSharded(cluster, `signpost:mcp:${node}`))
  await cluster.kill(cluster.ports[0]!)
  const outcomes = new Set<string>()
  await until(async () => {
    const answers = await Promise.all(grants.map(admit))
    for (const answer of answers) outcomes.add(answer)
    t.ok(answers.includes('admitted') || answers.includes('limited'), 'others are let in all the time')
    return answers.every((answer) => answer === 'admitted')
  })
  t.ok(outcomes.has('Unavailable'), 'those of the lost part are told so meanwhile')
  await until(async () => {
    for (const node of nodes) await Promise.resolve(bus.publish(node, 'x')).catch(() => {})
    return received.size === nodes.length
  })
  t.same(received, new Set(nodes), 'each node is told again, also by way of the replica')
})

t.test('a connection to a part of a cluster that went dead is replaced', async (t) => {
  const cluster = await startRedisCluster(t)
  const port = cluster.ports[1]!
  // The nodes name this address for the second primary. What was connected before a cut is silent from then on.
  const way = await linkTo(t, port)
  await cluster.command(port, ['CONFIG', 'SET', 'cluster-announce-port', String(way.port)])
  const link = connect(t, cluster.url)
  await link.ready(10_000)
  await until(async () => (await link.client.get('away')) === null && way.connections > 0)
  way.cut()
  t.ok(link.up)
  await until(() =>
    link.client.get('away').then(
      () => true,
      () => false,
    ),
  )
  t.ok(link.up, 'the connections to the others stay')
})

for (const [how, stop] of [
  ['dies', 'killPrimary'],
  ['hangs', 'hangPrimary'],
] as const) {
  t.test(`when a primary ${how}, the one that the sentinels choose is found`, async (t) => {
    const redis = await startRedisSentinel(t)
    const link = connect(t, redis.url)
    t.ok(await link.ready(10_000))
    const before = await redis.primary()
    const codes = createRedisCodes(link)
    await codes.put('a', CODE_RECORD)
    await redis[stop]()
    await until(async () => (await redis.primary()) !== before)
    await until(() =>
      codes.put('b', CODE_RECORD).then(
        () => true,
        () => false,
      ),
    )
    t.same(await codes.take('b'), { use: 'fresh', record: CODE_RECORD })
  })
}

t.test('who listens hears again after a failover', async (t) => {
  const redis = await startRedisSentinel(t)
  const [publisher, subscriber] = [connect(t, redis.url), connect(t, redis.url)]
  await Promise.all([publisher.ready(10_000), subscriber.ready(10_000)])
  const bus = createRedisMcpBus(publisher, subscriber)
  const received: string[] = []
  await bus.subscribe('a', (message) => received.push(message))
  const down = once(subscriber.client, 'close')
  await redis.killPrimary()
  await down
  await until(async () => {
    await Promise.resolve(bus.publish('a', 'again')).catch(() => {})
    return received.includes('again')
  })
  t.ok(received.includes('again'))
})

t.test('an address that cannot be one is refused without being repeated', async (t) => {
  t.throws(() => connectRedis({ url: 'redis://:secret@', name: 'test', onFault: () => {} }), {
    name: 'TypeError',
    message: 'This is no address of Redis',
  })
})
