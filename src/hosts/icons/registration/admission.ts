import type { Verdict } from '../../../http/route/gate.ts'
import type { Headers } from '../../../http/wire/header-block.ts'
import type { Limiter, Taken } from '../../../limits/limiter.ts'
import type { Policy } from './limits.ts'

/**
 * Creates a function that takes from a client's budget. Header fields of every answer report the rest
 * (draft-ietf-httpapi-ratelimit-headers). Names are quoted strings, `r` is what is left, and `t` is the seconds until more
 * is available.
 *
 * @param policy The budget of one client. The returned function takes the `key` of the client within it.
 */
export function createAdmission(limiter: Limiter, policy: Policy) {
  const { limit, name, windowMs } = policy
  const policyField = ['RateLimit-Policy', `"${name}";q=${limit};w=${windowMs / 1000}`] as const
  const detail = `This client has sent more than ${limit} requests within ${windowMs / 1000} seconds. Wait for Retry-After.`

  /** Cache of the fields, by remaining budget and seconds. They have few values, so each pair is written once. */
  const fields: Headers[] = []
  const places = windowMs / 1000 + 2

  function fieldsOf(remaining: number, resetSeconds: number): Headers {
    const make = (): Headers => [policyField, ['RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`]]
    // A clock that was set back may make the wait longer than a window.
    return resetSeconds < places ? (fields[remaining * places + resetSeconds] ??= make()) : make()
  }

  function toVerdict(taken: Taken, subject: string | null): Verdict {
    const { allowed, remaining, resetSeconds, retryAfterSeconds } = taken
    const headers = fieldsOf(remaining, resetSeconds)
    if (allowed) return { ok: true, headers, subject }
    return { ok: false, status: 429, code: 'rate_limited', detail, retryAfterSeconds, headers }
  }

  return (key: string, cost: number, subject: string | null): Verdict | Promise<Verdict> => {
    // A request without messages, such as an empty batch, costs one message.
    const taken = limiter.take(`${name}:${key}`, Math.max(1, cost), policy)
    return taken instanceof Promise ? taken.then((later) => toVerdict(later, subject)) : toVerdict(taken, subject)
  }
}
