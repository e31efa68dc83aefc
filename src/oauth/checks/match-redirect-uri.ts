const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9][0-9]{0,4}))?([/?].*)?$/

/**
 * Tells whether a requested redirect URI is registered, character by character (OAuth 2.1 §4.1.1, RFC 3986 §6.2.1). A
 * loopback one may have any port, since a native application uses the port that it gets (RFC 8252 §7.3).
 */
export function matchesRedirectUri(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true
  const wanted = withoutPort(requested)
  return wanted !== null && registered.some((uri) => withoutPort(uri) === wanted)
}

/** Removes the port of a loopback URI; null: the URI is not http on a loopback address. */
function withoutPort(uri: string): string | null {
  const [, host, port, rest = ''] = LOOPBACK.exec(uri) ?? []
  if (host === undefined || (port !== undefined && Number(port) > 65_535)) return null
  return host + rest
}
