import { oauthWire } from '../http/route/error-wires.ts'
import type { Outcome } from '../http/route/reply.ts'
import type { Route } from '../http/route/route.ts'
import { readForm, type Form } from '../http/wire/form.ts'
import { decodeUtf8 } from '../http/wire/utf8.ts'
import { createAddressGate } from '../limits/address-gate.ts'
import type { Limiter } from '../limits/limiter.ts'
import { CREDENTIAL_PARAMETERS, type AuthenticateClient, type Sender } from './assertion/authenticate-client.ts'
import { TOKEN_REQUESTS } from './limits.ts'
import { invalidRequest } from './refusals.ts'

/** Longest body. A code with its parameters has at most about 4,000 bytes, and an assertion as many. */
const BODY_LIMIT_BYTES = 16 * 1024

/**
 * Creates the route of an endpoint to which clients send forms. It refuses a body that is no form or repeats a parameter, and
 * a client that authenticates itself wrongly.
 *
 * @param options.names Parameters that the endpoint knows, apart from those that name and authenticate the client.
 * @param options.repeatable Parameters of these that may occur several times.
 */
export function clientFormRoute(options: {
  readonly path: `/${string}`
  readonly names: readonly string[]
  readonly repeatable?: readonly string[]
  readonly limiter: Limiter
  readonly authenticate: AuthenticateClient
  readonly answer: (parameters: Form, sender: Sender, address: string) => Promise<Outcome>
}): Route {
  const { answer, authenticate, limiter, names, path, repeatable } = options
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
      const sender = await authenticate(field('authorization'), parameters, caller.address)
      return sender.ok ? answer(parameters, sender.value, caller.address) : sender
    },
  }
}
