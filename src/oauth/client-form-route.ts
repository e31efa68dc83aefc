import { oauthWire } from '../http/route/error-wires.ts'
import type { Outcome } from '../http/route/reply.ts'
import type { Route } from '../http/route/route.ts'
import { readForm, type Form } from '../http/wire/form.ts'
import { decodeUtf8 } from '../http/wire/utf8.ts'
import { createAddressGate } from '../limits/address-gate.ts'
import type { Limiter } from '../limits/limiter.ts'
import { clientAuthenticationFault, CREDENTIAL_PARAMETERS } from './checks/refuse-client-authentication.ts'
import { TOKEN_REQUESTS } from './limits.ts'
import { invalidRequest } from './refusals.ts'

/** Longest body. A code with its parameters has at most about 4,000 bytes. */
const BODY_LIMIT_BYTES = 16 * 1024

/**
 * Creates the route of an endpoint to which public clients send forms. It refuses a body that is no form or repeats a
 * parameter, and a client that authenticates itself.
 *
 * @param options.names Parameters that the endpoint knows.
 * @param options.repeatable Parameters of these that may occur several times.
 */
export function clientFormRoute(options: {
  readonly path: `/${string}`
  readonly names: readonly string[]
  readonly repeatable?: readonly string[]
  readonly limiter: Limiter
  readonly answer: (parameters: Form, address: string) => Promise<Outcome>
}): Route {
  const { answer, limiter, names, path, repeatable } = options
  const known: ReadonlySet<string> = new Set([...names, ...CREDENTIAL_PARAMETERS])
  const several: ReadonlySet<string> = new Set(repeatable)
  return {
    path,
    name: path,
    method: 'POST',
    body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: BODY_LIMIT_BYTES },
    wire: oauthWire,
    reads: ['authorization'],
    gate: createAddressGate(limiter, TOKEN_REQUESTS),
    async answer({ body, caller, field }) {
      const text = decodeUtf8(body)
      if (text === null) return invalidRequest('The body must be a form in UTF-8.')
      const parameters = readForm(text, known, several)
      const malformed = parameters.faultIn(known)
      if (malformed !== null) return invalidRequest(malformed)
      return clientAuthenticationFault(field('authorization'), parameters) ?? answer(parameters, caller.address)
    },
  }
}
