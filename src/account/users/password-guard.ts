import { networksOf } from '../../shared/address-key.ts'
import type { Limit, Limiter } from '../../limits/limiter.ts'
import type { KnownBrowser } from './known-browser.ts'
import { ADDRESS_LIMITS, CONFIRMATIONS, KNOWN_BROWSER_LIMITS, STRANGER_TIERS, type NetworkLimits } from './limits.ts'

/** Too many attempts were made. */
export interface Limited {
  readonly outcome: 'limited'
  readonly retryAfterSeconds: number
}

/**
 * Decides whether a password may be hashed; null: it may. A refused attempt costs no hash and no statement of the database.
 * Accounts that do not exist are counted like others. All methods may reject with `Unavailable`.
 */
export interface PasswordGuard {
  /** @param account Hash of the e-mail address, so that keys have limited length and contain no names. */
  stranger(account: string, address: string): Promise<Limited | null>
  /** False: the browser has made too many attempts, and counts as a stranger's. */
  knownBrowser(account: string, browser: KnownBrowser): Promise<boolean>
  signUp(address: string): Promise<Limited | null>
  /**
   * Counts a password that is entered again.
   *
   * @param sessionHash Key of the session. Each session counts separately, so that the thief of one uses up no attempts of
   *   the owner's.
   */
  confirmation(sessionHash: string, address: string): Promise<Limited | null>
}

/** Creates the guard with the limits in `limits.ts`. */
export function createPasswordGuard(limiter: Limiter): PasswordGuard {
  async function take(key: string, limit: Limit): Promise<Limited | null> {
    const { allowed, retryAfterSeconds } = await limiter.take(`account:${key}`, 1, limit)
    return allowed ? null : { outcome: 'limited', retryAfterSeconds }
  }

  /**
   * Takes from the smallest network to the largest, so that an address over its limit does not count against its
   * neighbours.
   */
  async function takeByNetwork(name: string, address: string, limits: NetworkLimits): Promise<Limited | null> {
    for (const [level, network] of networksOf(address).entries()) {
      const limit = limits[level]
      const limited = limit === undefined ? null : await take(`${name}:${network}`, limit)
      if (limited !== null) return limited
    }
    return null
  }

  return {
    async stranger(account, address) {
      let shortest = await takeByNetwork('signIns', address, ADDRESS_LIMITS.signIns)
      if (shortest !== null) return shortest
      for (const [tier, { ofAccount, ofNetworks }] of STRANGER_TIERS.entries()) {
        const name = `signInsOf${tier}:${account}`
        const limited = (await takeByNetwork(name, address, ofNetworks)) ?? (await take(name, ofAccount))
        if (limited === null) return null
        if (shortest === null || limited.retryAfterSeconds < shortest.retryAfterSeconds) shortest = limited
      }
      return shortest
    },
    async knownBrowser(account, { id, validFromMs }) {
      // Each password has attempts of its own, so that marks of an earlier one use up none of the owner's.
      const limited =
        (await take(`knownBrowser:${id}`, KNOWN_BROWSER_LIMITS.one)) ??
        (await take(`knownBrowsers:${account}:${validFromMs}`, KNOWN_BROWSER_LIMITS.ofAccount))
      return limited === null
    },
    signUp: (address) => takeByNetwork('signUps', address, ADDRESS_LIMITS.signUps),
    confirmation: async (sessionHash, address) =>
      (await take(`confirmations:${sessionHash}`, CONFIRMATIONS)) ??
      (await takeByNetwork('confirmationsFrom', address, ADDRESS_LIMITS.confirmations)),
  }
}
