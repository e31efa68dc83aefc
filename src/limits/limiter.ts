/** Amount that a client may use in any span of time. */
export interface Limit {
  /** Units in any `windowMs`; a request costs one, a JSON-RPC batch one for each message. */
  readonly limit: number
  readonly windowMs: number
}

export interface Taken {
  /** Whether the request may proceed. A refused request has used nothing. */
  readonly allowed: boolean
  /** Units left after this request. */
  readonly remaining: number
  /** Whole seconds until more units are left than now; 0 when all are left. */
  readonly resetSeconds: number
  /** Whole seconds, rounded up, after which a request of this cost passes if no other comes meanwhile. 0 when allowed. */
  readonly retryAfterSeconds: number
}

/**
 * Sliding-window limits. In no half-open span of `windowMs` does a client get more than `limit`: see `window.ts`. A
 * request that costs more than is left is refused as a whole.
 */
export interface Limiter {
  /**
   * Takes units for a request.
   * @param key Identifies the client and the limited resource; one key always comes with the same limit.
   * @param cost Units, at least 1. A cost above the whole limit never passes.
   * @returns the result, at once where possible
   */
  take(key: string, cost: number, limit: Limit): Taken | Promise<Taken>
  /** Returns the result of `take` as far as this process knows it, without using anything. */
  peek?(key: string, cost: number, limit: Limit): Taken
}

/** A limiter in this process. */
export interface LocalLimiter extends Limiter {
  take(key: string, cost: number, limit: Limit): Taken
  peek(key: string, cost: number, limit: Limit): Taken
  /** Counts a request that was admitted elsewhere, even beyond the limit. */
  add(key: string, cost: number, limit: Limit): void
}
