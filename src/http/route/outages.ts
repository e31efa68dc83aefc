import type { Log } from '../../shared/log.ts'
import { createSampler } from '../../shared/sampler.ts'
import type { Unavailable } from '../../shared/unavailable.ts'
import type { RequestId } from '../wire/request-id.ts'
import type { ServiceError } from './service-error.ts'

/** While something is down, every request may fail for it: one line a second says as much as thousands. */
const SILENCE_MS = 1000

/** The refusal of a request that cannot be answered now. The log alone says what is down, and why. */
export function toServiceError({ reason, retryAfterSeconds }: Unavailable): ServiceError {
  return {
    ok: false,
    status: 503,
    code: 'unavailable',
    detail: 'Something that the service needs does not answer now. Try again later.',
    retryAfterSeconds,
    reason,
  }
}

/** Warns that something is down, with the request that met it; `more` counts the requests since the last line that got none. */
export function createOutageLog(
  log: Log,
): (request: { readonly id: RequestId; readonly routeName: string }, error: Unavailable) => void {
  const sample = createSampler(SILENCE_MS)
  return ({ id, routeName }, error) => {
    const more = sample()
    if (more === null) return
    log.pino.warn({ err: error, reqId: id.text, route: routeName, more }, 'a request was refused: unavailable')
  }
}
