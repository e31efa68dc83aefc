import type { ServiceError } from '../../http/route/service-error.ts'
import type { Result } from '../../shared/result.ts'
import { refuse } from '../refusals.ts'
import { redirectUriFault, schemeOf } from './validate-redirect-uri.ts'

/** Redirect URIs of a client that are read. Ports of loopback addresses need no entries of their own. */
const REDIRECT_URIS_LIMIT = 32
const SCHEME_LIMIT_CHARACTERS = 40
/** Any port of a loopback address, as some clients write it. That is what an address without a port means here. */
const ANY_PORT = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\*(?=[/?]|$)/

/**
 * Selects those of a client's redirect URIs that it may have here, for registrations and for documents. One list serves
 * many servers, so what is not allowed is left out, if something remains.
 *
 * @param value Member `redirect_uris` of the metadata.
 * @param faultOf Finds the fault of one redirect URI; null: it is allowed.
 */
export function selectRedirectUris(
  value: unknown,
  faultOf: (uri: string) => string | null = redirectUriFault,
): Result<readonly string[], ServiceError> {
  if (!Array.isArray(value) || value.length === 0) return NO_LIST
  const uris = value
    .slice(0, REDIRECT_URIS_LIMIT)
    .map((uri: unknown) => (typeof uri === 'string' ? uri.replace(ANY_PORT, '$1') : ''))
  const allowed = uris.filter((uri) => faultOf(uri) === null)
  if (allowed.length > 0) return { ok: true, value: [...new Set(allowed)] }
  const [first = ''] = uris
  const scheme = schemeOf(first).slice(0, SCHEME_LIMIT_CHARACTERS)
  const which = scheme === '' ? 'The first one' : `The first one (${scheme}:)`
  return refuse('invalid_redirect_uri', `None of redirect_uris is allowed here. ${which}: ${faultOf(first)}`)
}

const NO_LIST = refuse('invalid_redirect_uri', 'The member redirect_uris must be a list of at least one redirect URI.')
