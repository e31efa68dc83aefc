import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32
/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** What a cookie holds, and what a session's forms carry. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** By this the session is stored: who reads the store cannot make the cookie. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Key of the forms before anybody has signed in: bound to a cookie, and no way back to it. */
export function formKeyOf(token: string): string {
  return createHash('sha256').update(`form ${token}`).digest('base64url')
}

/** In a time that does not tell where they differ. */
export function isSameKey(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
