import type { ServiceError } from '../../http/route/service-error.ts'
import { invalidRequest } from '../refusals.ts'

/** Base64url of a SHA-256 (RFC 7636 §4.2). The last of its 43 digits has two unused bits. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/**
 * Finds the fault of a proof key; null: it is valid. `plain` is not accepted, and a missing method means `plain` (RFC 7636
 * §4.3).
 */
export function pkceFault(challenge: string, method: string): ServiceError | null {
  if (challenge === '') return invalidRequest('The parameter code_challenge is missing: PKCE is required.')
  if (method !== 'S256') return invalidRequest('The parameter code_challenge_method must be S256.')
  return S256_CHALLENGE.test(challenge)
    ? null
    : invalidRequest('The parameter code_challenge must be the base64url form of a SHA-256, 43 characters.')
}
