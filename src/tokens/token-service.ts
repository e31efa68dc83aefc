import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import { claimedIssuer } from './bearer.ts'
import { accessClaims, assertionClaims, headerText, SCOPE, type TokenKind } from './claims.ts'
import type { KeyState } from './key-keeper.ts'
import type { SigningKey } from './signing-key.ts'
import { isWellFormed } from './token-form.ts'
import { createTokenMemory, INVALID, type Found } from './token-memory.ts'
import type { NoResult, Rejected, TokenWorkers } from './token-workers.ts'

interface Accepted {
  readonly ok: true
  readonly subject: string
}
export type Checked = Accepted | Rejected | NoResult
export type Issued = { readonly ok: true; readonly token: string; readonly expiresAt: number } | NoResult

export interface TokenServiceOptions {
  /** Origin of the host: issuer and audience of every token. */
  readonly issuer: string
  readonly workers: TokenWorkers
  readonly state: KeyState
  /** Clock in milliseconds since the epoch. */
  readonly clock?: () => number
}

/** Issues and checks the credentials of one host in one listener. The workers compute signatures. */
export interface TokenService {
  /** Sets the key. A different key invalidates everything issued or remembered under the old one. */
  update(state: KeyState): void
  /** Public keys for the JWKS (RFC 7517 §5): the signing key, or none. */
  readonly publicKeys: readonly JWK[]
  issueAssertion(subject: string): Promise<Issued>
  issueAccess(subject: string): Promise<Issued>
  /** Whether the text claims to be a token of this host, altered or not. */
  recognises(token: string): boolean
  /** Checks an access token, at once for one seen before and for most invalid ones. An address has a share of the others. */
  checkAccess(token: string, caller?: { readonly address: string }): Checked | Promise<Checked>
  checkAssertion(token: string): Promise<Checked>
  /** Number of tokens that are remembered as valid. */
  readonly remembered: number
}

/** Time until a file with the right key may be available. */
const NO_KEY_RETRY_SECONDS = 5

const NO_KEY: NoResult = {
  ok: false,
  code: 'unavailable',
  detail: 'The key that signs credentials is being replaced. Try again shortly.',
  retryAfterSeconds: NO_KEY_RETRY_SECONDS,
  reason: 'store',
}

/** A key with the header texts of its tokens. */
interface Epoch {
  readonly key: SigningKey
  readonly headers: Readonly<Record<TokenKind, string>>
}

export function createTokenService(options: TokenServiceOptions): TokenService {
  const { issuer, workers, clock = Date.now } = options
  const good = createTokenMemory<Accepted>(clock)
  let epoch = toEpoch(options.state)

  const nowSeconds = (): number => Math.floor(clock() / 1000)

  async function issue(make: typeof accessClaims, kind: TokenKind, subject: string): Promise<Issued> {
    const made = epoch
    if (made === null) return NO_KEY
    const claims = make({
      issuer,
      subject,
      tokenId: randomBytes(16).toString('base64url'),
      nowSeconds: nowSeconds(),
    })
    const result = await workers.sign({ key: made.key.privateJwk, kind, claims })
    // A token of the old key would be refused, so it is signed again.
    if (epoch !== made) return issue(make, kind, subject)
    return result.ok ? { ...result, expiresAt: claims.exp } : result
  }

  async function verify(token: string, kind: TokenKind, asked: Epoch): Promise<Found<Accepted> | Rejected | NoResult> {
    const { kid, publicJwk: key } = asked.key
    const result = await workers.verify({ key, kind, token, issuer, audience: issuer, nowSeconds: nowSeconds() })
    if (epoch !== asked) return INVALID
    if (!result.ok) return result
    const { exp, scope, sub } = result.claims
    if (kind === 'access' && scope !== SCOPE) return INVALID
    return { ok: true, value: { ok: true, subject: sub }, expiresAt: exp, kid }
  }

  return {
    update(state) {
      const next = toEpoch(state)
      if (next?.key.kid === epoch?.key.kid) return
      epoch = next
      good.keepOnly(next === null ? [] : [next.key.kid])
    },
    get publicKeys() {
      return epoch === null ? [] : [epoch.key.publicJwk]
    },
    issueAssertion: (subject) => issue(assertionClaims, 'assertion', subject),
    issueAccess: (subject) => issue(accessClaims, 'access', subject),
    recognises(token) {
      // A token with an altered payload may claim anything, but its header is still one of this host.
      if (good.has(token)) return true
      const headers = epoch === null ? [] : Object.values(epoch.headers)
      return headers.some((header) => token.startsWith(header)) || claimedIssuer(token) === issuer
    },
    checkAccess(token, caller) {
      const known = good.recall(token)
      if (known !== undefined) return known
      const asked = epoch
      if (asked === null || !isWellFormed(token, asked.headers.access)) return INVALID
      return good.learn(token, () => verify(token, 'access', asked), caller)
    },
    async checkAssertion(token) {
      if (epoch === null) return NO_KEY
      if (!isWellFormed(token, epoch.headers.assertion)) return INVALID
      const found = await verify(token, 'assertion', epoch)
      return found.ok ? found.value : found
    },
    get remembered() {
      return good.size
    },
  }
}

function toEpoch({ key }: KeyState): Epoch | null {
  return key === null
    ? null
    : { key, headers: { assertion: headerText('assertion', key.kid), access: headerText('access', key.kid) } }
}
