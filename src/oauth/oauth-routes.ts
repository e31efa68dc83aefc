import type { Route } from '../http/route/route.ts'
import type { Limiter } from '../limits/limiter.ts'
import { createAuthenticateClient, type AuthenticateClientOptions } from './assertion/authenticate-client.ts'
import { metadataRoutes } from './metadata/metadata-routes.ts'
import { registerRoute } from './register/register-endpoint.ts'
import { revokeRoute } from './revoke/revoke-endpoint.ts'
import type { TokenDependencies } from './token/token-dependencies.ts'
import { tokenRoute } from './token/token-endpoint.ts'

export interface OAuthRoutesOptions
  extends Omit<TokenDependencies, 'authenticate' | 'clock'>, Omit<AuthenticateClientOptions, 'clock'> {
  readonly limiter: Limiter
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
}

/**
 * Creates the endpoints of the authorization server for programs. People use `/authorize`: see
 * `authorize/authorization.ts`.
 */
export function oauthRoutes({ clock = Date.now, ...options }: OAuthRoutesOptions): Route[] {
  const dependencies = { ...options, clock, authenticate: createAuthenticateClient({ ...options, clock }) }
  return [
    tokenRoute(dependencies, options.limiter),
    registerRoute(dependencies),
    revokeRoute(dependencies),
    ...metadataRoutes(options.accountUrl, options.tokens),
  ]
}
