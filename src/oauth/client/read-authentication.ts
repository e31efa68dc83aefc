import { ASSERTION_ALGORITHMS } from '../../tokens/client-assertion.ts'
import { PUBLIC_CLIENT, type ClientAuthentication } from './client-store.ts'
import { readTexts } from './client-texts.ts'
import { readKeys } from './read-keys.ts'

export const ALL_ALGORITHMS: readonly string[] = Object.values(ASSERTION_ALGORITHMS).flat()
const SECRET_METHOD = /^client_secret_/
const KEYS_URL_FORM = /^https:\/\/[^\s@#\\]{1,1015}$/

/**
 * Reads how a client authenticates itself, from its document (RFC 7591 §2; draft-ietf-oauth-client-id-metadata-document §4.1).
 * A document may name one method, several to choose from, or both. Without any, the client is public.
 *
 * @returns the text of the refusal where this server and the client have no method in common
 */
export function readAuthentication(metadata: Readonly<Record<string, unknown>>): ClientAuthentication | string {
  const method = metadata['token_endpoint_auth_method'] ?? null
  const list = readTexts(metadata['token_endpoint_auth_methods_supported'])
  if ((method !== null && typeof method !== 'string') || list === undefined) {
    return 'Its token_endpoint_auth_method must be a text, and its token_endpoint_auth_methods_supported a list of texts.'
  }
  if (method !== null && SECRET_METHOD.test(method)) {
    return 'Its token_endpoint_auth_method must be none or private_key_jwt: nobody could keep a secret of it.'
  }
  const named = new Set([...(method === null ? [] : [method]), ...(list ?? [])])
  const isPublic = named.size === 0 || named.has('none')
  if (!named.has('private_key_jwt')) {
    return isPublic ? PUBLIC_CLIENT : 'It must offer the method none or private_key_jwt for the token endpoint.'
  }
  const keys = readKeySource(metadata)
  if (typeof keys !== 'string')
    return { methods: isPublic ? ['none', 'private_key_jwt'] : ['private_key_jwt'], ...keys }
  // A client that would rather have no keys than these is public.
  return isPublic && method !== 'private_key_jwt' ? PUBLIC_CLIENT : keys
}

function readKeySource(
  metadata: Readonly<Record<string, unknown>>,
): Pick<ClientAuthentication, 'algorithms' | 'keysUrl' | 'keys'> | string {
  // Libraries write null for members that a client leaves out.
  const [jwks, url, algorithm] = ['jwks', 'jwks_uri', 'token_endpoint_auth_signing_alg'].map(
    (name) => metadata[name] ?? null,
  )
  const algorithms = algorithm === null ? ALL_ALGORITHMS : ALL_ALGORITHMS.filter((name) => name === algorithm)
  if (algorithms.length === 0) {
    return `Its token_endpoint_auth_signing_alg must be one of ${ALL_ALGORITHMS.join(', ')}.`
  }
  if (url !== null && jwks !== null) return 'It must have jwks or jwks_uri, not both.'
  if (url !== null) {
    return typeof url === 'string' && KEYS_URL_FORM.test(url) && URL.canParse(url)
      ? { algorithms, keysUrl: url, keys: [] }
      : 'Its jwks_uri must be an https address of up to 1,023 characters, without user name and fragment.'
  }
  const keys = readKeys(jwks, algorithms)
  return keys.length > 0
    ? { algorithms, keysUrl: null, keys }
    : 'Its method private_key_jwt needs jwks or jwks_uri, with a public key for RS256, PS256, ES256 or EdDSA.'
}
