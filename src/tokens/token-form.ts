import { isCanonicalBase64url } from './bearer.ts'

/** Longer than any token of ours. */
const TOKEN_LIMIT_CHARS = 4096

/**
 * Whether the token looks exactly as a key and a kind make them, its signature aside: no other text stands for the same
 * bytes, so that each altered character makes another token.
 *
 * @param header What `headerText` gives for them.
 */
export function isWellFormed(token: string, header: string): boolean {
  if (token.length > TOKEN_LIMIT_CHARS || !token.startsWith(header) || token[header.length] !== '.') return false
  const [, payload = '', signature = '', ...more] = token.split('.')
  return more.length === 0 && isCanonicalBase64url(payload) && isCanonicalBase64url(signature)
}
