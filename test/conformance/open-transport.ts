import { createMemoryBus } from '../../src/mcp/bus.ts'
import { createMemorySessions } from '../support/memory-sessions.ts'
import { createRedisMcpBus } from '../../src/store/redis/redis-mcp-bus.ts'
import { createRedisMcpSessions } from '../support/redis-sessions.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import type { RedisLink } from '../../src/store/redis/redis.ts'
import type { OpenTransport } from './fixture-transport.ts'

/**
 * Transport of an endpoint that is open to everyone. Its nodes share a Redis; a single node keeps everything in its
 * process.
 */
export const openTransport: OpenTransport = async ([redisUrl]) => {
  if (redisUrl === undefined) return { endpoint: { sessions: createMemorySessions(), bus: createMemoryBus() } }
  const [commands, subscriptions] = await Promise.all([connect(redisUrl), connect(redisUrl)])
  return {
    endpoint: { sessions: createRedisMcpSessions(commands), bus: createRedisMcpBus(commands, subscriptions) },
  }
}

async function connect(url: string): Promise<RedisLink> {
  const onFault = (message: string, cause: unknown): void => console.error(message, cause)
  const link = connectRedis({ url, name: 'fixture', onFault })
  await new Promise<void>((resolve) => link.onUp(resolve))
  return link
}
