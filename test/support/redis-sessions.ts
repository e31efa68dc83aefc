import { SESSION_IDLE_LIMIT_SECONDS } from '../../src/mcp/limits.ts'
import type { SessionRecord, SessionStore } from '../../src/mcp/session.ts'
import type { RedisLink } from '../../src/store/redis/redis.ts'

/** MCP sessions of an endpoint without grants that every node can serve. No endpoint of the service has such sessions. */
export function createRedisMcpSessions(
  { client }: Pick<RedisLink, 'client'>,
  options: { readonly idleLimitMs?: number } = {},
): SessionStore {
  const idleLimitMs = options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000
  const keyOf = (id: string): string => `signpost:mcp:session:{${id}}`
  return {
    async create(id, record) {
      await client.set(keyOf(id), JSON.stringify(record), 'PX', idleLimitMs)
    },
    async get(id) {
      const text = await client.getex(keyOf(id), 'PX', idleLimitMs)
      return text === null ? null : (JSON.parse(text) as SessionRecord)
    },
    async replace(id, record) {
      await client.set(keyOf(id), JSON.stringify(record), 'PX', idleLimitMs, 'XX')
    },
    async delete(id) {
      return (await client.del(keyOf(id))) === 1
    },
  }
}
