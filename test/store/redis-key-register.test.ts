import { once } from 'node:events'
import t, { type Test } from 'tap'
import { createRedisKeyRegister } from '../../src/store/redis-key-register.ts'
import { connectRedis, type RedisLink } from '../../src/store/redis.ts'
import { keyRegisterContract } from '../contract/key-register.ts'
import { startRedis } from '../support/start-redis.ts'

const redis = await startRedis(t)

async function connect(t: Test): Promise<RedisLink> {
  const link = connectRedis({ url: redis.url, name: 'test', onFault: () => {} })
  t.teardown(() => link.close())
  if (!link.up) await once(link.client, 'ready')
  return link
}

async function register(t: Test) {
  const subscriber = await connect(t)
  const register = createRedisKeyRegister(await connect(t), subscriber)
  // That it listens counts as news too.
  await new Promise<void>((resolve) => register.onReplaced(resolve))
  return register
}

keyRegisterContract(t, async (t) => {
  await redis.command(['FLUSHALL'])
  return { here: await register(t), there: await register(t) }
})

t.test('the key itself never reaches Redis', async (t) => {
  const node = await register(t)
  await redis.command(['FLUSHALL'])
  await node.replace('thumbprint-a')
  await node.replace('thumbprint-b')
  const { client } = await connect(t)
  t.strictSame((await client.keys('*')).toSorted(), ['signpost:icons:{key}:current', 'signpost:icons:{key}:retired'])
  t.equal(await client.get('signpost:icons:{key}:current'), 'thumbprint-b')
  t.strictSame(await client.smembers('signpost:icons:{key}:retired'), ['thumbprint-a'])
})
