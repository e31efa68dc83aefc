import type { Route } from '../http/route/route.ts'
import type { StaticFiles } from '../web/static-files.ts'

export const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'

/** Style sheets, scripts and images of pages; their addresses change with their content. */
export function staticRoutes(files: StaticFiles): Route[] {
  return files.map(({ bytes, mediaType, urlPath }) => ({
    path: urlPath as `/${string}`,
    name: '/_/{file}',
    answer: { status: 200, mediaType, body: bytes, cacheControl: IMMUTABLE_CACHING, tagged: true },
  }))
}
