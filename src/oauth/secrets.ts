import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
/** Form of a secret: 32 bytes in base64url. */
const SECRET = '[A-Za-z0-9_-]{43}'

/** Prefix by which scanners for leaked secrets, and people, recognise a refresh token. */
const REFRESH_PREFIX = 'signpost_rt_'
const REFRESH_FORM = new RegExp(`^${REFRESH_PREFIX}${SECRET}$`)
const CODE_FORM = new RegExp(`^([0-9a-z]{8,9})-${SECRET}$`)

/** Hashes a secret. Stores keep only hashes. 256 random bits cannot be guessed, so no salt and no slow hash is needed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function newRefreshToken(): string {
  return REFRESH_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
}

export function isRefreshToken(text: string): boolean {
  return REFRESH_FORM.test(text)
}

/** Creates a code. It contains the time of its creation, so that a code which was put back still expires on time. */
export function newCode(nowMs: number): string {
  return `${nowMs.toString(36)}-${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** Reads the time of a code's creation in milliseconds since the epoch; null: it is no code of this server. */
export function codeMadeAtMs(code: string): number | null {
  const time = CODE_FORM.exec(code)?.[1]
  return time === undefined ? null : Number.parseInt(time, 36)
}
