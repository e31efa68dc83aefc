import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { claimedIssuer, isCanonicalBase64url } from './bearer.ts'
import { accessClaims, assertionClaims, CLOCK_SKEW_SECONDS, headerText, type TokenKind } from './claims.ts'
import type { KeyState } from './key-keeper.ts'
import type { SigningKey } from './signing-key.ts'
import type { NoResult, Rejected, TokenWorkers, Verified } from './token-workers.ts'

export type Checked = { readonly ok: true; readonly subject: string } | Rejected | NoResult
export type Issued = { readonly ok: true; readonly token: string; readonly expiresAt: number } | NoResult

export interface TokenServiceOptions {
  /** Origin of the host: issuer and audience of every token. */
  readonly issuer: string
  readonly workers: TokenWorkers
  readonly state: KeyState
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/** Makes and checks the credentials of one host in one listener. Signatures are the workers' business. */
export interface TokenService {
  /** From now on this is the key. Another one than before ends everything that was made or remembered under that. */
  update(state: KeyState): void
  /** Public keys for the JWKS (RFC 7517 §5): the one that signs, or none. */
  readonly publicKeys: readonly JWK[]
  issueAssertion(subject: string): Promise<Issued>
  issueAccess(subject: string): Promise<Issued>
  /** Whether the text claims to be a token of this host, altered or not. */
  recognises(token: string): boolean
  /** At once for a token that was seen before, and for most that are no good. */
  checkAccess(token: string): Checked | Promise<Checked>
  checkAssertion(token: string): Promise<Checked>
  /** Tokens that are remembered as good. */
  readonly remembered: number
}

/** Some 15 MB a listener when full. Past it the longest unused are verified again. */
const REMEMBERED_LIMIT = 20_000
const TOKEN_LIMIT_CHARS = 4096
/** How long it may take until a file with the right key is there. */
const NO_KEY_RETRY_SECONDS = 5

const INVALID: Rejected = { ok: false, code: 'invalid' }
const EXPIRED: Rejected = { ok: false, code: 'expired' }
const NO_KEY: NoResult = {
  ok: false,
  code: 'unavailable',
  detail: 'The key that signs credentials is being replaced. Try again shortly.',
  retryAfterSeconds: NO_KEY_RETRY_SECONDS,
}

interface Remembered {
  readonly subject: string
  readonly untilMs: number
}

/** A key with what its tokens begin with. */
interface Epoch {
  readonly key: SigningKey
  readonly headers: Readonly<Record<TokenKind, string>>
}

export function createTokenService(options: TokenServiceOptions): TokenService {
  const { issuer, workers, clock = Date.now } = options
  const good = new LRUCache<string, Remembered>({ max: REMEMBERED_LIMIT })
  /** Tokens that are being verified: the first requests of a client often come together. */
  let pending = new Map<string, Promise<Checked>>()
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
    // What the old key has signed would be refused: better to sign again.
    if (epoch !== made) return issue(make, kind, subject)
    return result.ok ? { ...result, expiresAt: claims.exp } : result
  }

  /** Whether the token looks exactly as this key and this kind make them, its signature aside. */
  function isWellFormed(token: string, { headers }: Epoch, kind: TokenKind): boolean {
    const header = headers[kind]
    if (token.length > TOKEN_LIMIT_CHARS || !token.startsWith(`${header}.`)) return false
    const [, payload = '', signature = '', ...more] = token.split('.')
    return more.length === 0 && isCanonicalBase64url(payload) && isCanonicalBase64url(signature)
  }

  async function verify(token: string, kind: TokenKind, asked: Epoch): Promise<Checked> {
    const key = asked.key.publicJwk
    const result = await workers.verify({ key, kind, token, issuer, nowSeconds: nowSeconds() })
    if (epoch !== asked) return INVALID
    if (!result.ok) return result
    if (kind === 'access') remember(token, result)
    return { ok: true, subject: result.subject }
  }

  function remember(token: string, { subject, expiresAt }: Verified): void {
    good.set(token, { subject, untilMs: (expiresAt + CLOCK_SKEW_SECONDS) * 1000 })
  }

  return {
    update(state) {
      const next = toEpoch(state)
      if (next?.key.kid === epoch?.key.kid) return
      epoch = next
      good.clear()
      pending = new Map()
    },
    get publicKeys() {
      return epoch === null ? [] : [epoch.key.publicJwk]
    },
    issueAssertion: (subject) => issue(assertionClaims, 'assertion', subject),
    issueAccess: (subject) => issue(accessClaims, 'access', subject),
    recognises(token) {
      // A token whose payload was altered may claim anything, but its header is still one of ours.
      if (good.has(token)) return true
      const headers = epoch === null ? [] : Object.values(epoch.headers)
      return headers.some((header) => token.startsWith(header)) || claimedIssuer(token) === issuer
    },
    checkAccess(token) {
      const known = good.get(token)
      if (known !== undefined) {
        if (clock() < known.untilMs) return { ok: true, subject: known.subject }
        good.delete(token)
        return EXPIRED
      }
      if (epoch === null || !isWellFormed(token, epoch, 'access')) return INVALID
      let check = pending.get(token)
      if (check === undefined) {
        const mine = pending
        check = verify(token, 'access', epoch).finally(() => mine.delete(token))
        pending.set(token, check)
      }
      return check
    },
    async checkAssertion(token) {
      if (epoch === null) return NO_KEY
      return isWellFormed(token, epoch, 'assertion') ? verify(token, 'assertion', epoch) : INVALID
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
