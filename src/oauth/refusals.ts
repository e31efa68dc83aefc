import type { ServiceError } from '../http/route/service-error.ts'
import type { NoResult } from '../tokens/token-workers.ts'
import { Unavailable } from '../shared/unavailable.ts'

/**
 * A refusal of an OAuth endpoint (RFC 6749 §5.2), 400.
 *
 * @param detail Goes out as `error_description`: printable ASCII without quotation marks and backslashes (§5.2).
 */
export function refuse(code: string, detail: string): ServiceError {
  return { ok: false, status: 400, code, detail }
}

export function invalidRequest(detail: string): ServiceError {
  return refuse('invalid_request', detail)
}

export function invalidGrant(detail: string): ServiceError {
  return refuse('invalid_grant', detail)
}

/** What the token threads could not do now. */
export function notNow({ detail, retryAfterSeconds }: NoResult): Unavailable {
  return new Unavailable(detail, { retryAfterSeconds })
}
