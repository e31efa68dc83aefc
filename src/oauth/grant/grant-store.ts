import type { NewAuditEvent } from '../../account/audit/audit-event.ts'

/** That a user lets a client act for them. A user and a client have at most one that stands. */
export interface Grant {
  /** `grt_…` */
  readonly id: string
  readonly userId: string
  readonly clientId: string
  /** As it was at the last approval. */
  readonly clientName: string | null
  readonly scope: string
  readonly createdAt: Date
  /** Exact to a minute. */
  readonly lastUsedAt: Date
}

export interface Approval {
  readonly userId: string
  readonly clientId: string
  readonly clientName: string | null
  readonly redirectUri: string
  readonly scope: string
}

/** Why a grant ended. */
export type RevocationReason =
  'user' | 'client' | 'account_deleted' | 'password_reset' | 'refresh_reused' | 'code_reused'

export type Rotation =
  /** The next token is stored, and the one before is used (again, within the overlap). */
  | { readonly outcome: 'rotated'; readonly grant: Grant }
  /** Not a token of ours, expired, of another client, or of a grant that was revoked: the same to its sender. */
  | { readonly outcome: 'unknown' }
  /** It was replaced longer ago than the overlap: the grant has been revoked now. */
  | { readonly outcome: 'reused'; readonly grantId: string }

/** Grants and their refresh tokens, which are known by their SHA-256 alone. Everything may reject with `Unavailable`. */
export interface GrantStore {
  /** The grant that stands between them, made or found, that remembers the redirect URI. One transaction with the event. */
  approve(approval: Approval, at: Date, event: Omit<NewAuditEvent, 'grantId'>): Promise<Grant>
  /** Whether the user has approved this client with this redirect URI and scope, and not revoked it since. */
  isApproved(approval: Omit<Approval, 'clientName'>): Promise<Grant | null>
  find(id: string): Promise<Grant | null>
  /** Those that stand, the one used last first. */
  list(userId: string): Promise<readonly Grant[]>
  /**
   * Ends the grant with all its refresh tokens, with an event, in one transaction. False: there is none that stands (of that user).
   * Who calls it must then tell `Revocations`.
   */
  revoke(
    id: string,
    options: {
      readonly userId?: string
      readonly reason: RevocationReason
      readonly at: Date
      readonly address: string | null
    },
  ): Promise<boolean>
  /** The first refresh token of a code. False: the grant does not stand any more. */
  addRefreshToken(grantId: string, hash: Uint8Array, at: Date, expiresAt: Date): Promise<boolean>
  /**
   * One transaction: `UPDATE … WHERE used_at IS NULL` first, so that of many at once one replaces the token and the others
   * are in the overlap.
   */
  rotate(request: {
    readonly hash: Uint8Array
    readonly clientId: string
    readonly nextHash: Uint8Array
    readonly at: Date
    readonly overlapMs: number
    readonly nextExpiresAt: Date
    readonly address: string | null
  }): Promise<Rotation>
  /** Grant of a refresh token, live or used, for revocation; null: none. */
  findByRefreshToken(hash: Uint8Array): Promise<Grant | null>
  /** Writes last uses down; times go forwards only. */
  touch(uses: ReadonlyMap<string, Date>): Promise<void>
  /** Ids of grants that were revoked since. */
  revokedSince(at: Date): Promise<readonly string[]>
  /** Deletes grants that were revoked before that, and refresh tokens that had expired by then. */
  dropStale(before: Date): Promise<number>
}
