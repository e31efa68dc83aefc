import { errors, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose'
import { ALGORITHM, CLOCK_SKEW_SECONDS, SCOPE, TOKEN_TYPES, headerOf } from './claims.ts'
import type { Rejected, Signed, SignJob, Verified, VerifyJob } from './token-workers.ts'

/** Keys that were used last; imports cost as much as a signature. More than one only while a key is being replaced. */
const KEYS_KEPT = 4

const imported = new Map<string, Promise<CryptoKey>>()

export async function sign({ key, kind, claims }: SignJob): Promise<Signed> {
  const signer = new SignJWT({ ...claims }).setProtectedHeader(headerOf(kind, key.kid ?? ''))
  return { ok: true, token: await signer.sign(await keyFor(key)) }
}

/** Rejects only for a fault of this program. */
export async function verify({ key, kind, token, issuer, nowSeconds }: VerifyJob): Promise<Verified | Rejected> {
  try {
    const { payload } = await jwtVerify(token, await keyFor(key), {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPES[kind],
      issuer,
      audience: issuer,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(nowSeconds * 1000),
    })
    const { sub, exp = 0, iat = 0, aud, scope } = payload
    const asIssued = sub !== undefined && aud === issuer && iat <= nowSeconds + CLOCK_SKEW_SECONDS
    if (!asIssued || (kind === 'access' && scope !== SCOPE)) return { ok: false, code: 'invalid' }
    return { ok: true, subject: sub, expiresAt: exp }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { ok: false, code: 'expired' }
    if (error instanceof errors.JOSEError) return { ok: false, code: 'invalid' }
    throw error
  }
}

function keyFor(jwk: JWK): Promise<CryptoKey> {
  const name = `${jwk.kid} ${jwk.d === undefined ? 'public' : 'private'}`
  let key = imported.get(name)
  if (key === undefined) {
    for (const oldest of imported.keys()) if (imported.size >= KEYS_KEPT) imported.delete(oldest)
    key = importJWK(jwk, ALGORITHM) as Promise<CryptoKey>
    imported.set(name, key)
  }
  return key
}
