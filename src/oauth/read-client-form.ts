import type { RouteRequest } from '../http/route/route.ts'
import type { ServiceError } from '../http/route/service-error.ts'
import { decodeUtf8 } from '../http/wire/utf8.ts'
import { clientAuthenticationFault, CREDENTIAL_PARAMETERS } from './checks/refuse-client-authentication.ts'
import { readForm, type Form } from '../http/wire/form.ts'
import { invalidRequest } from './refusals.ts'
import type { Result } from '../shared/result.ts'

/**
 * Creates a reader of the forms that public clients send to an endpoint. Its route must read the field `authorization`. The
 * result is a refusal if the body is no form or repeats a parameter, or if the client authenticates itself.
 *
 * @param names Parameters that the endpoint knows.
 * @param repeatable Parameters of these that may occur several times.
 */
export function createClientFormReader(
  names: readonly string[],
  repeatable: readonly string[] = [],
): (request: Pick<RouteRequest, 'body' | 'field'>) => Result<Form, ServiceError> {
  const known: ReadonlySet<string> = new Set([...names, ...CREDENTIAL_PARAMETERS])
  const several: ReadonlySet<string> = new Set(repeatable)
  return ({ body, field }) => {
    const text = decodeUtf8(body)
    if (text === null) return invalidRequest('The body must be a form in UTF-8.')
    const parameters = readForm(text, known, several)
    const malformed = parameters.faultIn(known)
    if (malformed !== null) return invalidRequest(malformed)
    return clientAuthenticationFault(field('authorization'), parameters) ?? { ok: true, value: parameters }
  }
}
