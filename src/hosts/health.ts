import { json, type Reply } from '../http/route/reply.ts'

/** An answer of a health check. */
export function health(value: object): Reply {
  return { status: 200, mediaType: 'application/json', body: json(value), cacheControl: 'no-store' }
}
