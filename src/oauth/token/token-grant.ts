import type { ServiceError } from '../../http/route/service-error.ts'
import type { OAuthParameters } from '../parameters.ts'

/** What a grant type makes of its parameters, when everything that all have in common is right. */
export type TokenGrant = (
  parameters: OAuthParameters,
  clientId: string,
  address: string,
) => Promise<TokenPair | ServiceError>

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
}
