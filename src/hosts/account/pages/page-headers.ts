import type { Headers } from '../../../http/wire/header-block.ts'
import type { Locale } from '../../../shared/locale.ts'

/**
 * No script, nothing from elsewhere, in nobody's frame (CSP Level 3). Chromium holds redirects after a form against `form-action`, so
 * no form may end on another site: see `renderLeaving`.
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
 * Header fields of every page.
 *
 * `Referrer-Policy` is `same-origin`: it sends nothing to other sites, as `no-referrer` does, but leaves forms their `Origin`, which
 * `no-referrer` makes `null` (Fetch Standard §3.2).
 *
 * @param flow Of an authorization flow: applications open those in a window that tells its opener when it is done, which
 *   `Cross-Origin-Opener-Policy` would part from it for good.
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
