import { createHash } from 'node:crypto'

/** What a page may show and run beside what its own host serves. */
interface Allowed {
  /** Origins of images. */
  readonly images?: readonly string[]
  /** Sources of scripts and style sheets within the page: hashes of their texts. */
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
}

/**
 * The `Content-Security-Policy` of HTML pages of the docs and icons hosts. It allows no script within the page but those whose text it
 * names, and nothing from other sites but images of those that the operator lists. So a page's content could not run a
 * script even if the renderer let one through.
 * Source: W3C Content Security Policy Level 3.
 */
export function contentSecurityPolicy({ images = [], scripts = [], styles = [] }: Allowed = {}): string {
  return [
    "default-src 'none'",
    ["style-src 'self'", ...styles].join(' '),
    ["script-src 'self'", ...scripts].join(' '),
    "connect-src 'self'",
    ["img-src 'self' data:", ...images].join(' '),
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The source that allows a script or a style sheet within a page by its whole text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
