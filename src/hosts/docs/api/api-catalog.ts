import { json, type Reply } from '../../../http/route/reply.ts'

export const API_CATALOG_PATH = '/.well-known/api-catalog'

/** The host's APIs as a link set (RFC 9727 §4, RFC 9264 §4.2), so that a program that knows only the host name finds them. */
export function apiCatalog(siteUrl: string): Reply {
  const catalogUrl = `${siteUrl}${API_CATALOG_PATH}`
  return {
    status: 200,
    mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    body: json({
      linkset: [
        {
          anchor: catalogUrl,
          item: [{ href: `${siteUrl}/api/search` }, { href: `${siteUrl}/api/page` }, { href: `${siteUrl}/llms.txt` }],
        },
        {
          anchor: `${siteUrl}/api/`,
          'service-desc': [{ href: `${siteUrl}/openapi.json`, type: 'application/json' }],
          'service-doc': [{ href: `${siteUrl}/en`, type: 'text/html' }],
          'service-meta': [{ href: `${siteUrl}/llms.txt`, type: 'text/plain' }],
          status: [{ href: `${siteUrl}/readyz`, type: 'application/json' }],
        },
      ],
    }),
    cacheControl: 'public, max-age=3600',
    tagged: true,
    headers: [['Link', `<${catalogUrl}>; rel="api-catalog"`]],
  }
}
