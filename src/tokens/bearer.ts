import { measureJson } from '../shared/json-measures.ts'

/** The name of a scheme is case-insensitive (RFC 9110 §11.1). */
const BEARER = /^bearer +/i

/** The credentials of `Bearer` in an `Authorization` field (RFC 9110 §11.4, RFC 6750 §2.1); null for any other scheme. */
export function bearerToken(authorization: string): string | null {
  const scheme = BEARER.exec(authorization)
  // An expression for the text between two runs of spaces would take quadratic time on a field full of spaces.
  return scheme === null ? null : authorization.slice(scheme[0].length).trim() || null
}

/** Length above that of any token of this service; longer texts are not read. */
const LENGTH_LIMIT_CHARS = 8192

/** The issuer that a JWT in three parts claims, unverified; null when there is none to be read. */
export function claimedIssuer(token: string): string | null {
  if (token.length > LENGTH_LIMIT_CHARS) return null
  const first = token.indexOf('.')
  const second = token.indexOf('.', first + 1)
  if (first === -1 || second === -1 || token.includes('.', second + 1)) return null
  try {
    const bytes = Buffer.from(token.slice(first + 1, second), 'base64url')
    if (measureJson(bytes).fault !== null) return null
    const payload: unknown = JSON.parse(bytes.toString())
    const issuer = typeof payload === 'object' && payload !== null && 'iss' in payload ? payload.iss : null
    return typeof issuer === 'string' ? issuer : null
  } catch {
    return null
  }
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Whether the text is base64url as an encoder writes it (RFC 4648 §3.5): without other characters, and with zeros in
 * the unused bits. Decoders read several texts as the same bytes; this accepts one of them.
 */
export function isCanonicalBase64url(text: string): boolean {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return false
  const rest = text.length % 4
  if (rest === 1) return false
  const unusedBits = rest === 2 ? 0b1111 : rest === 3 ? 0b11 : 0
  return (BASE64URL.indexOf(text.at(-1) ?? '') & unusedBits) === 0
}
