import { networksOf } from '../../shared/address-key.ts'
import { newObjectId } from '../../shared/object-id.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AuditKind, AuditLog, NewAuditEvent } from '../audit/audit-event.ts'
import { parseEmail, type Email } from './email.ts'
import type { KnownBrowsers } from './known-browser.ts'
import type { Limited, PasswordGuard } from './password-guard.ts'
import type { HashTurn, PasswordHasher } from './password-hasher.ts'
import { passwordFault, type PasswordFault } from './password-rules.ts'
import { hashOf, isToken, newToken } from './session-token.ts'
import type { SignInSession, SignInSessions } from './sign-in-sessions.ts'
import { NOBODY_ID, type User, type UserStore } from './user-store.ts'

/** A browser whose cookie names a valid session. */
export interface SignedInBrowser {
  readonly user: User
  readonly session: SignInSession
  /** Key of the session in the store. */
  readonly sessionHash: string
}

/** A new session. `token` is for the cookie alone. */
export interface Begun {
  readonly outcome: 'begun'
  readonly token: string
  /** Value of a separate cookie (`KnownBrowsers`). */
  readonly marks: string
  readonly user: User
  readonly session: SignInSession
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Accounts of people and the sessions of their browsers. All methods may reject with `Unavailable`. `address` is the
 * client's.
 */
export interface Accounts {
  /**
   * Creates an account. `made` only says that the e-mail address and the password are acceptable. Whether an account was
   * created, or the address already had one, shows at the sign-in alone.
   */
  signUp(
    asked: Credentials & { readonly locale: Locale | null },
    address: string,
  ): Promise<
    | { readonly outcome: 'made' }
    | { readonly outcome: 'faulty'; readonly email: boolean; readonly password: PasswordFault | null }
    | Limited
  >
  /** @param marks Marks of the browser; `''` for none. */
  signIn(asked: Credentials, address: string, marks: string): Promise<Begun | { readonly outcome: 'refused' } | Limited>
  /** Finds the user and session of a browser; null: the cookie names no valid session. */
  find(token: string): Promise<SignedInBrowser | null>
  /** Discards a session without an event in the audit log, such as the one before a new sign-in. */
  discardSession(token: string): Promise<void>
  signOut(browser: SignedInBrowser, address: string): Promise<void>
  /** Ends all sessions of the account but a new one for this browser. Applications keep their access. */
  changePassword(
    browser: SignedInBrowser,
    given: { readonly current: string; readonly next: string },
    address: string,
    marks: string,
  ): Promise<
    Begun | { readonly outcome: 'refused' } | { readonly outcome: 'faulty'; readonly password: PasswordFault } | Limited
  >
  /** Deletes the account with its contents, and ends the access of applications. */
  delete(
    browser: SignedInBrowser,
    password: string,
    address: string,
  ): Promise<{ readonly outcome: 'deleted' } | { readonly outcome: 'refused' } | Limited>
}

/** Announces to every node that grants have ended, like `Revocations` of the authorization server. */
export interface RevocationAnnouncer {
  announce(grantIds: readonly string[]): Promise<void>
}

export interface AccountsDeps {
  readonly users: UserStore
  readonly sessions: SignInSessions
  readonly audit: AuditLog
  readonly revocations: RevocationAnnouncer
  readonly guard: PasswordGuard
  readonly hasher: PasswordHasher
  readonly knownBrowsers: KnownBrowsers
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Called with faults that do not make a request fail. */
  readonly onFault: (error: unknown) => void
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { audit, clock, guard, hasher, knownBrowsers, onFault, revocations, sessions, users } = deps

  async function begin(user: User, beganAtMs: number, marks: string): Promise<Begun> {
    const token = newToken()
    const validFromMs = user.sessionsValidFrom.getTime()
    const session = { userId: user.id, beganAtMs, validFromMs, formKey: newToken() }
    const marked = knownBrowsers.add(marks, accountKey(parseEmail(user.email)), validFromMs)
    await sessions.put(hashOf(token), session)
    return { outcome: 'begun', token, marks: marked, user, session }
  }

  async function discardSession(token: string): Promise<void> {
    if (isToken(token)) await sessions.delete(hashOf(token))
  }

  return {
    async signUp({ email: given, locale, password }, address) {
      const email = parseEmail(given)
      const fault = passwordFault(password, email?.key ?? given.trim().toLowerCase())
      if (email === null || fault !== null) return { outcome: 'faulty', email: email === null, password: fault }
      const limited = await guard.signUp(address)
      if (limited !== null) return limited
      const passwordHash = await hasher.hash(password, strangerTurn(address))
      const { event, user } = newUser({ email, passwordHash, locale, nowMs: clock() }, address)
      await users.create(user, email.key, event)
      return { outcome: 'made' }
    },

    async signIn({ email: given, password }, address, marks) {
      const email = parseEmail(given)
      const account = accountKey(email)
      const browser = knownBrowsers.find(marks, account)
      const isMarked = browser !== null && (await guard.knownBrowser(account, browser))
      const limited = isMarked ? null : await guard.stranger(account, address)
      if (limited !== null) return limited
      const user = email === null ? null : await users.findByEmail(email.key)
      const isKnown = isMarked && browser.validFromMs === user?.sessionsValidFrom.getTime()
      const limitedLate = isMarked && !isKnown ? await guard.stranger(account, address) : null
      if (limitedLate !== null) return limitedLate
      const turn: HashTurn = isKnown ? { lane: 'known', share: account } : strangerTurn(address)
      const isRight = await hasher.verify(user?.passwordHash ?? null, password, turn)
      if (user === null || !isRight) {
        // The database has the same work without an account, so the time of its next request reveals nothing.
        audit.write(eventOf(user?.id ?? NOBODY_ID, 'session.sign_in_failed', address)).catch(onFault)
        return { outcome: 'refused' }
      }
      if (hasher.isOutdated(user.passwordHash)) {
        await hasher
          .hash(password, turn)
          .then((newer) => users.replaceHash(user.id, user.passwordHash, newer))
          .catch(onFault)
      }
      const begun = await begin(user, clock(), marks)
      try {
        await audit.write(eventOf(user.id, 'session.signed_in', address))
      } catch (error) {
        // No session is without its event.
        await discardSession(begun.token).catch(onFault)
        throw error
      }
      return begun
    },

    async find(token) {
      if (!isToken(token)) return null
      const sessionHash = hashOf(token)
      const session = await sessions.get(sessionHash)
      if (session === null) return null
      const user = await users.find(session.userId)
      if (user !== null && session.validFromMs === user.sessionsValidFrom.getTime())
        return { user, session, sessionHash }
      await sessions.delete(sessionHash)
      return null
    },

    discardSession,

    async signOut({ sessionHash, user }, address) {
      await sessions.delete(sessionHash)
      await audit.write(eventOf(user.id, 'session.signed_out', address)).catch(onFault)
    },

    async changePassword({ sessionHash, user }, { current, next }, address, marks) {
      const limited = await guard.confirmation(sessionHash, address)
      if (limited !== null) return limited
      if (!(await hasher.verify(user.passwordHash, current, memberTurn(user)))) return { outcome: 'refused' }
      const email = parseEmail(user.email)
      const fault = passwordFault(next, email?.key ?? user.email)
      if (fault !== null) return { outcome: 'faulty', password: fault }
      const passwordHash = await hasher.hash(next, memberTurn(user))
      const nowMs = clock()
      const from = user.sessionsValidFrom
      const at = new Date(Math.max(nowMs, from.getTime() + 1))
      // The new session is stored first. A fault after it leaves a session that nobody knows; a fault before the change
      // leaves everything unchanged.
      const begun = await begin({ ...user, passwordHash, sessionsValidFrom: at }, nowMs, marks)
      const event = eventOf(user.id, 'account.password_changed', address)
      if ((await users.setPassword(user.id, passwordHash, { from, at }, event)) === 'stale') {
        await discardSession(begun.token).catch(onFault)
        return { outcome: 'refused' }
      }
      await sessions.delete(sessionHash).catch(onFault)
      return begun
    },

    async delete({ sessionHash, user }, password, address) {
      const limited = await guard.confirmation(sessionHash, address)
      if (limited !== null) return limited
      if (!(await hasher.verify(user.passwordHash, password, memberTurn(user)))) return { outcome: 'refused' }
      const grantIds = await users.delete(user.id, () => new Date(clock()), user.sessionsValidFrom)
      if (grantIds === null) return { outcome: 'refused' }
      // The account is deleted, whatever follows. Nodes that miss the announcement read it in the database.
      await revocations.announce(grantIds).catch(onFault)
      await sessions.delete(sessionHash).catch(onFault)
      return { outcome: 'deleted' }
    },
  }
}

/**
 * Makes the key by which attempts at an account are counted, whether it exists or not. The key contains no name and has
 * limited length.
 */
function accountKey(email: Email | null): string {
  return hashOf(email?.key ?? '')
}

/** Strangers take turns by the largest network of their address, since nobody has many of those. */
function strangerTurn(address: string): HashTurn {
  return { lane: 'stranger', share: networksOf(address)[2] }
}

function memberTurn(user: User): HashTurn {
  return { lane: 'known', share: accountKey(parseEmail(user.email)) }
}

/** Creates a user to store, with its event. */
export function newUser(
  made: {
    readonly email: Email
    readonly passwordHash: string
    readonly locale: Locale | null
    readonly nowMs: number
  },
  address: string | null,
): { readonly user: User; readonly event: NewAuditEvent } {
  const at = new Date(made.nowMs)
  const id = newObjectId('usr', made.nowMs)
  const user: User = {
    id,
    email: made.email.text,
    passwordHash: made.passwordHash,
    locale: made.locale,
    createdAt: at,
    sessionsValidFrom: at,
  }
  return { user, event: eventOf(id, 'account.created', address) }
}

function eventOf(userId: string, kind: AuditKind, address: string | null): NewAuditEvent {
  return { userId, kind, clientId: null, grantId: null, objectId: null, address, detail: {} }
}
