import { LRUCache } from 'lru-cache'
import { SIGN_IN_IDLE_LIMIT_MS, SIGN_IN_LIMIT_MS } from '../../account/users/sign-in-sessions.ts'
import type { SignInSession, SignInSessions } from '../../account/users/sign-in-sessions.ts'

/** Maximum number of sessions in memory; the longest idle one is dropped for a new one. */
const SIGN_IN_SESSION_LIMIT = 100_000

/** Sign-in sessions of a single process; `src/store/redis/redis-sign-in-sessions.ts` is the counterpart for several. */
export function createMemorySignInSessions(
  options: { readonly idleLimitMs?: number; readonly limit?: number; readonly now?: () => number } = {},
): SignInSessions {
  const now = options.now ?? Date.now
  const sessions = new LRUCache<string, SignInSession>({
    max: options.limit ?? SIGN_IN_SESSION_LIMIT,
    ttl: options.idleLimitMs ?? SIGN_IN_IDLE_LIMIT_MS,
    updateAgeOnGet: true,
  })
  return {
    async put(hash, session) {
      sessions.set(hash, session)
    },
    async get(hash) {
      const session = sessions.get(hash)
      if (session === undefined) return null
      if (session.beganAtMs + SIGN_IN_LIMIT_MS > now()) return session
      sessions.delete(hash)
      return null
    },
    async delete(hash) {
      sessions.delete(hash)
    },
  }
}
