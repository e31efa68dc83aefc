import type { ServiceError } from '../../http/route/service-error.ts'
import type { Result } from '../../shared/result.ts'
import { words } from '../../shared/words.ts'
import { refuse } from '../refusals.ts'
import { ACCOUNT_SCOPE } from '../token/access-tokens.ts'

/** Scopes that clients ask of every server, without a wish for a part of this one (OpenID Connect Core §5.4, §11). */
const GENERIC_SCOPES: ReadonlySet<string> = new Set(words('openid profile email address phone offline_access'))
const SCOPE_NAME = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/**
 * Reads `scope`. There is one scope, which is also the default. Other names beside it, and generic ones alone, are narrowed
 * to it (RFC 6749 §3.3). Any other name alone is refused: it may ask for less than everything.
 *
 * @returns The names that were asked for, if they were narrowed; otherwise an empty list.
 */
export function readScope(scope: string): Result<readonly string[], ServiceError> {
  const names = [...new Set(scope.split(' '))].filter((name) => name !== '')
  const isGranted = names.includes(ACCOUNT_SCOPE) || names.every((name) => GENERIC_SCOPES.has(name))
  if (!isGranted || !names.every((name) => SCOPE_NAME.test(name))) return UNKNOWN_SCOPE
  return { ok: true, value: names.every((name) => name === ACCOUNT_SCOPE) ? [] : names }
}

const UNKNOWN_SCOPE = refuse(
  'invalid_scope',
  `The only scope is ${ACCOUNT_SCOPE}. Ask for it, or leave the parameter scope out.`,
)
