import { LRUCache } from 'lru-cache'
import { SESSION_IDLE_LIMIT_SECONDS, SESSION_LIMIT } from '../../mcp/limits.ts'
import type { SessionRecord, SessionStore } from '../../mcp/session.ts'
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
  readonly record: SessionRecord
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
  /** Session ids by grant, oldest first. */
  const owned = new Map<string, Set<string>>()
  const sessions = new LRUCache<string, Session>({
    max: options.sessionLimit ?? SESSION_LIMIT,
    ttl: options.idleLimitMs ?? SESSION_IDLE_LIMIT_SECONDS * 1000,
    updateAgeOnGet: true,
    noDisposeOnSet: true,
    dispose({ grantId }, id) {
      const ids = owned.get(grantId)
      ids?.delete(id)
      if (ids?.size === 0) owned.delete(grantId)
    },
  })

  /** Reads a session and counts as a use of it. A session of another grant looks like a missing one. */
  function read(grantId: string, id: string): SessionRecord | null {
    if (!owned.get(grantId)?.has(id)) return null
    return sessions.get(id)?.record ?? null
  }

  return {
    admissions: {
      admit({ grantId, userId }, cost, sessionId) {
        if (isRevoked(grantId)) return { outcome: 'revoked' }
        const now = Math.round(clock() * 1000)
        const ofGrant = takeFromBucket(GRANT_BUCKET, ofGrants.get(grantId) ?? null, cost, now)
        const ofPerson = takeFromBucket(PERSON_BUCKET, ofPersons.get(userId) ?? null, cost, now)
        if (ofGrant === null || ofPerson === null) return { outcome: 'limited' }
        ofGrants.set(grantId, ofGrant)
        ofPersons.set(userId, ofPerson)
        return { outcome: 'admitted', session: sessionId === null ? null : read(grantId, sessionId) }
      },
    },
    sessions: {
      create(id, record) {
        const grantId = grantOf(record)
        sessions.set(id, { grantId, record })
        const ids = owned.get(grantId) ?? new Set()
        owned.set(grantId, ids.add(id))
        const [oldest = ''] = ids
        if (ids.size > GRANT_SESSION_LIMIT) sessions.delete(oldest)
      },
      get(id, asker) {
        const found = readFound(asker)
        return found === undefined ? read(grantOf(asker), id) : found
      },
      replace(id, record) {
        const grantId = grantOf(record)
        if (read(grantId, id) !== null) sessions.set(id, { grantId, record })
      },
      delete: (id, asker) => read(grantOf(asker), id) !== null && sessions.delete(id),
    },
  }
}
