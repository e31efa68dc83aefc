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
 * Sessions of browsers, found by a hash of what their cookie holds. They end when idle for `idleLimitMs`, or when the store
 * loses them: then people sign in again. Everything may reject with `Unavailable`.
 */
export interface SignInSessions {
  put(hash: string, session: SignInSession): Promise<void>
  /** Counts as a use. */
  get(hash: string): Promise<SignInSession | null>
  delete(hash: string): Promise<void>
}
