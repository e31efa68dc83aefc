import { addressKey } from '../../limits/address-key.ts'
import type { Limit, Limiter } from '../../limits/limiter.ts'
import { newObjectId } from '../../shared/object-id.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Revocations } from '../../oauth/grant/revocations.ts'
import type { AuditKind, AuditLog, NewAuditEvent } from '../audit/audit-event.ts'
import { parseEmail } from './email.ts'
import type { Email } from './email.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { THROTTLES } from './limits.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { passwordFault } from './password-rules.ts'
import type { PasswordFault } from './password-rules.ts'
import { hashOf, isToken, newToken } from './session-token.ts'
import type { SignInSession, SignInSessions } from './sign-in-sessions.ts'
import type { User, UserStore } from './user-store.ts'

/** A browser whose cookie names a session that stands. */
export interface SignedInBrowser {
  readonly user: User
  readonly session: SignInSession
  /** What the session is stored by. */
  readonly sessionHash: string
}

/** Tried too often. */
export interface Limited {
  readonly outcome: 'limited'
  readonly retryAfterSeconds: number
}

/** A new session: `token` is for the cookie, and nowhere else. */
export interface Begun {
  readonly outcome: 'begun'
  readonly token: string
  /** For a cookie of its own (`KnownBrowsers`). */
  readonly knownBrowser: string
  readonly user: User
  readonly session: SignInSession
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** People's accounts and the sessions of their browsers. Everything may reject with `Unavailable`; `address` is the client's. */
export interface Accounts {
  /**
   * `made` says no more than that the e-mail address and the password could be those of an account: whether one was made, or
   * the address had one already, only a sign-in tells.
   */
  signUp(
    asked: Credentials & { readonly locale: Locale | null },
    address: string,
  ): Promise<
    | { readonly outcome: 'made' }
    | { readonly outcome: 'faulty'; readonly email: boolean; readonly password: PasswordFault | null }
    | Limited
  >
  /** @param knownBrowser Mark that the browser holds; `''` for none. */
  signIn(
    asked: Credentials,
    address: string,
    knownBrowser: string,
  ): Promise<Begun | { readonly outcome: 'refused' } | Limited>
  /** Whose browser it is; null where the cookie names no session that stands. */
  find(token: string): Promise<SignedInBrowser | null>
  /** Forgets a session without a word in the audit log, such as the one before a new sign-in. */
  forget(token: string): Promise<void>
  signOut(browser: SignedInBrowser, address: string): Promise<void>
  /** Ends all sessions of the account but a new one for this browser. Applications keep their access. */
  changePassword(
    browser: SignedInBrowser,
    given: { readonly current: string; readonly next: string },
    address: string,
  ): Promise<
    Begun | { readonly outcome: 'refused' } | { readonly outcome: 'faulty'; readonly password: PasswordFault } | Limited
  >
  /** Deletes the account with everything in it, and ends what applications may do with it. */
  delete(
    browser: SignedInBrowser,
    password: string,
  ): Promise<{ readonly outcome: 'deleted' } | { readonly outcome: 'refused' } | Limited>
}

export interface AccountsDeps {
  readonly users: UserStore
  readonly sessions: SignInSessions
  readonly audit: AuditLog
  readonly revocations: Pick<Revocations, 'announce'>
  readonly limiter: Limiter
  readonly hasher: PasswordHasher
  readonly knownBrowsers: KnownBrowsers
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Told of what could not be written or said and is not worth failing a request for. */
  readonly onFault: (error: unknown) => void
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { audit, clock, hasher, knownBrowsers, limiter, onFault, revocations, sessions, users } = deps

  /** Null: it may go on. */
  async function throttle(name: keyof typeof THROTTLES, key: string): Promise<Limited | null> {
    const limit: Limit = THROTTLES[name]
    const { allowed, retryAfterSeconds } = await limiter.take(`account:${name}:${key}`, 1, limit)
    return allowed ? null : { outcome: 'limited', retryAfterSeconds }
  }

  async function throttleSignIn(
    email: Email | null,
    user: User | null,
    address: string,
    knownBrowser: string,
  ): Promise<Limited | null> {
    const browser = user === null ? null : knownBrowsers.read(knownBrowser, user.id)
    if (browser !== null) return throttle('signInsOfKnownBrowser', browser)
    // Counted for accounts that do not exist too; their names are in no key, and bound by the length of their hash.
    const account = hashOf(email?.key ?? '')
    return (
      (await throttle('signInsOfAccountAndAddress', `${account}:${addressKey(address)}`)) ??
      (await throttle('signInsOfAccount', account))
    )
  }

  async function begin(user: User, beganAtMs: number): Promise<Begun> {
    const token = newToken()
    const validFromMs = user.sessionsValidFrom.getTime()
    const session = { userId: user.id, beganAtMs, validFromMs, formKey: newToken() }
    const knownBrowser = knownBrowsers.mark(user.id)
    await sessions.put(hashOf(token), session)
    return { outcome: 'begun', token, knownBrowser, user, session }
  }

  async function forget(token: string): Promise<void> {
    if (isToken(token)) await sessions.delete(hashOf(token))
  }

  return {
    async signUp({ email: given, locale, password }, address) {
      const email = parseEmail(given)
      const fault = passwordFault(password, email?.key ?? given.trim().toLowerCase())
      if (email === null || fault !== null) return { outcome: 'faulty', email: email === null, password: fault }
      const limited = await throttle('signUpsOfAddress', addressKey(address))
      if (limited !== null) return limited
      const { event, user } = newUser(
        { email, passwordHash: await hasher.hash(password), locale, nowMs: clock() },
        address,
      )
      await users.create(user, email.key, event)
      return { outcome: 'made' }
    },

    async signIn({ email: given, password }, address, knownBrowser) {
      const limitedAddress = await throttle('signInsOfAddress', addressKey(address))
      if (limitedAddress !== null) return limitedAddress
      const email = parseEmail(given)
      const user = email === null ? null : await users.findByEmail(email.key)
      const limited = await throttleSignIn(email, user, address, knownBrowser)
      if (limited !== null) return limited
      const isRight = await hasher.verify(user?.passwordHash ?? null, password)
      if (user === null) return { outcome: 'refused' }
      if (!isRight) {
        // Nobody waits for it: the time of the answer must not tell that there is an account to write to.
        audit.write(eventOf(user.id, 'session.sign_in_failed', address)).catch(onFault)
        return { outcome: 'refused' }
      }
      if (hasher.isOutdated(user.passwordHash)) {
        await hasher
          .hash(password)
          .then((newer) => users.replaceHash(user.id, user.passwordHash, newer))
          .catch(onFault)
      }
      await audit.write(eventOf(user.id, 'session.signed_in', address))
      return begin(user, clock())
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

    forget,

    async signOut({ sessionHash, user }, address) {
      await sessions.delete(sessionHash)
      await audit.write(eventOf(user.id, 'session.signed_out', address)).catch(onFault)
    },

    async changePassword({ sessionHash, user }, { current, next }, address) {
      const limited = await throttle('confirmationsOfAccount', user.id)
      if (limited !== null) return limited
      if (!(await hasher.verify(user.passwordHash, current))) return { outcome: 'refused' }
      const email = parseEmail(user.email)
      const fault = passwordFault(next, email?.key ?? user.email)
      if (fault !== null) return { outcome: 'faulty', password: fault }
      const passwordHash = await hasher.hash(next)
      const nowMs = clock()
      const from = user.sessionsValidFrom
      const at = new Date(Math.max(nowMs, from.getTime() + 1))
      // The new session comes first: a fault after it leaves one that nobody knows, a fault before the change leaves all as it was.
      const begun = await begin({ ...user, passwordHash, sessionsValidFrom: at }, nowMs)
      const event = eventOf(user.id, 'account.password_changed', address)
      if ((await users.setPassword(user.id, passwordHash, { from, at }, event)) === 'stale') {
        await forget(begun.token).catch(onFault)
        return { outcome: 'refused' }
      }
      await sessions.delete(sessionHash).catch(onFault)
      return begun
    },

    async delete({ sessionHash, user }, password) {
      const limited = await throttle('confirmationsOfAccount', user.id)
      if (limited !== null) return limited
      if (!(await hasher.verify(user.passwordHash, password))) return { outcome: 'refused' }
      const grantIds = await users.delete(user.id, new Date(clock()))
      // The account is gone, whatever happens now; nodes that could not be told find out from the database.
      await revocations.announce(grantIds).catch(onFault)
      await sessions.delete(sessionHash).catch(onFault)
      return { outcome: 'deleted' }
    },
  }
}

/** A user to be stored, with the event of it. */
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
