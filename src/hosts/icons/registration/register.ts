import { randomBytes } from 'node:crypto'
import { readJsonObject } from '../../../http/wire/read-json-object.ts'
import { uncachedJson, type Outcome } from '../../../http/route/reply.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { SCOPE } from '../../../tokens/claims.ts'
import type { TokenService } from '../../../tokens/token-service.ts'
import { IDENTITY_TYPE, TOKEN_PATH } from './metadata.ts'
import { invalidRequest, refuse, unavailable } from './refusals.ts'

const ID_BYTES = 16

/** Registers an agent (interface §2.7, §5.3). Nothing is stored: the id exists only in signed tokens. */
export async function register(body: Uint8Array, tokens: TokenService, iconsUrl: string): Promise<Outcome> {
  const fault = registrationFault(body)
  if (fault !== null) return fault
  const registrationId = `reg_${randomBytes(ID_BYTES).toString('base64url')}`
  const assertion = await tokens.issueAssertion(registrationId)
  if (!assertion.ok) return unavailable(assertion)
  return uncachedJson(200, {
    registration_id: registrationId,
    registration_type: IDENTITY_TYPE,
    identity_assertion: assertion.token,
    assertion_expires: new Date(assertion.expiresAt * 1000).toISOString(),
    pre_claim_scopes: [SCOPE],
    token_endpoint: iconsUrl + TOKEN_PATH,
  })
}

/** Finds why a body is no registration; null: it is one. Only its `type` matters; other members are ignored. */
function registrationFault(body: Uint8Array): ServiceError | null {
  const type = readJsonObject(body)?.['type']
  if (type === undefined)
    return invalidRequest(`The body must be a JSON object with a member "type" that is "${IDENTITY_TYPE}".`)
  if (type === IDENTITY_TYPE) return null
  if (type === 'identity_assertion') {
    return refuse(
      'identity_assertion_not_enabled',
      `Registration by identity assertion is not offered; use the type "${IDENTITY_TYPE}".`,
    )
  }
  if (type === 'service_auth') {
    return refuse(
      'service_auth_not_enabled',
      `Registration by service credentials is not offered; use the type "${IDENTITY_TYPE}".`,
    )
  }
  return invalidRequest(`The only type of registration is "${IDENTITY_TYPE}".`)
}
