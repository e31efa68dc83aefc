import { SESSION_IDLE_LIMIT_SECONDS } from '../../mcp/limits.ts'
import type { SessionRecord, SessionStore } from '../../mcp/session.ts'
import { REDIS_KEYS } from './keys.ts'
import type { RedisLink } from './redis.ts'

/** MCP sessions that every node can serve and that outlive a restart. Each use is one round trip. */
export function createRedisMcpSessions(
  { client }: Pick<RedisLink, 'client'>,
  options: { readonly idleLimitMs?: number } = {},
): SessionStore {
  const idleLimitMs = options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000
  const keyOf = REDIS_KEYS.mcpSession
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
