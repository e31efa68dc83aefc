/** Longest URL. Short ones are recommended, since people see them. They are also keys in the database. */
const LIMIT_CHARACTERS = 1024
const FORM = /^https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?(\/[A-Za-z0-9\-._~:/?@!$&'()*+,;=%[\]]+)$/

/**
 * Tells whether a `client_id` is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document §3). It
 * must be https with a path longer than `/`, and without user name, fragment and dot segments. Two spellings would be two
 * clients, so only one that a URL parser returns unchanged is accepted. A port may be written.
 */
export function isClientIdUrl(text: string): boolean {
  if (text.length > LIMIT_CHARACTERS) return false
  const [, host, target] = FORM.exec(text) ?? []
  if (host === undefined || target === undefined || !URL.canParse(text)) return false
  const { hostname, pathname, search } = new URL(text)
  return hostname === host && pathname + search === target
}
