import type { ServiceError } from '../../http/route/service-error.ts'
import { refuse } from '../refusals.ts'

/** Longest redirect URI. */
const REDIRECT_URI_LIMIT_CHARACTERS = 2048
/** Redirect URIs that a client may register. */
export const REDIRECT_URIS_LIMIT = 10

/** Characters of a URI that is also a value of a header field: RFC 3986 §2 without `#`. */
const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/
const MALFORMED_PERCENT = /%(?![0-9A-Fa-f]{2})/
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/
const HTTP_AUTHORITY = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?(?=[/?]|$)/
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=[/?]|$)/i
/** Schemes of well-known editors. RFC 8252 requires a dot in a scheme; these have none, but their MCP clients use them. */
const EDITOR_SCHEMES: ReadonlySet<string> = new Set(['cursor', 'vscode', 'vscode-insiders', 'vscodium', 'windsurf'])
/** Parameters of the authorization response, which the query of a redirect URI must not contain. */
const ANSWER_PARAMETERS: readonly string[] = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/**
 * Finds why a redirect URI may not be registered; null: it may. `https` is allowed, and `http` on the same machine (RFC
 * 8252 §7.3). So are the schemes of known editors, and private-use schemes that are a reversed domain name (§7.1). The dot
 * distinguishes those from `javascript`. The check is strict on purpose: it refuses whatever a browser reads otherwise than
 * it is written, so that URIs can be matched by bytes.
 */
export function redirectUriFault(uri: string): ServiceError | null {
  const fault = faultOf(uri)
  return fault === null ? null : refuse('invalid_redirect_uri', fault)
}

function faultOf(uri: string): string | null {
  if (uri.length > REDIRECT_URI_LIMIT_CHARACTERS) {
    return `A redirect URI may have ${REDIRECT_URI_LIMIT_CHARACTERS} characters at most.`
  }
  if (uri.includes('#')) return 'A redirect URI may not have a fragment.'
  if (!URI_CHARACTERS.test(uri) || MALFORMED_PERCENT.test(uri) || !URL.canParse(uri)) {
    return 'A redirect URI must be an absolute URI.'
  }
  if (namesAnswer(uri)) return 'The query of a redirect URI may not hold parameters of the authorization response.'
  const scheme = SCHEME.exec(uri)?.[1] ?? ''
  if (scheme === 'https' || scheme === 'http') return httpFault(uri, scheme)
  // Browsers ignore the case of a scheme (RFC 3986 §3.1), so only one spelling is allowed.
  if (scheme !== scheme.toLowerCase()) return 'Write the scheme of a redirect URI in lower case.'
  const isReversedName = scheme.includes('.') && /^[a-z]/.test(scheme) && !scheme.endsWith('.')
  return isReversedName || EDITOR_SCHEMES.has(scheme)
    ? null
    : 'The scheme of a redirect URI must be https, http for a loopback address, or a private-use scheme with a dot.'
}

function httpFault(uri: string, scheme: 'http' | 'https'): string | null {
  const [origin, host = '', port] = HTTP_AUTHORITY.exec(uri) ?? []
  // `new URL` reads `0x7f.1`, `2130706433` and `%6c` as other hosts than written.
  if (origin === undefined || new URL(uri).hostname !== host) {
    return 'A redirect URI needs a plain host in lower case, without user name and password.'
  }
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return 'The port of a redirect URI is none.'
  if (DOT_SEGMENT.test(uri.slice(origin.length).split('?', 1)[0] ?? '')) {
    return 'The path of a redirect URI may not have dot segments.'
  }
  return scheme === 'https' || LOOPBACK_HOSTS.has(host)
    ? null
    : 'A redirect URI with http must lead to 127.0.0.1, [::1] or localhost.'
}

function namesAnswer(uri: string): boolean {
  const mark = uri.indexOf('?')
  if (mark === -1) return false
  const query = new URLSearchParams(uri.slice(mark + 1))
  return ANSWER_PARAMETERS.some((name) => query.has(name))
}

/** Tells whether a registered redirect URI leads to the person's own machine by a network address (RFC 8252 §7.3). */
export function isLoopbackRedirect(uri: string): boolean {
  const host = HTTP_AUTHORITY.exec(uri)?.[1]
  return host !== undefined && LOOPBACK_HOSTS.has(host)
}

/** Names the destination of the browser: the host, or the scheme of an application. */
export function redirectTarget(uri: string): string {
  return HTTP_AUTHORITY.test(uri) ? new URL(uri).host : (SCHEME.exec(uri)?.[1] ?? '')
}
