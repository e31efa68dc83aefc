const DAY_MS = 24 * 60 * 60 * 1000
/** Without a use a browser is signed in for so long. */
export const SIGN_IN_IDLE_LIMIT_MS = 14 * DAY_MS
/** However much it is used, the password is asked for again after that. */
export const SIGN_IN_LIMIT_MS = 90 * DAY_MS

/** A browser that has signed in. */
export interface SignInSession {
  readonly userId: string
  /** Milliseconds since the epoch; when the password was given. */
  readonly beganAtMs: number
  /** `sessionsValidFrom` of the user whose password was checked, in milliseconds: with another password it is over. */
  readonly validFromMs: number
  /** Random; forms of the session's pages carry it (CSRF). */
  readonly formKey: string
}

/**
 * Sessions of browsers, found by a hash of what their cookie holds. They end when idle for `SIGN_IN_IDLE_LIMIT_MS`, after `SIGN_IN_LIMIT_MS`, or when the store
 * loses them: then people sign in again. Everything may reject with `Unavailable`.
 */
export interface SignInSessions {
  put(hash: string, session: SignInSession): Promise<void>
  /** Counts as a use. */
  get(hash: string): Promise<SignInSession | null>
  delete(hash: string): Promise<void>
}
