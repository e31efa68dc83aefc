import t, { type Test } from 'tap'
import { createRedisKeyRegister } from '../../../src/store/redis/redis-key-register.ts'
import { keyRegisterContract } from '../../contract/key-register.ts'
import { connectTestRedis } from '../../support/connect-redis.ts'
import { startRedis } from '../../support/start-redis.ts'

const redis = await startRedis(t)

async function register(t: Test) {
  const subscriber = await connectTestRedis(t, redis.url)
  const register = createRedisKeyRegister(await connectTestRedis(t, redis.url), subscriber)
  // The start of the subscription also counts as a replacement.
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
  const { client } = await connectTestRedis(t, redis.url)
  t.strictSame((await client.keys('*')).toSorted(), ['signpost:icons:{key}:current', 'signpost:icons:{key}:retired'])
  t.equal(await client.get('signpost:icons:{key}:current'), 'thumbprint-b')
  t.strictSame(await client.smembers('signpost:icons:{key}:retired'), ['thumbprint-a'])
})
