import type { Principal } from '../account/principal.ts'
import type { SessionRecord } from '../mcp/session.ts'

/** Whose buckets a request takes from. */
export type Admitting = Pick<Principal, 'grantId' | 'userId'>

/** What stands between a good token and its request: is its grant revoked, are there tokens in its bucket and in that of its person, which session does it name. */
export interface Admissions {
  /**
   * One round trip; two where Redis is a cluster, since the keys of a grant and of its person lie apart. A revoked grant and a
   * refused cost take nothing, but in a cluster what the person's bucket refuses is taken from the grant's. May reject with
   * `Unavailable`.
   *
   * @param cost Messages in the request. More than the whole bucket never passes.
   * @param sessionId Of the `Mcp-Session-Id` field, well-formed; null where there is none. A session that is read counts as used.
   */
  admit(who: Admitting, cost: number, sessionId: string | null): Admission | Promise<Admission>
}

export type Admission =
  | {
      readonly outcome: 'admitted'
      /** Null: there is no such session of this grant. */
      readonly session: SessionRecord | null
    }
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'revoked' }

/** A token bucket that is full at first. */
export interface Bucket {
  readonly capacity: number
  readonly refillPerSecond: number
}

export const GRANT_BUCKET: Bucket = { capacity: 60, refillPerSecond: 60 }
/** All grants of a person together: whoever connects ten applications is not to have ten shares. */
export const PERSON_BUCKET: Bucket = { capacity: 120, refillPerSecond: 120 }
