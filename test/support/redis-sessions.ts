import { SESSION_IDLE_LIMIT_SECONDS } from '../../src/mcp/limits.ts'
import type { KeptSession, SessionStore } from '../../src/mcp/session.ts'
import type { RedisLink } from '../../src/store/redis/redis.ts'

/** MCP sessions of an endpoint without grants that every node can serve. No endpoint of the service has such sessions. */
export function createRedisMcpSessions(
  { client }: Pick<RedisLink, 'client'>,
  options: { readonly idleLimitMs?: number } = {},
): SessionStore {
  const idleLimitMs = options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000
  const nameOf = (key: string): string => `signpost:mcp:session:{${key}}`
  return {
    async keep(key, kept) {
      await client.set(nameOf(key), JSON.stringify(kept), 'PX', idleLimitMs)
    },
    async get(key) {
      const text = await client.getex(nameOf(key), 'PX', idleLimitMs)
      return text === null ? null : (JSON.parse(text) as KeptSession)
    },
  }
}
