import { LRUCache } from 'lru-cache'
import { SESSION_IDLE_LIMIT_SECONDS, SESSION_LIMIT } from '../../mcp/limits.ts'
import type { SessionRecord, SessionStore } from '../../mcp/session.ts'

/** MCP sessions of a single process; `src/store/redis/redis-mcp-sessions.ts` is the counterpart for several. */
export function createMemorySessions(
  options: { readonly idleLimitMs?: number; readonly limit?: number } = {},
): SessionStore {
  const records = new LRUCache<string, SessionRecord>({
    max: options.limit ?? SESSION_LIMIT,
    ttl: options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000,
    updateAgeOnGet: true,
  })
  return {
    create(id, record) {
      records.set(id, record)
    },
    get: (id) => records.get(id) ?? null,
    replace(id, record) {
      if (records.has(id)) records.set(id, record)
    },
    delete: (id) => records.delete(id),
  }
}
