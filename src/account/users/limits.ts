import type { Limit } from '../../limits/limiter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * How often a password may be tried, and an account made. What is too much for one address is refused before it counts
 * against an account, so that a stranger with a few addresses shuts nobody out: the owner comes in from another address, and
 * from a browser that has signed in before (`known-browser.ts`) even while many addresses try together.
 */
export const THROTTLES = {
  /** Sign-ins from one address, to whichever accounts: many people may share an address. */
  signInsOfAddress: { limit: 100, windowMs: 15 * MINUTE_MS },
  /** Sign-ins to one account from one address. */
  signInsOfAccountAndAddress: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Sign-ins to one account from everywhere: 2,400 guesses a day at most. */
  signInsOfAccount: { limit: 100, windowMs: HOUR_MS },
  /** Sign-ins from one browser that has signed in to the account before. They count nowhere else but by address. */
  signInsOfKnownBrowser: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Accounts made from one address, and attempts at it that cost a hash. */
  signUpsOfAddress: { limit: 50, windowMs: HOUR_MS },
  /** Passwords given once more by somebody who has signed in. */
  confirmationsOfAccount: { limit: 10, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>

/**
 * With the throttles above a guesser has 2,400 tries a day, and a thief of the database needs some 60 ms of a core and 19 MiB
 * for each: ten characters that are neither common nor the e-mail address hold against both, and are short enough for people
 * to choose them well. Nothing else is asked of them (NIST SP 800-63B §3.1.1.2 advises against rules of composition).
 */
export const PASSWORD_MIN_CHARACTERS = 10
/** Code points. It bounds what is hashed; sentences fit. */
export const PASSWORD_MAX_CHARACTERS = 256
/** RFC 5321 §4.5.3.1.3, without its angle brackets. */
export const EMAIL_MAX_CHARACTERS = 254
/** RFC 5321 §4.5.3.1.1. */
export const EMAIL_LOCAL_MAX_CHARACTERS = 64

/** Passwords hashed at one time by each listener: hashing takes threads of libuv, which signing and files need too. */
export const HASHES_AT_ONCE = 2
/** Passwords that wait for it: about a second's work. */
export const HASH_QUEUE_LIMIT = 32
