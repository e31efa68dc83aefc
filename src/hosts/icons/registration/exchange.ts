import { readStrictForm } from '../../../http/wire/form.ts'
import { uncachedJson, type Outcome } from '../../../http/route/reply.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import { ACCESS_LIFETIME_SECONDS, SCOPE } from '../../../tokens/claims.ts'
import type { TokenService } from '../../../tokens/token-service.ts'
import { JWT_BEARER_GRANT } from './metadata.ts'
import { invalidRequest, refuse, unavailable } from './refusals.ts'

/** Parameters that may occur once (RFC 6749 §3.2). Others are ignored, even when repeated. */
const PARAMETERS = ['grant_type', 'assertion', 'scope'] as const
type Form = Readonly<Record<(typeof PARAMETERS)[number], string>>

/** Exchanges an identity assertion for an access token (RFC 7523 §2.1). This may be repeated until the assertion expires. */
export async function exchange(body: Uint8Array, tokens: TokenService): Promise<Outcome> {
  const read = readStrictForm(body, PARAMETERS)
  if (!read.ok) return invalidRequest(read.detail)
  const form = read.value
  const fault = exchangeFault(form)
  if (fault !== null) return fault
  const checked = await tokens.checkAssertion(form.assertion)
  if (!checked.ok) return checked.code === 'unavailable' ? unavailable(checked) : INVALID_GRANTS[checked.code]
  const access = await tokens.issueAccess(checked.subject)
  if (!access.ok) return unavailable(access)
  return uncachedJson(200, {
    access_token: access.token,
    token_type: 'Bearer',
    expires_in: ACCESS_LIFETIME_SECONDS,
    scope: SCOPE,
  })
}

const INVALID_GRANTS = {
  expired: refuse('invalid_grant', 'The identity assertion has expired. Register again.'),
  invalid: refuse(
    'invalid_grant',
    'The identity assertion was altered, or was not signed by the current key. Register again.',
  ),
} as const

function exchangeFault({ assertion, grant_type, scope }: Form): ServiceError | null {
  if (grant_type === '') return invalidRequest('The parameter grant_type is missing.')
  if (grant_type !== JWT_BEARER_GRANT) {
    return refuse('unsupported_grant_type', `The only grant type is ${JWT_BEARER_GRANT}.`)
  }
  if (assertion === '') return invalidRequest('The parameter assertion is missing.')
  if (scope.split(' ').some((name) => name !== '' && name !== SCOPE)) {
    return refuse('invalid_scope', `The only scope is ${SCOPE}.`)
  }
  return null
}
