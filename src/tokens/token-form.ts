import { isCanonicalBase64url } from './bearer.ts'

/** Length above that of any token of this service. */
const TOKEN_LIMIT_CHARS = 4096

/**
 * Whether the token, its signature aside, has exactly the form that a key and a kind produce. No other text stands for
 * the same bytes, so that each altered character makes another token.
 *
 * @param header Result of `headerText` for them.
 */
export function isWellFormed(token: string, header: string): boolean {
  if (token.length > TOKEN_LIMIT_CHARS || !token.startsWith(header) || token[header.length] !== '.') return false
  const [, payload = '', signature = '', ...more] = token.split('.')
  return more.length === 0 && isCanonicalBase64url(payload) && isCanonicalBase64url(signature)
}
