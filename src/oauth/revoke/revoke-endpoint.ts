import { oauthWire } from '../../http/error-wires.ts'
import type { Outcome, Reply } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import { CREDENTIAL_PARAMETERS, clientAuthenticationFault } from '../checks/refuse-client-authentication.ts'
import type { GrantStore } from '../grant/grant-store.ts'
import type { Revocations } from '../grant/revocations.ts'
import { readFormParameters } from '../parameters.ts'
import { invalidRequest, notNow } from '../refusals.ts'
import { hashSecret, isRefreshToken } from '../secrets.ts'
import type { AccessTokens } from '../token/access-tokens.ts'

export const REVOKE_PATH = '/revoke'
const BODY_LIMIT_BYTES = 16 * 1024
const NAMES: ReadonlySet<string> = new Set(['token', 'token_type_hint', 'client_id', ...CREDENTIAL_PARAMETERS])

export interface RevokeDependencies {
  readonly tokens: AccessTokens
  readonly grants: GrantStore
  readonly revocations: Revocations
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** The same for every token, good or not: whoever sends it has what it wanted (RFC 7009 §2.2). */
const DONE: Reply = { status: 200, cacheControl: 'no-store', headers: [['Pragma', 'no-cache']] }

/**
 * Revocation (RFC 7009 §2). An access token and a refresh token both stand for a grant, which ends with all of its tokens.
 * A `client_id` need not be given; one that is another's protects the grant.
 */
export function revokeRoute({ clock, grants, revocations, tokens }: RevokeDependencies): Route {
  /** Null: not a token of ours that lives. The hint is not needed: the two kinds look different. */
  async function grantOf(token: string): Promise<{ readonly id: string; readonly clientId: string } | null> {
    if (isRefreshToken(token)) return grants.findByRefreshToken(hashSecret(token))
    const checked = await tokens.check(token)
    if (checked.ok) return { id: checked.principal.grantId, clientId: checked.principal.clientId }
    if (checked.code === 'unavailable') throw notNow(checked)
    return null
  }

  async function revoke(body: Uint8Array, authorization: string, address: string): Promise<Outcome> {
    const parameters = readFormParameters(body, NAMES)
    if (parameters === null) return invalidRequest('The body must be a form in UTF-8.')
    const malformed = parameters.faultIn(NAMES)
    if (malformed !== null) return invalidRequest(malformed)
    const authentication = clientAuthenticationFault(authorization, parameters)
    if (authentication !== null) return authentication
    const token = parameters.get('token')
    if (token === '') return invalidRequest('The parameter token is missing.')
    const grant = await grantOf(token)
    const clientId = parameters.get('client_id')
    if (grant === null || (clientId !== '' && clientId !== grant.clientId)) return DONE
    await grants.revoke(grant.id, { reason: 'client', at: new Date(clock()), address })
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
    answer: (request) => revoke(request.body, request.field('authorization'), request.caller.address),
  }
}
