import { createLocalJWKSet, errors, jwtVerify, type JWK } from 'jose'
import { CLOCK_SKEW_SECONDS } from './claims.ts'
import type { NoResult } from './token-workers.ts'

/** Kinds of keys whose assertions are accepted, with their algorithms: only signatures, and none that a secret makes. */
export const ASSERTION_ALGORITHMS = {
  RSA: ['RS256', 'PS256'],
  EC: ['ES256'],
  OKP: ['EdDSA', 'Ed25519'],
} as const

/**
 * Longest time for which an assertion may be valid. Its use is remembered for as long, and for the clocks of the client, of
 * the node that accepted it, and of another node.
 */
const ASSERTION_LIFETIME_SECONDS = 600
export const ASSERTION_MEMORY_MS = (ASSERTION_LIFETIME_SECONDS + 3 * CLOCK_SKEW_SECONDS) * 1000
const ID_LIMIT_CHARACTERS = 256

export interface AssertionJob {
  readonly assertion: string
  readonly keys: readonly JWK[]
  readonly algorithms: readonly string[]
  readonly clientId: string
  /** Names of this server. An assertion may have no other audience. */
  readonly audiences: readonly string[]
  readonly nowSeconds: number
}

export type CheckedAssertion =
  | { readonly ok: true; readonly id: string }
  /** `unknown-key`: none of the keys has the `kid` or the kind that the assertion names. */
  | { readonly ok: false; readonly code: 'expired' | 'invalid' | 'too-long' | 'unknown-key' }

/** Verifies assertions outside the calling thread. Never rejects. */
export interface AssertionWorkers {
  verifyAssertion(job: AssertionJob): Promise<CheckedAssertion | NoResult>
}

/**
 * Verifies a client's assertion (RFC 7523 §3, OpenID Connect Core §9). The keys are those of the client, so nothing is kept
 * of them: another client may have published a key under the same name.
 */
export async function verifyAssertion(job: AssertionJob): Promise<CheckedAssertion> {
  const { algorithms, assertion, audiences, clientId, keys, nowSeconds } = job
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [...keys] }), {
      algorithms: [...algorithms],
      issuer: clientId,
      subject: clientId,
      requiredClaims: ['aud', 'exp', 'jti'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(nowSeconds * 1000),
    })
    const { aud, exp = 0, iat = nowSeconds, jti } = payload
    // An assertion that names another server as well could be presented here by that server.
    const isOurs = [aud].flat().every((name) => name !== undefined && audiences.includes(name))
    const hasId = typeof jti === 'string' && jti !== '' && jti.length <= ID_LIMIT_CHARACTERS
    const latestSeconds = nowSeconds + CLOCK_SKEW_SECONDS
    if (!isOurs || [aud].flat().length === 0 || !hasId || iat > latestSeconds) return INVALID
    return exp > latestSeconds + ASSERTION_LIFETIME_SECONDS ? { ok: false, code: 'too-long' } : { ok: true, id: jti }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { ok: false, code: 'expired' }
    return error instanceof errors.JWKSNoMatchingKey ? { ok: false, code: 'unknown-key' } : INVALID
  }
}

const INVALID: CheckedAssertion = { ok: false, code: 'invalid' }
