import type { ServiceError } from '../../../http/route/service-error.ts'
import type { NoResult } from '../../../tokens/token-workers.ts'

/** Makes a refusal with a code of interface §7.3. All have status 400 (RFC 6749 §5.2). */
export function refuse(code: string, detail: string): ServiceError {
  return { ok: false, status: 400, code, detail }
}

export function invalidRequest(detail: string): ServiceError {
  return refuse('invalid_request', detail)
}

export function unavailable({ detail, reason, retryAfterSeconds }: NoResult): ServiceError {
  return { ok: false, status: 503, code: 'temporarily_unavailable', detail, retryAfterSeconds, reason }
}
