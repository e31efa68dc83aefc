import { LEVEL_NUMBER, type Log } from '../../shared/log.ts'
import type { RequestId } from '../wire/request-id.ts'

export type CacheUse = 'hit' | 'miss' | 'none'

/** The request that an event tells about. */
export interface LoggedRequest {
  readonly id: RequestId
  readonly method: string
  readonly routeName: string
  readonly cache: CacheUse
}

/**
 * @param bodyBytes Length of the body that was sent.
 * @param client Address of the client of a refused request; else `''`.
 */
type LogRequest = (
  request: LoggedRequest,
  status: number,
  durationMs: number,
  bodyBytes: number,
  client: string,
) => void

/**
 * Writes the one event of a request. It is put together by hand, in the same form as pino's lines: at a hundred thousand
 * requests a second, pino's own formatting would be the costliest part of an answer. It holds nothing that a client sent,
 * except the client's address on refusals.
 */
export function createRequestLog(log: Log, host: string): LogRequest {
  const middles = new Map<string, string>()

  /** The part between the id and the duration, which repeats. Each of its forms is put together once. */
  function middleOf({ cache, method, routeName: route }: LoggedRequest, status: number): string {
    const key = method + status + cache + route
    let middle = middles.get(key)
    if (middle === undefined) {
      middle = `",${JSON.stringify({ method, route, status, cache }).slice(1, -1)},"ms":`
      middles.set(key, middle)
    }
    return middle
  }

  return (request, status, durationMs, bodyBytes, client) => {
    // A 503 is how the service protects itself, and comes by the thousand. Its cause has its own event.
    const level = status === 503 ? 'warn' : status >= 500 ? 'error' : 'info'
    if (!log.isEnabled(level)) return
    const clientMember = client === '' ? '' : `,"client":${JSON.stringify(client)}`
    log.writeLine(
      `{"level":${LEVEL_NUMBER[level]},"time":${Date.now()},"host":"${host}","reqId":"${request.id.text}${middleOf(request, status)}${
        Math.round(durationMs * 1000) / 1000
      },"bytes":${bodyBytes}${clientMember},"msg":"request"}\n`,
    )
  }
}
