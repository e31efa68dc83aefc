import type { SessionRecord } from '../mcp/session.ts'

/** What stands between a good token and its request: is its grant revoked, are there tokens in its bucket, which session does it name. */
export interface Admissions {
  /**
   * One round trip (choices §4). A revoked grant and a refused cost take nothing. May reject with `Unavailable`.
   *
   * @param cost Messages in the request. More than the whole bucket never passes.
   * @param sessionId Of the `Mcp-Session-Id` field, well-formed; null where there is none. A session that is read counts as used.
   */
  admit(grantId: string, cost: number, sessionId: string | null): Admission | Promise<Admission>
}

export type Admission =
  | {
      readonly outcome: 'admitted'
      /** Null: there is no such session of this grant. */
      readonly session: SessionRecord | null
    }
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'revoked' }

/** Choices §4: a token bucket for each grant. */
export const BUCKET_CAPACITY = 60
export const BUCKET_REFILL_PER_SECOND = 60
