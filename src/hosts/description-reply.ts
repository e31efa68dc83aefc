import { describeApi, type ApiDescription } from '../http/route/openapi.ts'
import { json, type Reply } from '../http/route/reply.ts'
import type { Route } from '../http/route/route.ts'

const DESCRIPTION_CACHING = 'public, max-age=3600'

/** `/openapi.json` of a host: the routes that have an operation, as OpenAPI 3.1. */
export function descriptionReply(routes: readonly Route[], api: ApiDescription): Reply {
  return {
    status: 200,
    mediaType: 'application/json',
    body: json(describeApi(routes, api)),
    cacheControl: DESCRIPTION_CACHING,
    tagged: true,
  }
}
