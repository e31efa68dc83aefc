import type { Gate } from '../http/gate.ts'
import { addressKey } from '../limits/address-key.ts'
import type { Limit, Limiter } from '../limits/limiter.ts'

/** How often one address may do something. */
export interface AddressLimit extends Limit {
  /** Part of the counter's key: routes with the same name share it. */
  readonly name: string
  /** For who comes too often: what there was too much of. */
  readonly detail: string
}

/**
 * What one address may send to `/token` and `/revoke` together: a network of many thousand clients that refresh every ten minutes,
 * and no more guesses, signatures and writes than that.
 */
export const TOKEN_REQUESTS: AddressLimit = {
  name: 'token-requests',
  limit: 600,
  windowMs: 60_000,
  detail: 'Too many requests came from this address. Wait for Retry-After.',
}

/** Lets in by address alone: clients are public, so that nothing else in a request is proven. 429 past the limit. */
export function createAddressGate(limiter: Limiter, limit: AddressLimit): Gate {
  return async ({ address }) => {
    const { allowed, retryAfterSeconds } = await limiter.take(`${limit.name}:${addressKey(address)}`, 1, limit)
    if (allowed) return { ok: true, headers: [], subject: null }
    return { ok: false, error: { status: 429, code: 'rate_limited', detail: limit.detail, retryAfterSeconds } }
  }
}
