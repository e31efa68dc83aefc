import type { JWK } from 'jose'
import type { Claims, TokenKind } from './claims.ts'
import type { Refusal } from '../shared/result.ts'

export interface SignJob {
  readonly key: JWK
  readonly kind: TokenKind
  readonly claims: Claims
}

export interface VerifyJob {
  readonly key: JWK
  readonly kind: TokenKind
  readonly token: string
  readonly issuer: string
  /** The one that the token must name, and no other. */
  readonly audience: string
  readonly nowSeconds: number
}

export interface Signed {
  readonly ok: true
  readonly token: string
}

/** Signature, type, issuer, audience and times are good. What else it says is for who asked. */
export interface Verified {
  readonly ok: true
  /** `exp` is without the skew that is allowed for. */
  readonly claims: Claims
}

/** Credentials that cannot be accepted. */
export interface Rejected {
  readonly ok: false
  readonly code: 'expired' | 'invalid'
}

/** The threads gave no result. */
export type NoResult = Refusal<'unavailable'>

/** Signs and verifies elsewhere than in the calling thread. Never rejects. */
export interface TokenWorkers {
  sign(job: SignJob): Promise<Signed | NoResult>
  verify(job: VerifyJob): Promise<Verified | Rejected | NoResult>
}
