import { readBuildInfo } from '../config/build-info.ts'
import { json, type Reply } from '../http/route/reply.ts'

/** An answer of a health check. */
export function health(value: object): Reply {
  return { status: 200, mediaType: 'application/json', body: json(value), cacheControl: 'no-store' }
}

/** The answer of `/healthz`: the process lives, and which version it is. */
export function alive(): Reply {
  return health({ status: 'ok', version: readBuildInfo().version })
}

/** The answer of a host that is ready, with the codes of what it cannot serve of its content where there are some. */
export function ready(
  { content, generation }: { readonly content: string; readonly generation: number },
  degraded: readonly string[],
  rest: object = {},
): Reply {
  const state = { status: 'ready', generation, content: `sha256:${content}`, ...rest }
  return health(degraded.length === 0 ? state : { ...state, degraded })
}
