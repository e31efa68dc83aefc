import type { Headers } from '../wire/header-block.ts'

/**
 * A refusal as a value: what a route answers instead of content. Every wire renders the same one.
 */
export interface ServiceError {
  readonly status: number
  /** Stable and part of the interface. */
  readonly code: string
  /** What went wrong and how to mend the request, for people. Never holds text of the client. */
  readonly detail: string
  /** The query parameter that caused it. */
  readonly param?: string
  /** Whole seconds after which the same request may succeed; goes out as `Retry-After` (RFC 9110 §10.2.3). */
  readonly retryAfterSeconds?: number
  /** Further header fields, such as `WWW-Authenticate`. */
  readonly headers?: Headers
  /** Methods of the `Allow` field; on a 405 only. */
  readonly allow?: string
}
