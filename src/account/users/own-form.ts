/**
 * Tells whether a POST comes from a page of this host, according to its browser (Fetch Standard §3.2, Fetch Metadata).
 * Browsers send `Origin` with every POST. If a request has neither field, the key in the form decides.
 *
 * @param origin The `Origin` field; `''` when it is absent.
 * @param fetchSite The `Sec-Fetch-Site` field.
 * @param siteUrl Origin of the host.
 */
export function isFromOwnPage(origin: string, fetchSite: string, siteUrl: string): boolean {
  if (fetchSite !== '' && fetchSite !== 'same-origin') return false
  return origin === '' || origin === siteUrl
}
