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

/**
 * Codes of a node that has been behind what is published for too long. It is to leave its balancer, so that clients do not meet
 * old answers beside new ones.
 */
const LATE: ReadonlySet<string> = new Set(['generation_lag', 'icons_lag'])

/**
 * The answer of a host that is ready, with the codes of what it cannot serve of its content where there are some. One of a late
 * node has status 503.
 */
export function ready(
  { content, generation }: { readonly content: string; readonly generation: number },
  degraded: readonly string[],
  rest: object = {},
): Reply {
  const isLate = degraded.some((code) => LATE.has(code))
  const state = { status: isLate ? 'late' : 'ready', generation, content: `sha256:${content}`, ...rest }
  const reply = health(degraded.length === 0 ? state : { ...state, degraded })
  return isLate ? { ...reply, status: 503, reason: 'other' } : reply
}
