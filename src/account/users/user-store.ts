import type { Locale } from '../../shared/locale.ts'
import type { NewAuditEvent } from '../audit/audit-event.ts'

export interface User {
  /** `usr_…` */
  readonly id: string
  /** As its owner wrote it. */
  readonly email: string
  /** Argon2id in PHC form. */
  readonly passwordHash: string
  /** Language of the pages; null: what the browser prefers. */
  readonly locale: Locale | null
  readonly createdAt: Date
  /** Names the password: set when it changes, and never the same twice. Sign-in sessions of an earlier one are over. */
  readonly sessionsValidFrom: Date
}

/**
 * Whose events those are that belong to no account: a try to sign in to one that does not exist is written down as any other, so that
 * nothing but the answer has to be alike. They are dropped after an hour.
 */
export const NOBODY_ID = 'usr_nobody'

/** How much belongs to a user. */
export interface OwnedCounts {
  readonly workspaces: number
  readonly projects: number
  readonly animations: number
  /** Applications that have access. */
  readonly grants: number
}

/** People with an account. Everything may reject with `Unavailable`. */
export interface UserStore {
  /** Writes the user and the event in one transaction; where the address is taken, the event is nobody's. @param emailKey What two spellings of one address have in common. */
  create(user: User, emailKey: string, event: NewAuditEvent): Promise<'created' | 'taken'>
  findByEmail(emailKey: string): Promise<User | null>
  find(id: string): Promise<User | null>
  /**
   * Ends all sign-in sessions, unless the password was changed meanwhile: of several at once one is made.
   *
   * @param from `sessionsValidFrom` of the password that it replaces; `at` is the next one.
   */
  setPassword(
    id: string,
    passwordHash: string,
    times: { readonly from: Date; readonly at: Date },
    event: NewAuditEvent,
  ): Promise<'changed' | 'stale'>
  /**
   * Sets a password whose owner may have lost the one before to somebody else: ends all sign-in sessions and all grants, whose ids
   * it answers; null: there is no such user. One transaction with the event, and one more for each grant.
   *
   * @param at Becomes `sessionsValidFrom`, or the first time after the one that is there.
   */
  resetPassword(id: string, passwordHash: string, at: Date, event: NewAuditEvent): Promise<readonly string[] | null>
  /** What `delete` would delete. */
  countOwned(id: string): Promise<OwnedCounts>
  /** Writes the same password with other parameters of Argon2, unless `from` has been replaced meanwhile. No session ends. */
  replaceHash(id: string, from: string, to: string): Promise<void>
  /**
   * Deletes the user with everything that is theirs (audit log included), and revokes their grants, whose ids it answers.
   * The grants themselves stay until `GrantStore.dropStale`, so that every node learns of their end.
   */
  delete(id: string, at: Date): Promise<readonly string[]>
}
