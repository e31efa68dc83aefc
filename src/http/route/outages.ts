import type { Log } from '../../shared/log.ts'
import type { Unavailable } from '../../shared/unavailable.ts'
import type { RequestId } from '../wire/request-id.ts'
import type { ServiceError } from './service-error.ts'

/** While something is down every request may fail of it: one line a second says as much as thousands. */
const SILENCE_MS = 1000

/** The refusal of what cannot be done now. What is down, and why, is for the log alone. */
export function toServiceError({ retryAfterSeconds }: Unavailable): ServiceError {
  return {
    ok: false,
    status: 503,
    code: 'unavailable',
    detail: 'Something that the service needs does not answer now. Try again later.',
    retryAfterSeconds,
  }
}

/** Warns of what is down, with the request that has met it; `more` counts those since the last line that went unsaid. */
export function createOutageLog(
  log: Log,
): (request: { readonly id: RequestId; readonly routeName: string }, error: Unavailable) => void {
  let silentUntil = -Infinity
  let unsaid = 0
  return ({ id, routeName }, error) => {
    const now = performance.now()
    if (now < silentUntil) {
      unsaid++
      return
    }
    log.pino.warn({ err: error, reqId: id.text, route: routeName, more: unsaid }, 'a request was refused: unavailable')
    silentUntil = now + SILENCE_MS
    unsaid = 0
  }
}
