import type { Admitted, Gate, Refused } from '../http/gate.ts'
import type { ServiceError } from '../http/service-error.ts'
import { addressKey } from '../limits/address-key.ts'
import type { Limiter } from '../limits/limiter.ts'
import { bearerToken } from '../tokens/bearer.ts'
import type { Checked, TokenService } from '../tokens/token-service.ts'
import { createAdmission } from './admission.ts'
import { POLICIES } from './limits.ts'
import { RESOURCE_METADATA_PATH } from './metadata.ts'

export interface IconsGateOptions {
  readonly tokens: TokenService
  readonly limiter: Limiter
  readonly iconsUrl: string
}

/**
 * One budget over REST, MCP and A2A: of the registration that a valid token names, else of the client's address.
 *
 * ```
 * Authorization ── none, not Bearer, or no token of this host ──────────► anonymous, by address
 *               ── a token of this host ── not good ────────────────────► 401
 *                                       ── good ────────────────────────► agent, by registration
 * ```
 */
export function createIconsGate({ iconsUrl, limiter, tokens }: IconsGateOptions): Gate {
  const admitAnonymous = createAdmission(limiter, POLICIES.anonymous)
  const admitAgent = createAdmission(limiter, POLICIES.agent)
  const refusals = {
    expired: invalidToken(iconsUrl, 'The access token has expired. Exchange the identity assertion again.'),
    invalid: invalidToken(
      iconsUrl,
      'The access token was altered, or is none that the current key has signed. Register again.',
    ),
  }

  function admit(checked: Checked, cost: number): Admitted | Refused | Promise<Admitted | Refused> {
    if (checked.ok) return admitAgent(checked.subject, cost, checked.subject)
    if (checked.code !== 'unavailable') return refusals[checked.code]
    const { detail, retryAfterSeconds } = checked
    return { ok: false, error: { status: 503, code: 'unavailable', detail, retryAfterSeconds } }
  }

  return (caller, cost) => {
    const { authorization } = caller
    const token = authorization === '' ? null : bearerToken(authorization)
    if (token === null || !tokens.recognises(token)) return admitAnonymous(addressKey(caller.address), cost, null)
    const checked = tokens.checkAccess(token)
    return checked instanceof Promise ? checked.then((later) => admit(later, cost)) : admit(checked, cost)
  }
}

/** RFC 6750 §3, with the address of the metadata (RFC 9728 §5.1). */
function invalidToken(iconsUrl: string, detail: string): Refused {
  const challenge = `Bearer error="invalid_token", error_description="${detail}", resource_metadata="${iconsUrl}${RESOURCE_METADATA_PATH}"`
  const error: ServiceError = { status: 401, code: 'invalid_token', detail, headers: [['WWW-Authenticate', challenge]] }
  return { ok: false, error }
}
