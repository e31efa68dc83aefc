import { uncachedJson, type Outcome, type Reply } from '../../http/route/reply.ts'
import type { Route, RouteRequest } from '../../http/route/route.ts'
import { oauthWire } from '../../http/route/error-wires.ts'
import { createAddressGate } from '../../limits/address-gate.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { createResourceCheck } from '../checks/resolve-resource.ts'
import { scopeFault } from '../checks/resolve-scope.ts'
import { TOKEN_REQUESTS } from '../limits.ts'
import { createClientFormReader } from '../read-client-form.ts'
import { invalidRequest, refuse } from '../refusals.ts'
import { ACCOUNT_ACCESS_LIFETIME_SECONDS, ACCOUNT_SCOPE } from './access-tokens.ts'
import { createCodeExchange } from './exchange-code.ts'
import { createRefresh } from './refresh.ts'
import type { TokenGrant, TokenPair } from './token-grant.ts'
import type { TokenDependencies } from './token-dependencies.ts'

export const TOKEN_PATH = '/token'
/** Longest body. A code with its parameters has at most about 4,000 bytes. */
const BODY_LIMIT_BYTES = 16 * 1024

const readForm = createClientFormReader(
  ['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'refresh_token', 'scope', 'resource'],
  ['resource'],
)

/** Creates the token endpoint (OAuth 2.1 §3.2), for public clients. */
export function tokenRoute(dependencies: TokenDependencies, limiter: Limiter): Route {
  const resourceFault = createResourceCheck(dependencies.accountUrl)
  const grantTypes: ReadonlyMap<string, TokenGrant> = new Map([
    ['authorization_code', createCodeExchange(dependencies)],
    ['refresh_token', createRefresh(dependencies)],
  ])

  async function answer(request: RouteRequest): Promise<Outcome> {
    const read = readForm(request)
    if (!read.ok) return read
    const parameters = read.value
    const grantType = parameters.get('grant_type')
    if (grantType === '') return invalidRequest('The parameter grant_type is missing.')
    const grant = grantTypes.get(grantType)
    if (grant === undefined) {
      return refuse('unsupported_grant_type', `The grant types are ${[...grantTypes.keys()].join(' and ')}.`)
    }
    const clientId = parameters.get('client_id')
    if (clientId === '') return invalidRequest('The parameter client_id is missing.')
    const fault = scopeFault(parameters.get('scope')) ?? resourceFault(parameters.list('resource'))
    if (fault !== null) return fault
    const pair = await grant(parameters, clientId, request.caller.address)
    return pair.ok ? toReply(pair.value) : pair
  }

  return {
    path: TOKEN_PATH,
    name: TOKEN_PATH,
    method: 'POST',
    body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: BODY_LIMIT_BYTES },
    wire: oauthWire,
    reads: ['authorization'],
    gate: createAddressGate(limiter, TOKEN_REQUESTS),
    answer,
  }
}

/** Writes the answer of OAuth 2.1 §3.2.3. */
function toReply({ accessToken, refreshToken }: TokenPair): Reply {
  return uncachedJson(200, {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCOUNT_ACCESS_LIFETIME_SECONDS,
    refresh_token: refreshToken,
    scope: ACCOUNT_SCOPE,
  })
}
