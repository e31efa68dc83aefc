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
  /** The only audience that the token may name. */
  readonly audience: string
  readonly nowSeconds: number
}

export interface Signed {
  readonly ok: true
  readonly token: string
}

/** A token with valid signature, type, issuer, audience and times. The caller checks its other claims. */
export interface Verified {
  readonly ok: true
  /** Claims; `exp` excludes the allowed skew. */
  readonly claims: Claims
}

/** Credentials that cannot be accepted. */
export interface Rejected {
  readonly ok: false
  readonly code: 'expired' | 'invalid'
}

/** The threads returned no result. */
export type NoResult = Refusal<'unavailable'>

/** Signs and verifies outside the calling thread. Never rejects. */
export interface TokenWorkers {
  sign(job: SignJob): Promise<Signed | NoResult>
  verify(job: VerifyJob): Promise<Verified | Rejected | NoResult>
}
