import type { JWK } from 'jose'
import type { Principal } from '../../account/principal.ts'
import type { NoResult, Rejected } from '../../tokens/token-workers.ts'

export const ACCOUNT_SCOPE = 'mcp:full'
/** Life of an access token (interface §5.2). */
export const ACCOUNT_ACCESS_LIFETIME_SECONDS = 600
/** Time for which a token or a code is accepted after its end. Clocks of synchronised nodes differ by less. */
export const ACCOUNT_CLOCK_SKEW_SECONDS = 5

export interface CheckedToken {
  readonly ok: true
  readonly principal: Principal
  /** Value of the `scope` claim. */
  readonly scope: string
}

/**
 * Access tokens of the account host: RFC 9068, ES256, audience `{ACCOUNT_URL}/mcp`. Token threads compute the signatures.
 */
export interface AccessTokens {
  issue(principal: Principal, scope: string): Promise<{ readonly ok: true; readonly token: string } | NoResult>
  /**
   * Checks a token. The result is synchronous for a token that was seen before, and for most invalid ones. It is the same
   * object for the same token, as long as that is remembered. An address has a share of the tokens that are verified.
   */
  check(
    token: string,
    caller?: { readonly address: string },
  ): CheckedToken | Rejected | NoResult | Promise<CheckedToken | Rejected | NoResult>
  /** Keys for the JWKS: those that sign now or soon, and those whose tokens are still valid. */
  readonly publicKeys: readonly JWK[]
}
