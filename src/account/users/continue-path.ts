/** Longest path to continue at. Requests for authorization with a long `state` fit. */
const LIMIT_CHARACTERS = 8448
/** Visible ASCII without a backslash, which browsers read as a slash. */
const SAFE = /^[\x21-\x5b\x5d-\x7e]+$/
const ALLOWED = /^\/(?:authorize\?|account(?:$|[/?]))/
const BASE = 'http://somewhere.invalid'

/**
 * Parses the path to continue at after a sign-in. It must be a path of this host that begins `/authorize?` or is `/account`
 * or below it, so that nobody can be led elsewhere. Null for anything else, and for a path that a browser would read as
 * another.
 */
export function parseContinue(given: string): string | null {
  if (given.length > LIMIT_CHARACTERS || !SAFE.test(given) || !ALLOWED.test(given)) return null
  if (!URL.canParse(given, BASE)) return null
  const { origin, pathname, search, hash } = new URL(given, BASE)
  const [path] = given.split('?', 1)
  const isPlain = origin === BASE && hash === '' && pathname === path && !pathname.includes('//')
  return isPlain ? pathname + search : null
}

/** Tells whether a path belongs to an authorization flow. */
export function isAuthorizePath(path: string): boolean {
  return path.startsWith('/authorize?')
}
