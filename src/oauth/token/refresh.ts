import { isObjectId } from '../../shared/object-id.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { missingAssertion } from '../assertion/authenticate-client.ts'
import { invalidClient, invalidGrant, invalidRequest, toUnavailable } from '../refusals.ts'
import { hashSecret, isRefreshToken, newRefreshToken } from '../secrets.ts'
import { openSuccessor, sealSuccessor } from './successor.ts'
import { REFRESH_LIFETIME_MS, REFRESH_OVERLAP_MS, type TokenDependencies } from './token-dependencies.ts'
import type { TokenGrant } from './token-grant.ts'

/**
 * Creates the refresh (OAuth 2.1 §4.3): another pair, and an end to the presented token after the overlap. All who present it
 * within the overlap get the same refresh token. The access token is signed first, because discarding it costs nothing. If
 * signing fails, nothing has changed.
 */
export function createRefresh(dependencies: TokenDependencies): TokenGrant {
  const { clients, clock, grants, revocations, tokens, uses } = dependencies

  /**
   * Answers an unknown token. A dropped client is told so, so that it registers again and does not just ask for approval.
   */
  async function unknown(clientId: string): Promise<ServiceError> {
    const isDropped = isObjectId('cli', clientId) && (await clients.find(clientId)) === null
    return isDropped ? UNKNOWN_CLIENT : UNKNOWN_TOKEN
  }

  return async (parameters, sender, address) => {
    const { clientId } = sender
    const token = parameters.get('refresh_token')
    if (token === '') return invalidRequest('The parameter refresh_token is missing.')
    if (!isRefreshToken(token)) return UNKNOWN_TOKEN
    const hash = hashSecret(token)
    const grant = await grants.findByRefreshToken(hash)
    if (grant === null || grant.clientId !== clientId) return unknown(clientId)
    const fault = missingAssertion(sender, grant.authentication)
    if (fault !== null) return fault
    const access = await tokens.issue({ userId: grant.userId, grantId: grant.id, clientId }, grant.scope)
    if (!access.ok) throw toUnavailable(access)
    const next = newRefreshToken()
    const nowMs = clock()
    const rotation = await grants.rotate({
      hash,
      clientId,
      nextHash: hashSecret(next),
      nextSealed: sealSuccessor(token, next),
      at: new Date(nowMs),
      overlapMs: REFRESH_OVERLAP_MS,
      nextExpiresAt: new Date(nowMs + REFRESH_LIFETIME_MS),
      address,
    })
    if (rotation.outcome === 'reused') await revocations.announce([rotation.grantId])
    if (rotation.outcome === 'reused' || rotation.outcome === 'unknown') return UNKNOWN_TOKEN
    uses.record(clientId)
    const refreshToken = rotation.outcome === 'rotated' ? next : openSuccessor(token, rotation.sealed)
    return { ok: true, value: { accessToken: access.token, refreshToken } }
  }
}

/** One text covers all cases, so that the sender does not learn which it was. */
const UNKNOWN_TOKEN = invalidGrant(
  'The refresh token is not known: it has expired, was replaced or revoked, or never was one.',
)
const UNKNOWN_CLIENT = invalidClient('There is no client with this client_id any more. Register again.')
