import type { Headers } from '../../../http/wire/header-block.ts'
import type { Locale } from '../../../shared/locale.ts'

/**
 * The policy allows no script, no content from elsewhere, and no frame (CSP Level 3). Chromium applies `form-action` to
 * redirects after a form, so no form may end on another site: see `renderLeaving`.
 */
const ACCOUNT_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Gives the header fields of every page.
 *
 * `Referrer-Policy` is `same-origin`. It sends nothing to other sites, like `no-referrer`, but keeps the `Origin` of forms,
 * which `no-referrer` makes `null` (Fetch Standard §3.2).
 *
 * @param flow Whether the page belongs to an authorization flow. Applications open those in a window that reports to its
 *   opener when it is done. `Cross-Origin-Opener-Policy` would separate the two for good.
 */
export function pageHeaders(locale: Locale, flow: boolean): Headers {
  return [
    ['Content-Language', locale],
    ['Content-Security-Policy', ACCOUNT_PAGE_POLICY],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(flow ? [] : ([['Cross-Origin-Opener-Policy', 'same-origin']] as const)),
    ['Vary', 'Cookie, Accept-Language'],
  ]
}
