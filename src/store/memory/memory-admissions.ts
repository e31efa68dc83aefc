import { LRUCache } from 'lru-cache'
import { SESSION_IDLE_LIMIT_SECONDS, SESSION_LIMIT } from '../../mcp/limits.ts'
import type { KeptSession, SessionStore } from '../../mcp/session.ts'
import { GRANT_BUCKET, PERSON_BUCKET, type Admissions } from '../../oauth/admissions.ts'
import { GRANT_SESSION_LIMIT, grantOf, readFound } from '../../oauth/grant-sessions.ts'
import { takeFromBucket, type BucketState } from '../../oauth/token-bucket.ts'

/**
 * Maximum number of grants, and of persons, whose buckets are remembered. The least recent one is dropped, and starts
 * with a full bucket.
 */
const BUCKET_LIMIT = 100_000

interface Session {
  readonly grantId: string
  readonly kept: KeptSession
}

export interface MemoryAccountStateOptions {
  /** `Revocations.has`. */
  readonly isRevoked: (grantId: string) => boolean
  readonly idleLimitMs?: number
  readonly sessionLimit?: number
  /** Clock in milliseconds; default a clock that is never put back. */
  readonly clock?: () => number
}

/** The account state of a single process; `src/store/redis/redis-account-state.ts` is its counterpart for several. */
export function createMemoryAccountState({ isRevoked, ...options }: MemoryAccountStateOptions): {
  readonly admissions: Admissions
  readonly sessions: SessionStore
} {
  const clock = options.clock ?? (() => performance.now())
  const ofGrants = new LRUCache<string, BucketState>({ max: BUCKET_LIMIT })
  const ofPersons = new LRUCache<string, BucketState>({ max: BUCKET_LIMIT })
  /** Keys of sessions by grant, in the order in which something was kept of them. */
  const owned = new Map<string, Set<string>>()
  const sessions = new LRUCache<string, Session>({
    max: options.sessionLimit ?? SESSION_LIMIT,
    ttl: options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000,
    updateAgeOnGet: true,
    dispose({ grantId }, key) {
      const keys = owned.get(grantId)
      keys?.delete(key)
      if (keys?.size === 0) owned.delete(grantId)
    },
  })

  /** Reads what is kept of a session and counts as a use of it. Nothing is kept of it for another grant. */
  function read(grantId: string, key: string): KeptSession | null {
    if (!owned.get(grantId)?.has(key)) return null
    return sessions.get(key)?.kept ?? null
  }

  return {
    admissions: {
      admit({ grantId, userId }, cost, sessionKey) {
        if (isRevoked(grantId)) return { outcome: 'revoked' }
        const now = Math.round(clock() * 1000)
        const ofGrant = takeFromBucket(GRANT_BUCKET, ofGrants.get(grantId) ?? null, cost, now)
        const ofPerson = takeFromBucket(PERSON_BUCKET, ofPersons.get(userId) ?? null, cost, now)
        if (ofGrant === null || ofPerson === null) return { outcome: 'limited' }
        ofGrants.set(grantId, ofGrant)
        ofPersons.set(userId, ofPerson)
        return { outcome: 'admitted', session: sessionKey === null ? null : read(grantId, sessionKey) }
      },
    },
    sessions: {
      keep(key, kept, owner) {
        const grantId = grantOf(owner)
        sessions.delete(key)
        sessions.set(key, { grantId, kept })
        const keys = owned.get(grantId) ?? new Set()
        owned.set(grantId, keys.add(key))
        const [oldest = ''] = keys
        if (keys.size > GRANT_SESSION_LIMIT) sessions.delete(oldest)
      },
      get(key, asker) {
        const found = readFound(asker)
        return found === undefined ? read(grantOf(asker), key) : found
      },
    },
  }
}
