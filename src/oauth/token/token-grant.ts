import type { ServiceError } from '../../http/route/service-error.ts'
import type { Form } from '../../http/wire/form.ts'
import type { Result } from '../../shared/result.ts'

/** What a grant type makes of its parameters, when everything that all have in common is right. */
export type TokenGrant = (
  parameters: Form,
  clientId: string,
  address: string,
) => Promise<Result<TokenPair, ServiceError>>

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
}
