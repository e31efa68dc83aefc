import type { Admitted, Caller, Gate } from '../http/route/gate.ts'
import type { ServiceError } from '../http/route/service-error.ts'
import { addressKey } from '../shared/address-key.ts'
import type { Limit, Limiter, Taken } from './limiter.ts'

/** Limit on how often one address may use something. */
export interface AddressLimit extends Limit {
  /** Part of the counter's key: routes with the same name share it. */
  readonly name: string
  /** Message for clients that exceed the limit; it names the excess. */
  readonly detail: string
  /** Units that must be left for a body to be read: those of the request that costs most. Default: 1. */
  readonly most?: number
}

const LET_IN: Admitted = { ok: true, headers: [], subject: null }

/**
 * Admits by address alone, for requests that prove nothing else. Requests beyond the limit are refused with 429, and as far as
 * this process counts them, before their bodies are read.
 */
export function createAddressGate(limiter: Limiter, limit: AddressLimit): Gate {
  const { most = 1 } = limit
  const keyOf = (address: string): string => `${limit.name}:${addressKey(address)}`

  function judge({ allowed, retryAfterSeconds }: Taken): Admitted | ServiceError {
    if (allowed) return LET_IN
    return { ok: false, status: 429, code: 'rate_limited', detail: limit.detail, retryAfterSeconds }
  }

  const gate: Gate = ({ address }, cost) => {
    // A request without messages, such as an empty batch, still counts as one.
    const taken = limiter.take(keyOf(address), Math.max(1, cost), limit)
    return taken instanceof Promise ? taken.then(judge) : judge(taken)
  }
  return Object.assign(gate, {
    turnAway({ address }: Caller) {
      const peeked = limiter.peek?.(keyOf(address), most, limit)
      const verdict = peeked === undefined ? LET_IN : judge(peeked)
      return verdict.ok ? null : verdict
    },
  })
}
