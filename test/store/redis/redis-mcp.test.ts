import t, { type Test } from 'tap'
import { createRedisMcpBus } from '../../../src/store/redis/redis-mcp-bus.ts'
import { createRedisMcpSessions } from '../../support/redis-sessions.ts'
import { mcpBusContract } from '../../contract/mcp-bus.ts'
import { mcpSessionsContract } from '../../contract/mcp-sessions.ts'
import { connectTestRedis } from '../../support/connect-redis.ts'
import { startRedis } from '../../support/start-redis.ts'

t.test('sessions in Redis', async (t) => {
  const redis = await startRedis(t)
  mcpSessionsContract(t, async (t, idleLimitMs) => {
    await redis.command(['FLUSHALL'])
    return createRedisMcpSessions(await connectTestRedis(t, redis.url), { idleLimitMs })
  })
})

t.test('a bus over Redis', async (t) => {
  const redis = await startRedis(t)
  const createBus = async (t: Test) =>
    createRedisMcpBus(await connectTestRedis(t, redis.url), await connectTestRedis(t, redis.url))
  mcpBusContract(t, async (t) => [await createBus(t), await createBus(t)])
})

t.test('listeners hear again after Redis was gone, and those that came meanwhile too', async (t) => {
  const redis = await startRedis(t)
  const subscriber = await connectTestRedis(t, redis.url)
  const bus = createRedisMcpBus(await connectTestRedis(t, redis.url), subscriber)
  const received = new Set<string>()
  await bus.subscribe('early', () => received.add('early'))
  const down = new Promise<void>((resolve) => subscriber.onDown(resolve))
  await redis.kill()
  await down
  const late = bus.subscribe('late', () => received.add('late'))
  await t.rejects(Promise.resolve(bus.publish('early', 'x')), 'a message that cannot be sent is no success')
  await redis.restart()
  await late
  while (received.size < 2) {
    for (const channel of ['early', 'late']) await Promise.resolve(bus.publish(channel, 'x')).catch(() => {})
    await new Promise(setImmediate)
  }
  t.same([...received].sort(), ['early', 'late'])
})
