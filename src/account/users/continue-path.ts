/** Longest address to come back to; requests for authorization with a long `state` fit. */
const LIMIT_CHARACTERS = 8448
/** Visible ASCII without a backslash, which browsers read as a slash. */
const SAFE = /^[\x21-\x5b\x5d-\x7e]+$/
const ALLOWED = /^\/(?:authorize\?|account(?:$|[/?]))/
const SOMEWHERE = 'http://somewhere.invalid'

/**
 * Where to go after a sign-in: a path of this host that begins `/authorize?` or is `/account` or below it, so that nobody can be led
 * elsewhere. Null for whatever else, and for what a browser would read as another path.
 */
export function parseContinue(given: string): string | null {
  if (given.length > LIMIT_CHARACTERS || !SAFE.test(given) || !ALLOWED.test(given)) return null
  if (!URL.canParse(given, SOMEWHERE)) return null
  const { origin, pathname, search, hash } = new URL(given, SOMEWHERE)
  const [path] = given.split('?', 1)
  const isPlain = origin === SOMEWHERE && hash === '' && pathname === path && !pathname.includes('//')
  return isPlain ? pathname + search : null
}

/** Whether it is part of an authorization flow. */
export function isAuthorizePath(path: string): boolean {
  return path.startsWith('/authorize?')
}
