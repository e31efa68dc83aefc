const DAY_MS = 24 * 60 * 60 * 1000
/** Time without use after which a sign-in ends. */
export const SIGN_IN_IDLE_LIMIT_MS = 14 * DAY_MS
/** Time after which the password must be entered again, whatever the use. */
export const SIGN_IN_LIMIT_MS = 90 * DAY_MS

/** The session of a browser that has signed in. */
export interface SignInSession {
  readonly userId: string
  /** Time of the password's entry, in milliseconds since the epoch. */
  readonly beganAtMs: number
  /** `sessionsValidFrom` of the user at the check of the password, in milliseconds. A changed password ends the session. */
  readonly validFromMs: number
  /** Random key that the forms of the session's pages carry (CSRF). */
  readonly formKey: string
}

/**
 * Stores sessions of browsers by a hash of their cookie. They end when idle for `SIGN_IN_IDLE_LIMIT_MS`, after
 * `SIGN_IN_LIMIT_MS`, or when the store loses them: then people sign in again. All methods may reject with `Unavailable`.
 */
export interface SignInSessions {
  put(hash: string, session: SignInSession): Promise<void>
  /** Finds a session and counts as a use of it. */
  get(hash: string): Promise<SignInSession | null>
  delete(hash: string): Promise<void>
}
