/**
 * The `Content-Security-Policy` of every HTML page of the docs host. It allows no inline script and nothing from other
 * sites. So a page's content could not run a script even if the renderer let one through.
 * Source: W3C Content Security Policy Level 3.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
