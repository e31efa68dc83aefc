import type { Principal } from '../account/principal.ts'
import type { KeptSession } from '../mcp/session.ts'

/** Owners of the buckets that a request takes from. */
export type Admitting = Pick<Principal, 'grantId' | 'userId'>

/**
 * Checks a request that has a valid token. Is its grant revoked? Have its bucket and that of its person enough tokens?
 * Which session does it name?
 */
export interface Admissions {
  /**
   * Admits a request in one round trip. In a Redis cluster it takes two, since the keys of a grant and of its person lie
   * apart. A revoked grant and a refused cost take nothing. In a cluster, however, a cost that the person's bucket refuses
   * is still taken from the grant's. May reject with `Unavailable`.
   *
   * @param cost Number of messages in the request. A cost above the bucket's capacity is always refused.
   * @param sessionKey Key of the session that the `Mcp-Session-Id` field names; null without one. Reading counts as a use.
   */
  admit(who: Admitting, cost: number, sessionKey: string | null): Admission | Promise<Admission>
}

export type Admission =
  | {
      readonly outcome: 'admitted'
      /** What is kept of the session that the request names; null if nothing is kept of it for this grant. */
      readonly session: KeptSession | null
    }
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'revoked' }

/** A token bucket that is full at first. */
export interface Bucket {
  readonly capacity: number
  readonly refillPerSecond: number
}

export const GRANT_BUCKET: Bucket = { capacity: 60, refillPerSecond: 60 }
/** Bucket of all grants of a person together, so that ten connected applications do not have ten shares. */
export const PERSON_BUCKET: Bucket = { capacity: 120, refillPerSecond: 120 }
