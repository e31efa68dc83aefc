import type { JWK } from 'jose'
import type { Principal } from '../../account/principal.ts'
import type { NoResult, Rejected } from '../../tokens/token-workers.ts'

export const ACCOUNT_SCOPE = 'mcp:full'
/** Interface §5.2. */
export const ACCOUNT_ACCESS_LIFETIME_SECONDS = 600
/** Past its end a token, or a code, is good for so long: clocks of nodes that are kept in step differ by less. */
export const ACCOUNT_CLOCK_SKEW_SECONDS = 5

export interface CheckedToken {
  readonly ok: true
  readonly principal: Principal
  /** The `scope` claim. */
  readonly scope: string
}

/** Access tokens of the account host: RFC 9068, ES256, audience `{ACCOUNT_URL}/mcp`. Signatures are made in token threads. */
export interface AccessTokens {
  issue(principal: Principal, scope: string): Promise<{ readonly ok: true; readonly token: string } | NoResult>
  /** At once for a token that was seen before, and for most that are no good. The same object for the same token, as long as it is remembered. */
  check(token: string): CheckedToken | Rejected | NoResult | Promise<CheckedToken | Rejected | NoResult>
  /** For the JWKS: the keys that sign now, soon, or whose tokens still live. */
  readonly publicKeys: readonly JWK[]
}
