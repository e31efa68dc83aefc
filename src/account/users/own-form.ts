/**
 * Whether a POST comes from a page of this host, as far as its browser says (Fetch Standard §3.2, Fetch Metadata). Browsers send
 * `Origin` with every POST; the key in the form decides where a request has neither field.
 *
 * @param origin The `Origin` field; `''` when it is absent.
 * @param fetchSite The `Sec-Fetch-Site` field.
 * @param siteUrl Origin of the host.
 */
export function isFromOwnPage(origin: string, fetchSite: string, siteUrl: string): boolean {
  if (fetchSite !== '' && fetchSite !== 'same-origin') return false
  return origin === '' || origin === siteUrl
}
