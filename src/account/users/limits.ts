import type { Limit } from '../../limits/limiter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Limits by network, the smallest first: see `networksOf`. */
export type NetworkLimits = readonly [address: Limit, site: Limit, provider: Limit]

const in15Minutes = (limit: number): Limit => ({ limit, windowMs: 15 * MINUTE_MS })
const anHour = (limit: number): Limit => ({ limit, windowMs: HOUR_MS })
const aDay = (limit: number): Limit => ({ limit, windowMs: DAY_MS })

/** What everybody in a network may try together, whichever the accounts: many people may share an address. */
export const ADDRESS_LIMITS = {
  signIns: [in15Minutes(100), in15Minutes(300), in15Minutes(1000)],
  /** Passwords given once more, whichever the sessions: they are hashed before those of strangers, and sessions can be gathered. */
  confirmations: [in15Minutes(100), in15Minutes(300), in15Minutes(1000)],
  /** Accounts made, and attempts at it that cost a hash. */
  signUps: [anHour(50), anHour(150), anHour(500)],
} as const satisfies Record<string, NetworkLimits>

/**
 * How often the password of one account may be tried from browsers that it does not know. A try takes the first tier in which its
 * networks and the account have something left. The first is for every day. Guessers from many networks use up what the account has
 * there; each network then still has a few tries of its own a day, so that the owner gets in with a new browser, and guessers have
 * few from each. Together that is at most 13,400 tries a day, of everybody.
 */
export const STRANGER_TIERS: readonly { readonly ofNetworks: NetworkLimits; readonly ofAccount: Limit }[] = [
  { ofNetworks: [in15Minutes(10), anHour(20), anHour(30)], ofAccount: anHour(100) },
  { ofNetworks: [aDay(3), aDay(10), aDay(30)], ofAccount: aDay(1000) },
  { ofNetworks: [aDay(1), aDay(3), aDay(10)], ofAccount: aDay(10_000) },
]

/** Sign-ins from browsers that have signed in to the account with its present password (`known-browser.ts`). Strangers use up none of these. */
export const KNOWN_BROWSER_LIMITS = { one: in15Minutes(10), ofAccount: anHour(100) } as const

/** Passwords given once more in one session, to change the password or to delete the account. */
export const CONFIRMATIONS: Limit = in15Minutes(10)

/**
 * With the limits above a guesser has 13,400 tries a day at most, and a thief of the database needs some 60 ms of a core and 19 MiB
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
/** Passwords that wait for it in each lane: about a second's work. */
export const HASH_QUEUE_LIMIT = 32
