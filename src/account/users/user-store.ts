import type { Locale } from '../../shared/locale.ts'
import type { NewAuditEvent } from '../audit/audit-event.ts'

export interface User {
  /** `usr_…` */
  readonly id: string
  /** The address as its owner entered it. */
  readonly email: string
  /** Argon2id in PHC form. */
  readonly passwordHash: string
  /** Language of the pages; null: the browser's preference. */
  readonly locale: Locale | null
  readonly createdAt: Date
  /**
   * Identifies the password: it is set when the password changes, and is never the same twice. Sign-in sessions of an
   * earlier password have ended.
   */
  readonly sessionsValidFrom: Date
}

/**
 * Owner of events that belong to no account. An attempt to sign in to an unknown account is written like any other, so that
 * the two cases have the same work. Such events are dropped after an hour.
 */
export const NOBODY_ID = 'usr_nobody'

/** Numbers of the objects that belong to a user. */
export interface OwnedCounts {
  readonly workspaces: number
  readonly projects: number
  readonly animations: number
  /** Number of applications that have access. */
  readonly grants: number
}

/** Stores people with an account. All methods may reject with `Unavailable`. */
export interface UserStore {
  /**
   * Writes the user and the event in one transaction. If the address is taken, the event is written for `NOBODY_ID`.
   *
   * @param emailKey Key that all spellings of one address share.
   */
  create(user: User, emailKey: string, event: NewAuditEvent): Promise<'created' | 'taken'>
  findByEmail(emailKey: string): Promise<User | null>
  find(id: string): Promise<User | null>
  /**
   * Sets a password and ends all sign-in sessions, unless the password was changed meanwhile. One of several concurrent
   * changes is made.
   *
   * @param times `from` is the `sessionsValidFrom` of the password that is replaced; `at` is the next one.
   */
  setPassword(
    id: string,
    passwordHash: string,
    times: { readonly from: Date; readonly at: Date },
    event: NewAuditEvent,
  ): Promise<'changed' | 'stale'>
  /**
   * Sets a password after the previous one may have become known to somebody else. It ends all sign-in sessions and all
   * grants, and resolves to the grants' ids; null: there is no such user. It takes one transaction with the event, and one
   * more for each grant.
   *
   * @param at Becomes `sessionsValidFrom`, or the first time after the present one.
   */
  resetPassword(id: string, passwordHash: string, at: Date, event: NewAuditEvent): Promise<readonly string[] | null>
  /** Counts what `delete` would delete. */
  countOwned(id: string): Promise<OwnedCounts>
  /**
   * Writes a new hash of the same password, with other parameters of Argon2, unless `from` has been replaced meanwhile. No
   * session ends.
   */
  replaceHash(id: string, from: string, to: string): Promise<void>
  /**
   * Deletes the user with all their data (audit log included), and revokes their grants, whose ids it resolves to. The
   * grants themselves stay until `GrantStore.dropStale`, so that every node learns of their end.
   *
   * @param now Clock, which is read for the end of the grants.
   * @param from `sessionsValidFrom` of the password that was given. Null is the result, and nothing is done, if that was
   *   changed meanwhile. Absent: an operator deletes the user.
   */
  delete(id: string, now: () => Date, from?: Date): Promise<readonly string[] | null>
}
