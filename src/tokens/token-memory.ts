import { LRUCache } from 'lru-cache'
import { CLOCK_SKEW_SECONDS } from './claims.ts'
import type { NoResult, Rejected } from './token-workers.ts'
import { addressKey } from '../shared/address-key.ts'
import type { Success } from '../shared/result.ts'

/** A verified token. */
export interface Found<T> extends Success<T> {
  /** Seconds since the epoch, without the allowed skew. */
  readonly expiresAt: number
  /** Thumbprint of the key that signed it. */
  readonly kid: string
}

/** Verified tokens with their values. Each is verified once, however many callers ask for it at once. */
export interface TokenMemory<T> {
  /** Returns the value of a token; undefined when it is not remembered. */
  recall(token: string): T | Rejected | undefined
  /**
   * Remembers the result of `verify`; callers during the verification get the same promise.
   *
   * @param caller Its address, which is read for new tokens alone, has a share of the verifications. Absent: something else
   *   bounds them.
   */
  learn(
    token: string,
    verify: () => Promise<Found<T> | Rejected | NoResult>,
    caller?: { readonly address: string },
  ): Promise<T | Rejected | NoResult> | NoResult
  /** Forgets tokens of other keys, and refuses those that are being verified now. */
  keepOnly(kids: readonly string[]): void
  has(token: string): boolean
  readonly size: number
}

/** Maximum number of remembered tokens, some 15 MB per listener. Those unused longest are dropped, and verified again. */
const REMEMBERED_LIMIT = 20_000
/**
 * Number of tokens of one address, IPv6 by /64, that are verified at once. Over both hosts it is an eighth of what may wait
 * for the token threads, so that forged tokens cannot keep the signatures of everyone else waiting.
 */
const ADDRESS_LIMIT = 256

export const EXPIRED: Rejected = { ok: false, code: 'expired' }
export const INVALID: Rejected = { ok: false, code: 'invalid' }
const CROWDED: NoResult = {
  ok: false,
  code: 'unavailable',
  detail: 'Too many new access tokens of this address are being verified. Try again shortly.',
  retryAfterSeconds: 1,
  reason: 'queue',
}

interface Remembered<T> {
  readonly value: T
  readonly untilMs: number
  readonly kid: string
}

/**
 * Creates an empty memory.
 * @param clock Clock in milliseconds since the epoch.
 * @param skewSeconds Time for which a token stays valid after its expiry.
 */
export function createTokenMemory<T extends object>(
  clock: () => number,
  skewSeconds = CLOCK_SKEW_SECONDS,
): TokenMemory<T> {
  const good = new LRUCache<string, Remembered<T>>({ max: REMEMBERED_LIMIT })
  /** Verifications in progress, since the first requests of a client often come together. */
  const pending = new Map<string, Promise<T | Rejected | NoResult>>()
  /** Number of verifications in progress of each address. */
  const shares = new Map<string, number>()
  let kept: readonly string[] | null = null

  async function look(
    token: string,
    client: string | null,
    verify: () => Promise<Found<T> | Rejected | NoResult>,
  ): Promise<T | Rejected | NoResult> {
    try {
      const found = await verify()
      if (!found.ok) return found
      const { expiresAt, kid, value } = found
      if (kept !== null && !kept.includes(kid)) return INVALID
      good.set(token, { value, kid, untilMs: (expiresAt + skewSeconds) * 1000 })
      return value
    } finally {
      pending.delete(token)
      if (client !== null) {
        const left = shares.get(client)! - 1
        if (left > 0) shares.set(client, left)
        else shares.delete(client)
      }
    }
  }

  return {
    recall(token) {
      const known = good.get(token)
      if (known === undefined || clock() < known.untilMs) return known?.value
      good.delete(token)
      return EXPIRED
    },
    learn(token, verify, caller) {
      const underWay = pending.get(token)
      if (underWay !== undefined) return underWay
      const client = caller === undefined ? null : addressKey(caller.address)
      if (client !== null) {
        const share = shares.get(client) ?? 0
        if (share >= ADDRESS_LIMIT) return CROWDED
        shares.set(client, share + 1)
      }
      const check = look(token, client, verify)
      pending.set(token, check)
      return check
    },
    keepOnly(kids) {
      kept = kids
      for (const [token, { kid }] of good.entries()) if (!kids.includes(kid)) good.delete(token)
    },
    has: (token) => good.has(token),
    get size() {
      return good.size
    },
  }
}
