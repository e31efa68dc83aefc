import { errors, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'
import { ALGORITHM, CLOCK_SKEW_SECONDS, TOKEN_TYPES, headerOf, type Claims } from './claims.ts'
import type { Rejected, Signed, SignJob, Verified, VerifyJob } from './token-workers.ts'

/**
 * Maximum number of imported keys, since an import costs as much as a signature: both halves of every host's keys, with
 * room for replacements.
 */
const KEYS_KEPT = 16

const imported = new Map<string, Promise<CryptoKey>>()

export async function sign({ key, kind, claims }: SignJob): Promise<Signed> {
  const signer = new SignJWT({ ...claims }).setProtectedHeader(headerOf(kind, key.kid ?? ''))
  return { ok: true, token: await signer.sign(await keyFor(key)) }
}

/** Rejects only for a fault of this program. */
export async function verify({
  audience,
  issuer,
  key,
  kind,
  nowSeconds,
  token,
}: VerifyJob): Promise<Verified | Rejected> {
  try {
    const { payload } = await jwtVerify(token, await keyFor(key), {
      algorithms: [ALGORITHM],
      typ: TOKEN_TYPES[kind],
      issuer,
      audience,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(nowSeconds * 1000),
    })
    const asIssued = isClaims(payload) && payload.aud === audience && payload.iat <= nowSeconds + CLOCK_SKEW_SECONDS
    return asIssued ? { ok: true, claims: payload } : { ok: false, code: 'invalid' }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { ok: false, code: 'expired' }
    if (error instanceof errors.JOSEError) return { ok: false, code: 'invalid' }
    throw error
  }
}

/** Checks text claims; jose has checked the numbers and the presence of the others. */
function isClaims(payload: JWTPayload): payload is JWTPayload & Claims {
  const { aud, client_id: clientId = '', grant_id: grantId = '', iss, jti, scope = '', sub } = payload
  return [aud, clientId, grantId, iss, jti, scope, sub].every((claim) => typeof claim === 'string')
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
