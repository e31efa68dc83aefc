import type { ServiceError } from '../../http/route/service-error.ts'
import type { Form } from '../../http/wire/form.ts'
import type { Sender } from '../assertion/authenticate-client.ts'
import type { Result } from '../../shared/result.ts'

/** Handles the parameters of a grant type, after the common checks. */
export type TokenGrant = (parameters: Form, sender: Sender, address: string) => Promise<Result<TokenPair, ServiceError>>

export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
}
