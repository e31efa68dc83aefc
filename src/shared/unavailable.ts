import type { RefusalReason } from './result.ts'

/**
 * A dependency of this service does not answer now: the database, Redis, threads. The caller may retry; the edges
 * answer 503 with `Retry-After`. A request refused with it has not been carried out, unless its thrower says otherwise.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly retryAfterSeconds: number
  readonly reason: RefusalReason

  /** @param options.reason Default: `store`. */
  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterSeconds?: number; readonly reason?: RefusalReason } = {},
  ) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1
    this.reason = options.reason ?? 'store'
  }
}
