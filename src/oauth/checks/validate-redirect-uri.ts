import { isInterpretedScheme } from './interpreted-schemes.ts'

/** Longest redirect URI. */
const REDIRECT_URI_LIMIT_CHARACTERS = 2048

/** Characters of a URI that is also a value of a header field: RFC 3986 §2 without `#`. */
const URI_CHARACTERS = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/
const MALFORMED_PERCENT = /%(?![0-9A-Fa-f]{2})/
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/
const HTTP_AUTHORITY = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?(?=[/?]|$)/
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=[/?]|$)/i
/** Parameters of the authorization response, which the query of a redirect URI must not contain. */
const ANSWER_PARAMETERS: readonly string[] = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/**
 * Finds why a redirect URI may not be used; null: it may. `https` is allowed, and `http` on the same machine (RFC 8252
 * §7.3). So is any private-use scheme (§7.1) that is not interpreted by something else. The check is strict on purpose: it
 * refuses whatever a browser reads otherwise than it is written, so that URIs can be matched by bytes.
 */
export function redirectUriFault(uri: string): string | null {
  if (uri.length > REDIRECT_URI_LIMIT_CHARACTERS) {
    return `A redirect URI may have ${REDIRECT_URI_LIMIT_CHARACTERS} characters at most.`
  }
  if (uri.includes('#')) return 'A redirect URI may not have a fragment.'
  if (!URI_CHARACTERS.test(uri) || MALFORMED_PERCENT.test(uri) || !URL.canParse(uri)) {
    return 'A redirect URI must be an absolute URI.'
  }
  if (namesAnswer(uri)) return 'The query of a redirect URI may not hold parameters of the authorization response.'
  const scheme = schemeOf(uri)
  if (scheme === 'https' || scheme === 'http') return httpFault(uri, scheme)
  if (isInterpretedScheme(scheme)) {
    return 'Its scheme belongs to browsers, systems or a protocol. Use one that only your application has, or https.'
  }
  // An address without its `http://`, such as `localhost:8080/callback`, is no private-use URI either (RFC 8252 §7.1).
  if (uri[scheme.length + 1] !== '/') return 'After a private-use scheme a redirect URI needs a colon and a slash.'
  return segmentsFault(uri.slice(scheme.length + 1))
}

function httpFault(uri: string, scheme: 'http' | 'https'): string | null {
  const [origin, host = '', port] = HTTP_AUTHORITY.exec(uri) ?? []
  // `new URL` reads `0x7f.1`, `2130706433` and `%6c` as other hosts than written.
  if (origin === undefined || new URL(uri).hostname !== host) {
    return 'A redirect URI needs http or https and a plain host in lower case, without user name and password.'
  }
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) {
    return 'The port of a redirect URI must be between 1 and 65535.'
  }
  const isPlainElsewhere = scheme === 'http' && !LOOPBACK_HOSTS.has(host)
  if (isPlainElsewhere) return 'A redirect URI with http must lead to 127.0.0.1, [::1] or localhost.'
  return segmentsFault(uri.slice(origin.length))
}

function segmentsFault(path: string): string | null {
  const hasDots = DOT_SEGMENT.test(path.split('?', 1)[0] ?? '')
  return hasDots ? 'The path of a redirect URI may not have dot segments.' : null
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
  return HTTP_AUTHORITY.test(uri) ? new URL(uri).host : schemeOf(uri)
}

/** Reads the scheme of a URI, in lower case since browsers ignore its case (RFC 3986 §3.1); empty: there is no scheme. */
export function schemeOf(uri: string): string {
  return (SCHEME.exec(uri)?.[1] ?? '').toLowerCase()
}
