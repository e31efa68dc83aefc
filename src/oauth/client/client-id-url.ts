/** A short one is recommended, since people get to see it; it is also a key in the database. */
const LIMIT_CHARACTERS = 1024
const FORM = /^https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?(\/[A-Za-z0-9\-._~:/?@!$&'()*+,;=%[\]]+)$/

/**
 * Whether a `client_id` is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document §3): https, a path
 * that is more than `/`, no user name, fragment or dot segments. Two spellings are two clients, so only one that a URL
 * parser gives back unchanged will do; a port may be written out.
 */
export function isClientIdUrl(text: string): boolean {
  if (text.length > LIMIT_CHARACTERS) return false
  const [, host, target] = FORM.exec(text) ?? []
  if (host === undefined || target === undefined || !URL.canParse(text)) return false
  const { hostname, pathname, search } = new URL(text)
  return hostname === host && pathname + search === target
}
