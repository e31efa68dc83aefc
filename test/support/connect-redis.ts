import type { Test } from 'tap'
import { connectRedis } from '../../src/store/redis/redis.ts'
import type { RedisLink } from '../../src/store/redis/redis.ts'

/** A connection that works, until the test ends, and is patient: other tests may need the machine. */
export async function connectTestRedis(t: Test, url: string): Promise<RedisLink> {
  const link = connectRedis({ url, name: 'test', answerLimitMs: 10_000, onFault: () => {} })
  t.teardown(() => link.close())
  if (!(await link.ready(10_000))) throw new Error('there is no connection to Redis')
  return link
}
