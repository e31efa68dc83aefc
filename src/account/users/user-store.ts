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
  /** Sign-in sessions that began earlier are over: set when the password changes. */
  readonly sessionsValidFrom: Date
}

/** People with an account. Everything may reject with `Unavailable`. */
export interface UserStore {
  /** Writes the user and the event in one transaction. @param emailKey What two spellings of one address have in common. */
  create(user: User, emailKey: string, event: NewAuditEvent): Promise<'created' | 'taken'>
  findByEmail(emailKey: string): Promise<User | null>
  find(id: string): Promise<User | null>
  /** Ends all sign-in sessions that began before `at`. */
  setPassword(id: string, passwordHash: string, at: Date, event: NewAuditEvent): Promise<void>
  /** Writes the same password with other parameters of Argon2, unless `from` has been replaced meanwhile. No session ends. */
  replaceHash(id: string, from: string, to: string): Promise<void>
  /**
   * Deletes the user with everything that is theirs (audit log included), and revokes their grants, whose ids it answers.
   * The grants themselves stay until `GrantStore.dropStale`, so that every node learns of their end.
   */
  delete(id: string, at: Date): Promise<readonly string[]>
}
