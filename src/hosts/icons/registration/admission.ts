import type { Verdict } from '../../../http/route/gate.ts'
import type { Headers } from '../../../http/wire/header-block.ts'
import type { Limiter, Taken } from '../../../limits/limiter.ts'
import type { Policy } from './limits.ts'

/**
 * Takes from a client's budget and says so in header fields of the answer, whatever it is (draft-ietf-httpapi-ratelimit-headers):
 * names are quoted strings, `r` is what is left, `t` the seconds until more is.
 *
 * @param key Of the client within the policy.
 */
export function createAdmission(limiter: Limiter, policy: Policy) {
  const { limit, name, windowMs } = policy
  const policyField = ['RateLimit-Policy', `"${name}";q=${limit};w=${windowMs / 1000}`] as const
  const detail = `This client has sent more than ${limit} requests within ${windowMs / 1000} seconds. Wait for Retry-After.`

  /** The fields have few values, so each pair is written once: a place for every budget left and every second. */
  const fields: Headers[] = []
  const places = windowMs / 1000 + 2

  function fieldsOf(remaining: number, resetSeconds: number): Headers {
    const make = (): Headers => [policyField, ['RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`]]
    // A clock that was put back may make the wait longer than a window.
    return resetSeconds < places ? (fields[remaining * places + resetSeconds] ??= make()) : make()
  }

  function judge(taken: Taken, subject: string | null): Verdict {
    const { allowed, remaining, resetSeconds, retryAfterSeconds } = taken
    const headers = fieldsOf(remaining, resetSeconds)
    if (allowed) return { ok: true, headers, subject }
    return { ok: false, status: 429, code: 'rate_limited', detail, retryAfterSeconds, headers }
  }

  return (key: string, cost: number, subject: string | null): Verdict | Promise<Verdict> => {
    // A request without messages, such as an empty batch, is a request all the same.
    const taken = limiter.take(`${name}:${key}`, Math.max(1, cost), policy)
    return taken instanceof Promise ? taken.then((later) => judge(later, subject)) : judge(taken, subject)
  }
}
