import type { Admitted, Gate, Verdict } from '../http/route/gate.ts'
import { addressKey } from '../shared/address-key.ts'
import type { Limit, Limiter, Taken } from './limiter.ts'

/** How often one address may do something. */
export interface AddressLimit extends Limit {
  /** Part of the counter's key: routes with the same name share it. */
  readonly name: string
  /** For who comes too often: what there was too much of. */
  readonly detail: string
}

const LET_IN: Admitted = { ok: true, headers: [], subject: null }

/** Lets in by address alone, where nothing else in a request is proven. 429 past the limit. */
export function createAddressGate(limiter: Limiter, limit: AddressLimit): Gate {
  function judge({ allowed, retryAfterSeconds }: Taken): Verdict {
    if (allowed) return LET_IN
    return { ok: false, status: 429, code: 'rate_limited', detail: limit.detail, retryAfterSeconds }
  }

  return ({ address }, cost) => {
    // A request without messages, such as an empty batch, is a request all the same.
    const taken = limiter.take(`${limit.name}:${addressKey(address)}`, Math.max(1, cost), limit)
    return taken instanceof Promise ? taken.then(judge) : judge(taken)
  }
}
