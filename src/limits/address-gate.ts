import type { Admitted, Gate, Verdict } from '../http/route/gate.ts'
import { addressKey } from '../shared/address-key.ts'
import type { Limit, Limiter, Taken } from './limiter.ts'

/** Limit on how often one address may use something. */
export interface AddressLimit extends Limit {
  /** Part of the counter's key: routes with the same name share it. */
  readonly name: string
  /** Message for clients that exceed the limit; it names the excess. */
  readonly detail: string
}

const LET_IN: Admitted = { ok: true, headers: [], subject: null }

/** Admits by address alone, for requests that prove nothing else. Requests beyond the limit are refused with 429. */
export function createAddressGate(limiter: Limiter, limit: AddressLimit): Gate {
  function judge({ allowed, retryAfterSeconds }: Taken): Verdict {
    if (allowed) return LET_IN
    return { ok: false, status: 429, code: 'rate_limited', detail: limit.detail, retryAfterSeconds }
  }

  return ({ address }, cost) => {
    // A request without messages, such as an empty batch, still counts as one.
    const taken = limiter.take(`${limit.name}:${addressKey(address)}`, Math.max(1, cost), limit)
    return taken instanceof Promise ? taken.then(judge) : judge(taken)
  }
}
