import { LRUCache } from 'lru-cache'
import { CLOCK_SKEW_SECONDS } from './claims.ts'
import type { NoResult, Rejected } from './token-workers.ts'
import type { Success } from '../shared/result.ts'

/** What a token stands for. */
export interface Found<T> extends Success<T> {
  /** Seconds since the epoch, without the skew that is allowed for. */
  readonly expiresAt: number
  /** Of the key that has signed it. */
  readonly kid: string
}

/** The tokens that were found good, with what they stand for. Each is verified once, however many ask for it at once. */
export interface TokenMemory<T> {
  /** Undefined: it is not remembered. */
  recall(token: string): T | Rejected | undefined
  /** Remembers what `verify` finds; those who ask while it looks get the same promise. */
  learn(token: string, verify: () => Promise<Found<T> | Rejected | NoResult>): Promise<T | Rejected | NoResult>
  /** What other keys have signed is forgotten, and refused where it is being verified now. */
  keepOnly(kids: readonly string[]): void
  has(token: string): boolean
  readonly size: number
}

/** Some 15 MB a listener when full. Past it the longest unused are verified again. */
const REMEMBERED_LIMIT = 20_000

export const EXPIRED: Rejected = { ok: false, code: 'expired' }
export const INVALID: Rejected = { ok: false, code: 'invalid' }

interface Remembered<T> {
  readonly value: T
  readonly untilMs: number
  readonly kid: string
}

/**
 * @param clock Milliseconds since the epoch.
 * @param skewSeconds For how long after its end a token is good.
 */
export function createTokenMemory<T extends object>(
  clock: () => number,
  skewSeconds = CLOCK_SKEW_SECONDS,
): TokenMemory<T> {
  const good = new LRUCache<string, Remembered<T>>({ max: REMEMBERED_LIMIT })
  /** The first requests of a client often come together. */
  const pending = new Map<string, Promise<T | Rejected | NoResult>>()
  let kept: readonly string[] | null = null

  async function look(
    token: string,
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
    }
  }

  return {
    recall(token) {
      const known = good.get(token)
      if (known === undefined || clock() < known.untilMs) return known?.value
      good.delete(token)
      return EXPIRED
    },
    learn(token, verify) {
      let check = pending.get(token)
      if (check === undefined) {
        check = look(token, verify)
        pending.set(token, check)
      }
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
