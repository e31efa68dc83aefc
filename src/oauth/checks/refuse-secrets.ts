import type { ServiceError } from '../../http/route/service-error.ts'
import type { Form } from '../../http/wire/form.ts'
import { invalidClient } from '../refusals.ts'

const DETAIL =
  'Clients of this server have no secret: send client_id in the body, and a client_assertion if the metadata document of the client has keys.'
/**
 * The refusal of a client that used the field `Authorization`. It has a challenge of that scheme (RFC 6749 §5.2); `Basic`
 * is the one that clients try.
 */
const BY_FIELD: ServiceError = {
  ...invalidClient(DETAIL),
  status: 401,
  headers: [['WWW-Authenticate', 'Basic realm="Signpost"']],
}
const BY_PARAMETER = invalidClient(DETAIL)

/** Finds a secret of a client. Clients here have none, so a client that sends one is misconfigured (RFC 6749 §2.3, §5.2). */
export function secretFault(authorization: string, parameters: Form): ServiceError | null {
  if (authorization !== '') return BY_FIELD
  return parameters.get('client_secret') === '' ? null : BY_PARAMETER
}
