import type { Principal } from '../../../account/principal.ts'

/**
 * Gets the account that a call or a read acts for.
 *
 * @throws {TypeError} where the endpoint's gate names nobody: a fault of the wiring, never of a request.
 */
export function principalOf({ principal }: { readonly principal: unknown }): Principal {
  if (typeof principal !== 'object' || principal === null || !('userId' in principal)) {
    throw new TypeError('the gate of this endpoint names no account')
  }
  return principal as Principal
}
