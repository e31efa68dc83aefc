import type { Test } from 'tap'
import { connectRedis } from '../../src/store/redis/redis.ts'
import type { RedisLink } from '../../src/store/redis/redis.ts'

/** Connects to Redis until the test ends. The time limits are generous, because other tests may use the machine. */
export async function connectTestRedis(t: Test, url: string): Promise<RedisLink> {
  const link = connectRedis({ url, name: 'test', answerLimitMs: 10_000, onFault: () => {} })
  t.teardown(() => link.close())
  if (!(await link.ready(10_000))) throw new Error('there is no connection to Redis')
  return link
}
