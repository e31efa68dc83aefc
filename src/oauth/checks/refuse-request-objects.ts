import type { ServiceError } from '../../http/route/service-error.ts'
import type { Form } from '../../http/wire/form.ts'
import { refuse } from '../refusals.ts'

/**
 * Refuses request objects (RFC 9101 §6.3, OpenID Connect Core §6). Such a request must not be judged by its other
 * parameters.
 */
export function requestObjectFault(parameters: Form): ServiceError | null {
  if (parameters.get('request') !== '') {
    return refuse('request_not_supported', 'The parameter request is not supported.')
  }
  return parameters.get('request_uri') === ''
    ? null
    : refuse('request_uri_not_supported', 'The parameter request_uri is not supported.')
}
