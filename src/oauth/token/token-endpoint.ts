import { uncachedJson, type Outcome, type Reply } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import type { Form } from '../../http/wire/form.ts'
import type { Limiter } from '../../limits/limiter.ts'
import { createResourceCheck } from '../checks/resolve-resource.ts'
import { readScope } from '../checks/resolve-scope.ts'
import { clientFormRoute } from '../client-form-route.ts'
import { invalidRequest, refuse } from '../refusals.ts'
import { ACCOUNT_ACCESS_LIFETIME_SECONDS, ACCOUNT_SCOPE } from './access-tokens.ts'
import { createCodeExchange } from './exchange-code.ts'
import { createRefresh } from './refresh.ts'
import type { TokenGrant, TokenPair } from './token-grant.ts'
import type { TokenDependencies } from './token-dependencies.ts'

export const TOKEN_PATH = '/token'

/** Creates the token endpoint (OAuth 2.1 §3.2), for public clients. */
export function tokenRoute(dependencies: TokenDependencies, limiter: Limiter): Route {
  const resourceFault = createResourceCheck(dependencies.accountUrl)
  const grantTypes: ReadonlyMap<string, TokenGrant> = new Map([
    ['authorization_code', createCodeExchange(dependencies)],
    ['refresh_token', createRefresh(dependencies)],
  ])

  async function answer(parameters: Form, address: string): Promise<Outcome> {
    const grantType = parameters.get('grant_type')
    if (grantType === '') return invalidRequest('The parameter grant_type is missing.')
    const grant = grantTypes.get(grantType)
    if (grant === undefined) {
      return refuse('unsupported_grant_type', `The grant types are ${[...grantTypes.keys()].join(' and ')}.`)
    }
    const clientId = parameters.get('client_id')
    if (clientId === '') return invalidRequest('The parameter client_id is missing.')
    const scope = readScope(parameters.get('scope'))
    if (!scope.ok) return scope
    const fault = resourceFault(parameters.list('resource'))
    if (fault !== null) return fault
    const pair = await grant(parameters, clientId, address)
    return pair.ok ? toReply(pair.value) : pair
  }

  return clientFormRoute({
    path: TOKEN_PATH,
    names: ['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'refresh_token', 'scope', 'resource'],
    repeatable: ['resource'],
    limiter,
    answer,
  })
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
