import { LRUCache } from 'lru-cache'
import { SESSION_IDLE_LIMIT_SECONDS, SESSION_LIMIT } from '../../mcp/limits.ts'
import type { SessionRecord, SessionStore } from '../../mcp/session.ts'

/** For a single process; the twin of the one in Redis. */
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
