import { oauthWire } from '../../http/route/error-wires.ts'
import { UNCACHED, type Outcome, type Reply } from '../../http/route/reply.ts'
import type { Route, RouteRequest } from '../../http/route/route.ts'
import { createAddressGate } from '../../limits/address-gate.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { GrantStore } from '../grant/grant-store.ts'
import type { Revocations } from '../grant/revocations.ts'
import { TOKEN_REQUESTS } from '../limits.ts'
import { createClientFormReader } from '../read-client-form.ts'
import { invalidRequest, notNow } from '../refusals.ts'
import { hashSecret, isRefreshToken } from '../secrets.ts'
import type { AccessTokens } from '../token/access-tokens.ts'

export const REVOKE_PATH = '/revoke'
const BODY_LIMIT_BYTES = 16 * 1024
const readForm = createClientFormReader(['token', 'token_type_hint', 'client_id'])

export interface RevokeDependencies {
  readonly tokens: AccessTokens
  readonly grants: GrantStore
  readonly revocations: Revocations
  readonly limiter: Limiter
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** The same for every token, good or not: whoever sends it has what it wanted (RFC 7009 §2.2). */
const DONE: Reply = { status: 200, ...UNCACHED }

/**
 * Revocation (RFC 7009 §2). An access token and a refresh token both stand for a grant, which ends with all of its tokens.
 * A `client_id` need not be given; one that is another's protects the grant.
 */
export function revokeRoute({ clock, grants, limiter, revocations, tokens }: RevokeDependencies): Route {
  /** Null: not a token of ours that lives. The hint is not needed: the two kinds look different. */
  async function grantOf(token: string): Promise<{ readonly id: string; readonly clientId: string } | null> {
    if (isRefreshToken(token)) return grants.findByRefreshToken(hashSecret(token))
    const checked = await tokens.check(token)
    if (checked.ok) return { id: checked.principal.grantId, clientId: checked.principal.clientId }
    if (checked.code === 'unavailable') throw notNow(checked)
    return null
  }

  async function revoke(request: RouteRequest): Promise<Outcome> {
    const read = readForm(request)
    if (!read.ok) return read
    const parameters = read.value
    const token = parameters.get('token')
    if (token === '') return invalidRequest('The parameter token is missing.')
    const grant = await grantOf(token)
    const clientId = parameters.get('client_id')
    if (grant === null || (clientId !== '' && clientId !== grant.clientId)) return DONE
    await grants.revoke(grant.id, { reason: 'client', at: new Date(clock()), address: request.caller.address })
    // Also where it had ended before: the news may not have got through then.
    await revocations.announce([grant.id])
    return DONE
  }

  return {
    path: REVOKE_PATH,
    name: REVOKE_PATH,
    method: 'POST',
    body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: BODY_LIMIT_BYTES },
    wire: oauthWire,
    reads: ['authorization'],
    gate: createAddressGate(limiter, TOKEN_REQUESTS),
    answer: revoke,
  }
}
