/** How much a client may use in any span of time. */
export interface Limit {
  /** Units in any `windowMs`; a request costs one, a JSON-RPC batch one for each message. */
  readonly limit: number
  readonly windowMs: number
}

export interface Taken {
  /** Whether the request may go on. One that may not has used nothing. */
  readonly allowed: boolean
  /** Units left after this request. */
  readonly remaining: number
  /** Whole seconds until more units are left than now; 0 when all are left. */
  readonly resetSeconds: number
  /** Whole seconds after which a request of this cost passes, if nothing else comes meanwhile: not one too few. 0 when allowed. */
  readonly retryAfterSeconds: number
}

/**
 * Sliding-window limits. In no half-open span of `windowMs` does a client get more than `limit`: see `window.ts`.
 * All or nothing: a request that costs more than is left is refused as a whole.
 */
export interface Limiter {
  /**
   * @param key Names the client and what is limited: one key always comes with the same limit.
   * @param cost Units, at least 1. More than the whole limit never passes.
   * @returns at once where it can
   */
  take(key: string, cost: number, limit: Limit): Taken | Promise<Taken>
}

/** A limiter in this process. */
export interface LocalLimiter extends Limiter {
  take(key: string, cost: number, limit: Limit): Taken
  /** What `take` would say. Uses nothing. */
  peek(key: string, cost: number, limit: Limit): Taken
  /** Counts what was let in elsewhere, whether it fits or not. */
  add(key: string, cost: number, limit: Limit): void
}
