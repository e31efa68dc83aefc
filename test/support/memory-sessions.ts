import { LRUCache } from 'lru-cache'
import { SESSION_IDLE_LIMIT_SECONDS, SESSION_LIMIT } from '../../src/mcp/limits.ts'
import type { KeptSession, SessionStore } from '../../src/mcp/session.ts'

/** MCP sessions of an endpoint without grants, in one process. No endpoint of the service has such sessions. */
export function createMemorySessions(
  options: { readonly idleLimitMs?: number; readonly limit?: number } = {},
): SessionStore {
  const records = new LRUCache<string, KeptSession>({
    max: options.limit ?? SESSION_LIMIT,
    ttl: options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000,
    updateAgeOnGet: true,
  })
  return {
    keep(key, kept) {
      records.set(key, kept)
    },
    get: (key) => records.get(key) ?? null,
  }
}
