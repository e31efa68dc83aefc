import type { Bus } from '../../src/mcp/bus.ts'
import { createMemoryBus } from '../../src/mcp/bus.ts'
import { createMemorySessions } from '../../src/mcp/memory-sessions.ts'
import type { SessionStore } from '../../src/mcp/session.ts'
import { createRedisMcpBus } from '../../src/store/redis-mcp-bus.ts'
import { createRedisMcpSessions } from '../../src/store/redis-mcp-sessions.ts'
import { connectRedis } from '../../src/store/redis.ts'
import type { RedisLink } from '../../src/store/redis.ts'

export interface FixtureStore {
  readonly sessions: SessionStore
  readonly bus: Bus
}

/** What nodes share: in Redis, or in this process for one that is alone. */
export async function openFixtureStore(redisUrl: string | undefined): Promise<FixtureStore> {
  if (redisUrl === undefined) return { sessions: createMemorySessions(), bus: createMemoryBus() }
  const [commands, subscriptions] = await Promise.all([connect(redisUrl), connect(redisUrl)])
  return { sessions: createRedisMcpSessions(commands), bus: createRedisMcpBus(commands, subscriptions) }
}

async function connect(url: string): Promise<RedisLink> {
  const onFault = (message: string, cause: unknown): void => console.error(message, cause)
  const link = connectRedis({ url, name: 'fixture', onFault })
  await new Promise<void>((resolve) => link.onUp(resolve))
  return link
}
