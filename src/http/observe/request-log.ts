import { LEVEL_NUMBER, type Log, createSampler } from '../../shared/log.ts'
import type { RefusalReason } from '../../shared/result.ts'
import type { RequestTrace } from '../../shared/trace/request-trace.ts'
import type { RequestId } from '../wire/request-id.ts'

/** While something is full or down, every request may be refused: one line a second for each reason says enough. */
const SILENCE_MS = 1000

export type CacheUse = 'hit' | 'miss' | 'none'

/** The request that an event tells about. */
export interface LoggedRequest {
  readonly id: RequestId
  readonly method: string
  readonly routeName: string
  readonly cache: CacheUse
  /** Its trace, or null where nothing is traced. */
  readonly trace: RequestTrace | null
}

/**
 * @param bodyBytes Length of the body that was sent.
 * @param client Address of the client of a refused request; else `''`.
 * @param refusal Why it was refused for now; null for others.
 */
type LogRequest = (
  request: LoggedRequest,
  status: number,
  durationMs: number,
  bodyBytes: number,
  client: string,
  refusal: RefusalReason | null,
) => void

/**
 * Writes the one event of a request. It is put together by hand, in the same form as pino's lines: at a hundred thousand
 * requests a second, pino's own formatting would be the costliest part of an answer. It holds nothing that a client sent,
 * except the client's address on refusals.
 *
 * @param now Monotonic clock, in milliseconds.
 */
export function createRequestLog(log: Log, host: string, now?: () => number): LogRequest {
  const middles = new Map<string, string>()
  const samplers = new Map<RefusalReason | null, () => number | null>()

  /** The end of a line with status 503; null: it is left out. Lines of one reason are written once in `SILENCE_MS`. */
  function refusedEnd(reason: RefusalReason | null): string | null {
    const sample = samplers.get(reason) ?? createSampler(SILENCE_MS, now)
    samplers.set(reason, sample)
    const more = sample()
    return more === null ? null : `,"refusal":"${reason}","more":${more}`
  }

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

  return (request, status, durationMs, bodyBytes, client, refusal) => {
    // A 503 is how the service protects itself, and comes by the thousand.
    const level = status === 503 ? 'warn' : status >= 500 ? 'error' : 'info'
    if (!log.isEnabled(level)) return
    const refusedMembers = status === 503 ? refusedEnd(refusal) : ''
    if (refusedMembers === null) return
    const traceMember = request.trace === null ? '' : `,"traceId":"${request.trace.traceId}"`
    const clientMember = client === '' ? '' : `,"client":${JSON.stringify(client)}`
    log.writeLine(
      `{"level":${LEVEL_NUMBER[level]},"time":${Date.now()},"host":"${host}","reqId":"${request.id.text}${middleOf(request, status)}${
        Math.round(durationMs * 1000) / 1000
      },"bytes":${bodyBytes}${clientMember}${refusedMembers}${traceMember},"msg":"request"}\n`,
    )
  }
}
