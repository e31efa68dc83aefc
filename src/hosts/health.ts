import { json, type Reply } from '../http/route/reply.ts'

/** An answer of a health check. */
export function health(value: object): Reply {
  return { status: 200, mediaType: 'application/json', body: json(value), cacheControl: 'no-store' }
}

/** The answer of a host that is ready, with the codes of what it cannot serve of its content where there are some. */
export function ready(state: object, degraded: readonly string[]): Reply {
  return health({ status: 'ready', ...state, ...(degraded.length === 0 ? {} : { degraded }) })
}
