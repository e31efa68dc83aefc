import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import type { Principal } from '../../account/principal.ts'
import { signingKeyAt, type AccountKey } from '../../tokens/account-key.ts'
import { claimedIssuer } from '../../tokens/bearer.ts'
import { headerText, type Claims } from '../../tokens/claims.ts'
import { isWellFormed } from '../../tokens/token-form.ts'
import { createTokenMemory, EXPIRED, INVALID, type Found } from '../../tokens/token-memory.ts'
import type { NoResult, Rejected, TokenWorkers } from '../../tokens/token-workers.ts'
import { ACCOUNT_ACCESS_LIFETIME_SECONDS, ACCOUNT_CLOCK_SKEW_SECONDS } from './access-tokens.ts'
import type { AccessTokens, CheckedToken } from './access-tokens.ts'

export interface AccessTokensOptions {
  /** Origin of the account host. */
  readonly issuer: string
  readonly workers: TokenWorkers
  readonly keys: readonly AccountKey[]
  /**
   * Looks for keys that another node has created, and calls `update` with them. Resolves to whether it could look. It may
   * be slow, so that tokens of strangers cannot keep it busy.
   */
  readonly refresh: () => Promise<boolean>
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

export interface UpdatableAccessTokens extends AccessTokens {
  /** Replaces the keys. Tokens that another key has signed become invalid. */
  update(keys: readonly AccountKey[]): void
  /** Number of tokens that are remembered as valid. */
  readonly remembered: number
}

/** Number of tokens that wait for the store's keys. Further ones are refused. */
const WAITING_LIMIT = 1024
const KID_FORM = /^[\w-]{43}$/

const NO_KEY: NoResult = {
  ok: false,
  code: 'unavailable',
  detail: 'The keys that sign access tokens cannot be read now. Try again shortly.',
  retryAfterSeconds: 1,
  reason: 'store',
}

/** Creates access tokens with several keys. While a new key takes over, tokens of the previous one stay valid. */
export function createAccessTokens(options: AccessTokensOptions): UpdatableAccessTokens {
  const { clock = Date.now, issuer, refresh, workers } = options
  const audience = `${issuer}/mcp`
  const verified = createTokenMemory<CheckedToken>(clock, ACCOUNT_CLOCK_SKEW_SECONDS)
  let keys = options.keys
  let byHeader = toHeaders(keys)
  /** Headers of tokens whose keys were here and have been removed. Those need not be refreshed for. */
  const gone = new Set<string>()
  let waiting = 0

  const nowSeconds = (): number => Math.floor(clock() / 1000)

  async function issue(principal: Principal, scope: string): ReturnType<AccessTokens['issue']> {
    const key = signingKeyAt(keys, clock())
    if (key === null) return NO_KEY
    const claims = claimsOf(principal, scope, { issuer, audience, nowSeconds: nowSeconds() })
    const result = await workers.sign({ key: key.privateJwk, kind: 'access', claims })
    // A key that was removed meanwhile is accepted nowhere, so the token is signed again.
    return keys.some(({ kid }) => kid === key.kid) ? result : issue(principal, scope)
  }

  async function verify(
    token: string,
    { kid, publicJwk: key }: AccountKey,
  ): Promise<Found<CheckedToken> | Rejected | NoResult> {
    const result = await workers.verify({
      key,
      kind: 'access',
      token,
      issuer,
      audience,
      nowSeconds: nowSeconds(),
    })
    if (!result.ok) return result
    const { client_id: clientId, exp, grant_id: grantId, scope, sub: userId } = result.claims
    if (clientId === undefined || grantId === undefined || scope === undefined) return INVALID
    // The token threads, like the icons host, tolerate a larger skew.
    if (clock() >= (exp + ACCOUNT_CLOCK_SKEW_SECONDS) * 1000) return EXPIRED
    return { ok: true, value: { ok: true, principal: { userId, grantId, clientId }, scope }, expiresAt: exp, kid }
  }

  /** Verifies a token whose key another node may have just created. */
  async function verifyAfterRefresh(token: string, header: string): ReturnType<typeof verify> {
    if (waiting >= WAITING_LIMIT) return NO_KEY
    waiting += 1
    const refreshed = await refresh().finally(() => (waiting -= 1))
    const key = byHeader.get(header)
    if (key !== undefined) return verify(token, key)
    return refreshed ? INVALID : NO_KEY
  }

  return {
    issue,
    check(token, caller) {
      const known = verified.recall(token)
      if (known !== undefined) return known
      const header = token.slice(0, Math.max(0, token.indexOf('.')))
      const key = byHeader.get(header)
      if (key === undefined && !mayBeOurs(token, header)) return INVALID
      if (!isWellFormed(token, header)) return INVALID
      // Tokens of unknown keys wait for the store, so they take no share of the verifications. `WAITING_LIMIT` bounds them.
      if (key === undefined) return verified.learn(token, () => verifyAfterRefresh(token, header))
      return verified.learn(token, () => verify(token, key), caller)
    },
    get publicKeys(): JWK[] {
      return keys.map(({ publicJwk }) => publicJwk)
    },
    update(next) {
      const before = byHeader
      keys = next
      byHeader = toHeaders(next)
      for (const header of before.keys()) if (!byHeader.has(header)) gone.add(header)
      verified.keepOnly(next.map(({ kid }) => kid))
    },
    get remembered() {
      return verified.size
    },
  }

  /** Tells whether an unknown key of this issuer could have signed a token. */
  function mayBeOurs(token: string, header: string): boolean {
    return !gone.has(header) && isHeader(header) && claimedIssuer(token) === issuer
  }
}

/** Claims of RFC 9068 §2.2, and the grant. */
function claimsOf(
  { clientId, grantId, userId }: Principal,
  scope: string,
  { audience, issuer, nowSeconds }: { readonly audience: string; readonly issuer: string; readonly nowSeconds: number },
): Claims {
  return {
    iss: issuer,
    sub: userId,
    aud: audience,
    client_id: clientId,
    scope,
    grant_id: grantId,
    jti: randomBytes(16).toString('base64url'),
    iat: nowSeconds,
    exp: nowSeconds + ACCOUNT_ACCESS_LIFETIME_SECONDS,
  }
}

/** Maps the headers of tokens to their keys. */
function toHeaders(keys: readonly AccountKey[]): ReadonlyMap<string, AccountKey> {
  return new Map(keys.map((key) => [headerText('access', key.kid), key]))
}

/** Longest header. Those of this server have about 120 characters. */
const HEADER_LIMIT_CHARS = 256

/** Tells whether a header is exactly one that this server writes for some key. */
function isHeader(header: string): boolean {
  if (header.length > HEADER_LIMIT_CHARS) return false
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString())
    const kid = typeof parsed === 'object' && parsed !== null && 'kid' in parsed ? parsed.kid : null
    return typeof kid === 'string' && KID_FORM.test(kid) && headerText('access', kid) === header
  } catch {
    return false
  }
}
