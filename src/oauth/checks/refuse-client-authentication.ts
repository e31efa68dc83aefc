import type { ServiceError } from '../../http/route/service-error.ts'
import type { Form } from '../../http/wire/form.ts'

/** What a client may authenticate itself with in a form. */
export const CREDENTIAL_PARAMETERS = ['client_secret', 'client_assertion', 'client_assertion_type'] as const

const DETAIL = 'Clients of this server are public: send client_id in the body, and no credentials of the client.'
/** RFC 6749 §5.2: whoever tried the field gets a challenge of its scheme. `Basic` is the one that clients try. */
const BY_FIELD: ServiceError = {
  ok: false,
  status: 401,
  code: 'invalid_client',
  detail: DETAIL,
  headers: [['WWW-Authenticate', 'Basic realm="Signpost"']],
}
const BY_PARAMETER: ServiceError = { ok: false, status: 400, code: 'invalid_client', detail: DETAIL }

/** Nobody here has a secret to authenticate with, so a client that tries believes something wrong (RFC 6749 §2.3, §5.2). */
export function clientAuthenticationFault(authorization: string, parameters: Form): ServiceError | null {
  if (authorization !== '') return BY_FIELD
  return CREDENTIAL_PARAMETERS.some((name) => parameters.get(name) !== '') ? BY_PARAMETER : null
}
