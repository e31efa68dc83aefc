import type { Log } from '../../shared/log.ts'
import type { Unavailable } from '../../shared/unavailable.ts'
import type { RequestId } from '../wire/request-id.ts'
import type { ServiceError } from './service-error.ts'

/** While something is down, every request may fail for it: one line a second says as much as thousands. */
const SILENCE_MS = 1000

/** The refusal of a request that cannot be answered now. The log alone says what is down, and why. */
export function toServiceError({ retryAfterSeconds }: Unavailable): ServiceError {
  return {
    ok: false,
    status: 503,
    code: 'unavailable',
    detail: 'Something that the service needs does not answer now. Try again later.',
    retryAfterSeconds,
  }
}

/** Warns that something is down, with the request that met it; `more` counts the requests since the last line that got none. */
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
