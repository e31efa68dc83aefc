import { NO_FIELDS, type Caller, type Gate, type Verdict } from '../../../http/route/gate.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { createAddressGate } from '../../../limits/address-gate.ts'
import { addressKey } from '../../../shared/address-key.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import { bearerToken } from '../../../tokens/bearer.ts'
import type { Checked, TokenService } from '../../../tokens/token-service.ts'
import { createAdmission } from './admission.ts'
import { POLICIES } from './limits.ts'
import { RESOURCE_METADATA_PATH } from './metadata.ts'

export interface IconsGateOptions {
  readonly tokens: TokenService
  readonly limiter: Limiter
  readonly iconsUrl: string
  /** Requests of one address that are admitted in a minute, over all its registrations and without one. */
  readonly addressLimit: number
}

/**
 * Creates the gate with one budget over REST, MCP and A2A. The budget is that of the registration that a valid token names,
 * otherwise of the client's address. Admitted requests also count for the address, since an address can have many
 * registrations.
 *
 * ```
 * Authorization ── none, not Bearer, or no token of this host ──────────► anonymous, by address
 *               ── a token of this host ── not good ────────────────────► 401, counted as anonymous
 *                                       ── good ────────────────────────► agent, by registration
 * ```
 */
export function createIconsGate({ addressLimit, iconsUrl, limiter, tokens }: IconsGateOptions): Gate {
  const admitAnonymous = createAdmission(limiter, POLICIES.anonymous)
  const admitAgent = createAdmission(limiter, POLICIES.agent)
  const refusals = {
    expired: invalidToken(iconsUrl, 'The access token has expired. Exchange the identity assertion again.'),
    invalid: invalidToken(
      iconsUrl,
      'The access token was altered, or was not signed by the current key. Register again.',
    ),
  }

  const admitAddress = createAddressGate(limiter, {
    name: 'icons-address',
    limit: addressLimit,
    windowMs: POLICIES.agent.windowMs,
    detail: `More than ${addressLimit.toLocaleString('en')} requests came from this address within a minute. Wait for Retry-After.`,
  })

  /** Counts for the address a request that its own budget has admitted. */
  function countForAddress(caller: Caller, cost: number, own: Verdict | Promise<Verdict>): Verdict | Promise<Verdict> {
    if (own instanceof Promise) return own.then((later) => countForAddress(caller, cost, later))
    if (!own.ok) return own
    const verdict = admitAddress(caller, cost, NO_FIELDS)
    const choose = (ofAddress: Verdict): Verdict => (ofAddress.ok ? own : { ...ofAddress, headers: own.headers })
    return verdict instanceof Promise ? verdict.then(choose) : choose(verdict)
  }

  const anonymous = (caller: Caller, cost: number): Verdict | Promise<Verdict> =>
    countForAddress(caller, cost, admitAnonymous(addressKey(caller.address), cost, null))

  function admit(caller: Caller, checked: Checked, cost: number): Verdict | Promise<Verdict> {
    if (checked.ok) return countForAddress(caller, cost, admitAgent(checked.subject, cost, checked.subject))
    if (checked.code !== 'unavailable') {
      const refusal = refusals[checked.code]
      const counted = anonymous(caller, cost)
      return counted instanceof Promise
        ? counted.then((later) => withLimit(refusal, later))
        : withLimit(refusal, counted)
    }
    const { detail, reason, retryAfterSeconds } = checked
    return { ok: false, status: 503, code: 'unavailable', detail, retryAfterSeconds, reason }
  }

  return (caller, cost) => {
    const { authorization } = caller
    const token = authorization === '' ? null : bearerToken(authorization)
    if (token === null || !tokens.recognises(token)) return anonymous(caller, cost)
    const checked = tokens.checkAccess(token, caller)
    return checked instanceof Promise
      ? checked.then((later) => admit(caller, later, cost))
      : admit(caller, checked, cost)
  }
}

/**
 * Adds what is left of the address's budget to the refusal of a token. If nothing is left, the refusal by the limit
 * takes its place.
 */
function withLimit(refusal: ServiceError, counted: Verdict): ServiceError {
  if (!counted.ok) return counted
  return { ...refusal, headers: [...(refusal.headers ?? []), ...counted.headers] }
}

/** Makes the refusal of RFC 6750 §3, with the address of the metadata (RFC 9728 §5.1). */
function invalidToken(iconsUrl: string, detail: string): ServiceError {
  const challenge = `Bearer error="invalid_token", error_description="${detail}", resource_metadata="${iconsUrl}${RESOURCE_METADATA_PATH}"`
  return { ok: false, status: 401, code: 'invalid_token', detail, headers: [['WWW-Authenticate', challenge]] }
}
