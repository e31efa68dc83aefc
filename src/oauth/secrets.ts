import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
/** Base64url of 32 bytes. */
const SECRET = '[A-Za-z0-9_-]{43}'

/** So that scanners for leaked secrets, and people, know one when they see it. */
const REFRESH_PREFIX = 'signpost_rt_'
const REFRESH_FORM = new RegExp(`^${REFRESH_PREFIX}${SECRET}$`)
const CODE_FORM = new RegExp(`^([0-9a-z]{8,9})-${SECRET}$`)

/** Stores know secrets by their hash alone. There is nothing to guess in 256 random bits, so no salt and no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function newRefreshToken(): string {
  return REFRESH_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
}

export function isRefreshToken(text: string): boolean {
  return REFRESH_FORM.test(text)
}

/** It says when it was made, so that a code which was put back still ends when it should. */
export function newCode(nowMs: number): string {
  return `${nowMs.toString(36)}-${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** When the code says that it was made, in milliseconds since the epoch; null: it is no code of ours. */
export function codeMadeAtMs(code: string): number | null {
  const time = CODE_FORM.exec(code)?.[1]
  return time === undefined ? null : Number.parseInt(time, 36)
}
