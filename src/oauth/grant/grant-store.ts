import type { NewAuditEvent } from '../../account/audit/audit-event.ts'
import type { BrowserPlace } from '../../account/users/browser-place.ts'

/** That a user lets one installation of a client act for them. Each authorization makes one. */
export interface Grant {
  /** `grt_…` */
  readonly id: string
  readonly userId: string
  readonly clientId: string
  /** As it was at the approval. */
  readonly clientName: string | null
  readonly scope: string
  /** Where the browser was that approved it. */
  readonly place: BrowserPlace
  /** Names the sign-in of that browser; null: not recorded. */
  readonly signIn: string | null
  readonly createdAt: Date
  /** Of the first and the last MCP request, exact to a minute. Null: there was none, or the first was not recorded. */
  readonly firstUsedAt: Date | null
  readonly lastUsedAt: Date | null
}

/** What a person has said yes to once. */
export interface Consent {
  readonly userId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
}

export interface Approval extends Consent {
  readonly clientName: string | null
  readonly place: BrowserPlace
  readonly signIn: string | null
  /** Id of a grant of the person that ends for it: the same installation before, or what makes room. */
  readonly replaces: string | null
}

export type Approved =
  /** @param ended Id of the grant that it replaced; null where there was none that stood. */
  | { readonly outcome: 'approved'; readonly grant: Grant; readonly ended: string | null }
  /** The person has `USER_GRANTS_LIMIT` already. Nothing was done. */
  | { readonly outcome: 'full' }

/** Grants of one person that stand. */
export const USER_GRANTS_LIMIT = 100

/** Why a grant ended. */
export type RevocationReason =
  | 'user'
  | 'client'
  /** The same installation was approved anew, or the person had another take its place. */
  | 'replaced'
  /** It has no refresh token that lives. */
  | 'expired'
  | 'account_deleted'
  | 'password_reset'
  | 'refresh_reused'
  | 'code_reused'

export type Rotation =
  /** The next token is stored, and the one before is replaced (again, within the overlap). */
  | { readonly outcome: 'rotated'; readonly grant: Grant }
  /** Not a token of ours, expired, of another client, or of a grant that was revoked: the same to its sender. */
  | { readonly outcome: 'unknown' }
  /** A second party has it, or a token beside it: the grant has been revoked now. */
  | { readonly outcome: 'reused'; readonly grantId: string }

/** Grants and their refresh tokens, which are known by their SHA-256 alone. Everything may reject with `Unavailable`. */
export interface GrantStore {
  /**
   * Makes a grant, ends the one that it replaces, and remembers the consent. One transaction with its events. Who calls it must tell
   * `Revocations` of the grant that ended.
   */
  approve(approval: Approval, at: Date, event: Omit<NewAuditEvent, 'grantId'>): Promise<Approved>
  /** Whether the user has said yes to that, and has ended no grant of the client since. */
  isApproved(consent: Consent): Promise<boolean>
  find(id: string): Promise<Grant | null>
  /** Those that stand: the one that was used last comes first, approval counting as a use. */
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
   * Replaces a refresh token by the next, in one transaction that holds the grant. The tokens of a grant are one line: the newest may be
   * shown, and the one that was just replaced may come again within the overlap, eight times, until its successor (or a sibling of that)
   * is shown. Every other token of the line ends the grant, those that were never used and those that have expired included.
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
  /** Ends grants that are older than an hour and have no refresh token that lives. Answers their ids. */
  endExpired(now: Date): Promise<readonly string[]>
  /**
   * Deletes refresh tokens that had expired before that, grants that had ended by then and whose user is gone, and grants that had ended
   * before `unnamed`: the activity names none of those any more.
   */
  dropStale(before: Date, unnamed: Date): Promise<number>
}
