import type { JWK } from 'jose'
import type { Claims, TokenKind } from './claims.ts'

export interface SignJob {
  readonly key: JWK
  readonly kind: TokenKind
  readonly claims: Claims
}

export interface VerifyJob {
  readonly key: JWK
  readonly kind: TokenKind
  readonly token: string
  /** Issuer and audience are one. */
  readonly issuer: string
  readonly nowSeconds: number
}

export interface Signed {
  readonly ok: true
  readonly token: string
}

/** What a good token says. */
export interface Verified {
  readonly ok: true
  readonly subject: string
  /** Seconds since the epoch, without the skew that is allowed for. */
  readonly expiresAt: number
}

/** Credentials that cannot be accepted. */
export interface Rejected {
  readonly ok: false
  readonly code: 'expired' | 'invalid'
}

/** There was no result. */
export interface NoResult {
  readonly ok: false
  readonly code: 'unavailable'
  readonly detail: string
  readonly retryAfterSeconds: number
}

/** Signs and verifies elsewhere than in the calling thread. Never rejects. */
export interface TokenWorkers {
  sign(job: SignJob): Promise<Signed | NoResult>
  verify(job: VerifyJob): Promise<Verified | Rejected | NoResult>
}
