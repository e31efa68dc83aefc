import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { Answer } from '../../shared/result.ts'
import type { DocsService } from './docs-service.ts'
import type { Page } from '../page.ts'
import { forbiddenCharacter, parseEncodedPath, PATH_LIMIT_CHARS, parsePagePath } from '../paths.ts'
import { siteAddressKey } from '../site/site-address.ts'

/** A request for a page by its path or its address. */
type PageRequest =
  | {
      readonly ok: true
      /** Names the answer among all answers to requests for pages. */
      readonly key: string
      /** Where the page is, as far as the request tells. */
      readonly locale: Locale
      readonly path: string
      /** Reads the page, or null. */
      readonly read: () => Promise<Answer<Page | null>>
    }
  /** `detail` explains the fault and its remedy, for the `detail` of an `invalid_path` problem. */
  | { readonly ok: false; readonly detail: string }

/**
 * Prepares the look-up of a page that a client names: by what `parsePagePath` accepts or, beside a site, by any address of
 * that site. A path is tried as it is given, and then percent-decoded.
 */
export function requestPage(docs: DocsService, raw: string, siteOrigins: readonly string[]): PageRequest {
  const parsed = parsePagePath(raw, { siteOrigins })
  const { url } = docs.site
  const isBounded = raw.length <= PATH_LIMIT_CHARS && forbiddenCharacter(raw) === null
  const address = url === null || !isBounded ? null : siteAddressKey(url, raw)
  if (address === null) {
    if (!parsed.ok) return parsed
    const { locale, path } = parsed
    const key = `page ${locale} ${path}`
    const decoded = parseEncodedPath(raw)
    if (decoded === null) return { ok: true, key, locale, path, read: () => docs.page(locale, path) }
    return {
      ok: true,
      // No path has a line end.
      key: `${key}\n${decoded.locale} ${decoded.path}`,
      ...decoded,
      async read() {
        const given = await docs.page(locale, path)
        return given.ok && given.value === null ? docs.page(decoded.locale, decoded.path) : given
      },
    }
  }
  const { locale, path } = parsed.ok ? parsed : { locale: FALLBACK_LOCALE, path: address }
  return {
    ok: true,
    key: `page at ${raw}`,
    locale,
    path,
    async read() {
      const found = await docs.pageAt(address)
      // The site and this host may have the same origin.
      return parsed.ok && found.ok && found.value === null ? docs.page(locale, path) : found
    },
  }
}
