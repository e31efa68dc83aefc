import { json, type Reply } from '../../../http/route/reply.ts'
import type { Route } from '../../../http/route/route.ts'

export const API_CATALOG_PATH = '/.well-known/api-catalog'

/**
 * The host's APIs as a link set (RFC 9727 §4, RFC 9264 §4.2), so that a program that knows only the host name finds them. It
 * lists the described routes that a link can be followed to.
 */
export function apiCatalog(routes: readonly Route[], siteUrl: string): Reply {
  const catalogUrl = `${siteUrl}${API_CATALOG_PATH}`
  return {
    status: 200,
    mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    body: json({
      linkset: [
        {
          anchor: catalogUrl,
          item: routes.filter(isLinked).map(({ path }) => ({ href: siteUrl + path })),
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

function isLinked(route: Route): boolean {
  return route.kind !== 'rpc' && route.operation !== undefined && route.method !== 'POST'
}
