import type { ServiceError } from '../../http/route/service-error.ts'
import type { Form } from '../../http/wire/form.ts'

/** Parameters by which clients authenticate themselves in a form. */
export const CREDENTIAL_PARAMETERS = ['client_secret', 'client_assertion', 'client_assertion_type'] as const

const DETAIL = 'Clients of this server are public: send client_id in the body, and no credentials of the client.'
/**
 * The refusal of a client that used the field `Authorization`. It has a challenge of that scheme (RFC 6749 §5.2); `Basic`
 * is the one that clients try.
 */
const BY_FIELD: ServiceError = {
  ok: false,
  status: 401,
  code: 'invalid_client',
  detail: DETAIL,
  headers: [['WWW-Authenticate', 'Basic realm="Signpost"']],
}
const BY_PARAMETER: ServiceError = { ok: false, status: 400, code: 'invalid_client', detail: DETAIL }

/** Finds client credentials. Clients here have none, so a client that sends some is misconfigured (RFC 6749 §2.3, §5.2). */
export function clientAuthenticationFault(authorization: string, parameters: Form): ServiceError | null {
  if (authorization !== '') return BY_FIELD
  return CREDENTIAL_PARAMETERS.some((name) => parameters.get(name) !== '') ? BY_PARAMETER : null
}
