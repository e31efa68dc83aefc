import type { ServiceError } from '../http/route/service-error.ts'
import type { NoResult } from '../tokens/token-workers.ts'
import { Unavailable } from '../shared/unavailable.ts'

/**
 * Makes a refusal of an OAuth endpoint (RFC 6749 §5.2), with 400.
 *
 * @param detail Text of `error_description`: printable ASCII without quotation marks and backslashes (§5.2).
 */
export function refuse(code: string, detail: string): ServiceError {
  return { ok: false, status: 400, code, detail }
}

export function invalidRequest(detail: string): ServiceError {
  return refuse('invalid_request', detail)
}

export function invalidClient(detail: string): ServiceError {
  return refuse('invalid_client', detail)
}

export function invalidGrant(detail: string): ServiceError {
  return refuse('invalid_grant', detail)
}

/** Converts a missing result of the token threads to the error to throw. */
export function toUnavailable({ detail, reason, retryAfterSeconds }: NoResult): Unavailable {
  return new Unavailable(detail, { reason, retryAfterSeconds })
}
