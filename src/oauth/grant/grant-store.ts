import type { NewAuditEvent } from '../../account/audit/audit-event.ts'
import type { BrowserPlace } from '../../account/users/browser-place.ts'
import type { AuthenticationMethod } from '../client/client-store.ts'

/** A user's permission for one installation of a client to act for them. Each authorization creates one. */
export interface Grant {
  /** `grt_…` */
  readonly id: string
  readonly userId: string
  readonly clientId: string
  /** Name of the client at the approval. */
  readonly clientName: string | null
  readonly scope: string
  /** How the client was authenticated when it received the first token. It must be so ever after. */
  readonly authentication: AuthenticationMethod
  /** Place of the browser that approved the grant. */
  readonly place: BrowserPlace
  /** Name of the sign-in of that browser; null: not recorded. */
  readonly signIn: string | null
  readonly createdAt: Date
  /** Times of the first and the last MCP request, exact to a minute. Null if there was none, or the first was not recorded. */
  readonly firstUsedAt: Date | null
  readonly lastUsedAt: Date | null
}

/** An approval of a person that is remembered. */
export interface Consent {
  readonly userId: string
  readonly clientId: string
  /** The redirect URI of the authorization request, byte for byte. */
  readonly redirectUri: string
  readonly scope: string
}

export interface Approval extends Consent {
  readonly clientName: string | null
  readonly place: BrowserPlace
  readonly signIn: string | null
  /** Id of the person's grant that ends: the same installation before, or one that makes room. */
  readonly replaces: string | null
  /** `User.sessionsValidFrom` of the sign-in that approves, in milliseconds since the epoch. */
  readonly validFromMs: number
  /** Whether the person was asked. Otherwise the approval needs the consent, and `SILENT_GRANTS_LIMIT` applies. */
  readonly asked: boolean
}

export type Approved =
  /** The grant was created. `ended` is the id of the grant that it replaced; null: there was no active one. */
  | { readonly outcome: 'approved'; readonly grant: Grant; readonly ended: string | null }
  /** Nothing was done: the person already has `USER_GRANTS_LIMIT`. */
  | { readonly outcome: 'full' }
  /** Nothing was done: the password has changed since the sign-in, or the account is deleted. */
  | { readonly outcome: 'signed-out' }
  /** Nothing was done: the person must be asked. */
  | { readonly outcome: 'unapproved' }

/** Number of active grants of one person. */
export const USER_GRANTS_LIMIT = 100
/** Number of a person's grants from which a client needs consent again. Silent approvals must not fill the person's list. */
export const SILENT_GRANTS_LIMIT = 8

/** Reasons for the end of a grant. */
export type RevocationReason =
  | 'user'
  | 'client'
  /** The same installation was approved anew, or the person chose another grant to replace it. */
  | 'replaced'
  /** The grant has no valid refresh token. */
  | 'expired'
  | 'account_deleted'
  | 'password_reset'
  | 'refresh_reused'
  | 'code_reused'

export type Rotation =
  /** The next token is stored, and the presented one is replaced. */
  | { readonly outcome: 'rotated'; readonly grant: Grant }
  /** The presented token was replaced just now. `sealed` is its successor, which is still the next token. */
  | { readonly outcome: 'repeated'; readonly grant: Grant; readonly sealed: Uint8Array }
  /** The token is unknown, expired, of another client, or of a revoked grant. Its sender cannot tell which. */
  | { readonly outcome: 'unknown' }
  /** A second party has the token or one of the same grant, so the grant has been revoked. */
  | { readonly outcome: 'reused'; readonly grantId: string }

/** Stores grants and their refresh tokens, by SHA-256 alone. All methods may reject with `Unavailable`. */
export interface GrantStore {
  /**
   * Creates a grant, ends the one that it replaces, and remembers the consent, in one transaction with its events. The
   * sign-in and the consent are checked in it, since either may end at any time. The caller must then announce the grant that
   * ended to `Revocations`.
   */
  approve(approval: Approval, at: Date, event: Omit<NewAuditEvent, 'grantId'>): Promise<Approved>
  /** Resolves to whether the user has given that consent, and has ended no grant of the client since. */
  isApproved(consent: Consent): Promise<boolean>
  find(id: string): Promise<Grant | null>
  /** Lists active grants by their last use, newest first. The approval counts as a use. */
  list(userId: string): Promise<readonly Grant[]>
  /**
   * Ends the grant with all its refresh tokens, and writes an event, in one transaction. False: there is no such active
   * grant (of that user). The caller must then announce it to `Revocations`.
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
  /**
   * Adds the first refresh token of a code, and records how the client was authenticated, by default `none`. False: the
   * grant is no longer active.
   */
  addRefreshToken(
    grantId: string,
    hash: Uint8Array,
    at: Date,
    expiresAt: Date,
    authentication?: AuthenticationMethod,
  ): Promise<boolean>
  /**
   * Replaces a refresh token by the next, in one transaction that locks the grant. The tokens of a grant form one sequence,
   * and the newest may be used. The one just replaced may be used again within the overlap, eight times, until its
   * successor is used. It then yields that same successor. Every other token of the sequence ends the grant.
   */
  rotate(request: {
    readonly hash: Uint8Array
    readonly clientId: string
    readonly nextHash: Uint8Array
    /** The next token, encrypted under a key of the presented one. */
    readonly nextSealed: Uint8Array
    readonly at: Date
    readonly overlapMs: number
    readonly nextExpiresAt: Date
    readonly address: string | null
  }): Promise<Rotation>
  /** Erases sealed successors that were stored before a time. Resolves to their number. */
  eraseSuccessors(before: Date): Promise<number>
  /** Finds the grant of a refresh token, valid or used, for revocation, or null. */
  findByRefreshToken(hash: Uint8Array): Promise<Grant | null>
  /** Writes last uses. A stored time never goes back. */
  touch(uses: ReadonlyMap<string, Date>): Promise<void>
  /** Resolves to the ids of grants that were revoked since a time. */
  revokedSince(at: Date): Promise<readonly string[]>
  /** Ends grants that are older than an hour and have no valid refresh token. Resolves to their ids. */
  endExpired(now: Date): Promise<readonly string[]>
  /**
   * Deletes refresh tokens that had expired before `before`, and grants that had ended by then and whose user is deleted.
   * Also deletes grants that had ended before `unnamed`, since the activity no longer names them.
   */
  dropStale(before: Date, unnamed: Date): Promise<number>
}
