import type { Limit } from '../../limits/limiter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Limits by network, smallest network first: see `networksOf`. */
export type NetworkLimits = readonly [address: Limit, site: Limit, provider: Limit]

const in15Minutes = (limit: number): Limit => ({ limit, windowMs: 15 * MINUTE_MS })
const anHour = (limit: number): Limit => ({ limit, windowMs: HOUR_MS })
const aDay = (limit: number): Limit => ({ limit, windowMs: DAY_MS })

/** Attempts of everybody in a network together, at all accounts. Many people may share an address. */
export const ADDRESS_LIMITS = {
  signIns: [in15Minutes(100), in15Minutes(300), in15Minutes(1000)],
  /**
   * Passwords entered again, in all sessions. They are hashed before those of strangers, and somebody could collect
   * sessions.
   */
  confirmations: [in15Minutes(100), in15Minutes(300), in15Minutes(1000)],
  /** Sign-ups, including failed ones that cost a hash. */
  signUps: [anHour(50), anHour(150), anHour(500)],
} as const satisfies Record<string, NetworkLimits>

/**
 * Attempts at the password of one account from browsers that it does not know. An attempt uses the first tier in which its
 * networks and the account have some left. The first tier is for everyday use. Guessers from many networks use up the
 * account's share of it. Each network then still has a few attempts of its own a day. So the owner can sign in with a new
 * browser, and guessers have few from each network. Together that is at most 13,400 attempts a day, of everybody.
 */
export const STRANGER_TIERS: readonly { readonly ofNetworks: NetworkLimits; readonly ofAccount: Limit }[] = [
  { ofNetworks: [in15Minutes(10), anHour(20), anHour(30)], ofAccount: anHour(100) },
  { ofNetworks: [aDay(3), aDay(10), aDay(30)], ofAccount: aDay(1000) },
  { ofNetworks: [aDay(1), aDay(3), aDay(10)], ofAccount: aDay(10_000) },
]

/**
 * Sign-ins from browsers that have signed in to the account with its present password (`known-browser.ts`). Strangers
 * cannot use these up.
 */
export const KNOWN_BROWSER_LIMITS = { one: in15Minutes(10), ofAccount: anHour(100) } as const

/** Passwords entered again in one session, to change the password or to delete the account. */
export const CONFIRMATIONS: Limit = in15Minutes(10)

/**
 * Shortest password. With the limits above a guesser has 13,400 attempts a day at most. A thief of the database needs about
 * 60 ms of a core and 19 MiB for each. Ten characters that are neither common nor the e-mail address withstand both, and
 * are short enough for people to choose them well. There are no other rules, since NIST SP 800-63B §3.1.1.2 advises against
 * rules of composition.
 */
export const PASSWORD_MIN_CHARACTERS = 10
/** Longest password in code points. It limits the cost of hashing; sentences fit. */
export const PASSWORD_MAX_CHARACTERS = 256
/** Longest address: RFC 5321 §4.5.3.1.3, without the angle brackets. */
export const EMAIL_MAX_CHARACTERS = 254
/** Longest local part: RFC 5321 §4.5.3.1.1. */
export const EMAIL_LOCAL_MAX_CHARACTERS = 64

/**
 * Number of passwords that each listener hashes at once. Hashing takes threads of libuv, which signing and files need too.
 */
export const HASHES_AT_ONCE = 2
/** Number of passwords that wait in each lane: about a second's work. */
export const HASH_QUEUE_LIMIT = 32
