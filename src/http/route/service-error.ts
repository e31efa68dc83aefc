import type { Headers } from '../wire/header-block.ts'
import type { Failure, RefusalReason } from '../../shared/result.ts'

/**
 * A failure that a route answers instead of content. Every wire renders the same failure. Its code is part of the interface,
 * and its detail says how to mend the request.
 */
export interface ServiceError extends Failure {
  readonly status: number
  /** The query parameter that caused it. */
  readonly param?: string
  /** Whole seconds after which the same request may succeed; goes out as `Retry-After` (RFC 9110 §10.2.3). */
  readonly retryAfterSeconds?: number
  /** Reason of a refusal, for metrics and the log. Default: `limit` for 429, `other` for 503. */
  readonly reason?: RefusalReason
  /** Further header fields, such as `WWW-Authenticate`. */
  readonly headers?: Headers
  /** Methods of the `Allow` field, on a 405 only. */
  readonly allow?: string
  readonly key?: undefined
}
