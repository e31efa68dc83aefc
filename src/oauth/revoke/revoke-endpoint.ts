import { UNCACHED, type Outcome, type Reply } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import type { Form } from '../../http/wire/form.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { missingAssertion, type Sender } from '../assertion/authenticate-client.ts'
import { clientFormRoute } from '../client-form-route.ts'
import type { Grant } from '../grant/grant-store.ts'
import { invalidRequest, toUnavailable } from '../refusals.ts'
import { hashSecret, isRefreshToken } from '../secrets.ts'
import type { TokenDependencies } from '../token/token-dependencies.ts'

export const REVOKE_PATH = '/revoke'

export interface RevokeDependencies extends Pick<
  TokenDependencies,
  'authenticate' | 'tokens' | 'grants' | 'revocations' | 'clock'
> {
  readonly limiter: Limiter
}

/** The answer for every token, valid or not: its sender has what it wanted (RFC 7009 §2.2). */
const DONE: Reply = { status: 200, ...UNCACHED }

/**
 * Creates the revocation endpoint (RFC 7009 §2). An access token and a refresh token both stand for a grant, which ends
 * with all its tokens. `client_id` is optional; the id of another client protects the grant. A client that began with an
 * assertion needs another one.
 */
export function revokeRoute({ authenticate, clock, grants, limiter, revocations, tokens }: RevokeDependencies): Route {
  /**
   * Finds the grant of a token; null: it is no valid token of this server. The hint is not needed, since the two kinds look
   * different.
   */
  async function grantOf(
    token: string,
    address: string,
  ): Promise<Pick<Grant, 'id' | 'clientId' | 'authentication'> | null> {
    if (isRefreshToken(token)) return grants.findByRefreshToken(hashSecret(token))
    const checked = await tokens.check(token, { address })
    if (checked.ok) {
      const { clientId, grantId: id } = checked.principal
      return (await grants.find(id)) ?? { id, clientId, authentication: 'none' }
    }
    if (checked.code === 'unavailable') throw toUnavailable(checked)
    return null
  }

  async function revoke(parameters: Form, sender: Sender, address: string): Promise<Outcome> {
    const token = parameters.get('token')
    if (token === '') return invalidRequest('The parameter token is missing.')
    const grant = await grantOf(token, address)
    if (grant === null || (sender.clientId !== '' && sender.clientId !== grant.clientId)) return DONE
    const fault = missingAssertion(sender, grant.authentication)
    if (fault !== null) return fault
    await grants.revoke(grant.id, { reason: 'client', at: new Date(clock()), address })
    // A grant that had ended before is announced too, since the first announcement may have been lost.
    await revocations.announce([grant.id])
    return DONE
  }

  const names = ['token', 'token_type_hint']
  return clientFormRoute({ path: REVOKE_PATH, names, limiter, authenticate, answer: revoke })
}
