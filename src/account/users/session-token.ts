import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32
/** Form of a token: 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Creates a random token, for a cookie or for the forms of a session. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** Hashes a token to the key of its session, so that a reader of the store cannot make the cookie. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Makes the key of forms before a sign-in. It is bound to a cookie, which it does not reveal. */
export function formKeyOf(token: string): string {
  return createHash('sha256').update(`form ${token}`).digest('base64url')
}

/** Compares keys in a time that does not depend on where they differ. */
export function isSameKey(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
