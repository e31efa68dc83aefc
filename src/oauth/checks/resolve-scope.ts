import type { ServiceError } from '../../http/route/service-error.ts'
import { refuse } from '../refusals.ts'
import { ACCOUNT_SCOPE } from '../token/access-tokens.ts'

/** Finds the fault of `scope`; null: it is valid. There is one scope, and it is the default (choices §4; RFC 6749 §3.3). */
export function scopeFault(scope: string): ServiceError | null {
  return scope.split(' ').every((name) => name === '' || name === ACCOUNT_SCOPE)
    ? null
    : refuse('invalid_scope', `The only scope is ${ACCOUNT_SCOPE}.`)
}
