/**
 * The `Content-Security-Policy` of every HTML page of the docs host. It allows no inline script, and nothing from other
 * sites but images of those that the operator lists. So a page's content could not run a script even if the renderer let
 * one through.
 * Source: W3C Content Security Policy Level 3.
 */
export function contentSecurityPolicy(imageOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    ["img-src 'self' data:", ...imageOrigins].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of pages that show nothing from other sites. */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy([])
