import { encodePath } from '../../shared/encode-path.ts'
import type { Page } from '../page.ts'
import { localeNames } from '../locales/locale-names.ts'
import type { SiteConfig } from './site-config.ts'

/** The site beside which Signpost works. */
export interface BesideSite {
  /** Address of the site without a slash at its end. */
  readonly url: string
  /** Full address of a page on the site, percent-encoded. */
  readonly addressOf: (page: Pick<Page, 'locale' | 'path'> & { readonly address: string | null }) => string
}

/** The site that `site.yaml` names; null: Signpost is the site. */
export function besideSite(config: SiteConfig): BesideSite | null {
  const url = siteUrlOf(config)
  if (url === null) return null
  const names = localeNames(config)
  return {
    url,
    addressOf({ address, locale, path }) {
      const folder = names.folderOf(locale)
      return `${url}/${encodePath(address ?? (folder === '' ? path : `${folder}/${path}`))}`
    },
  }
}

/**
 * Names the page that an address of the site leads to, in whatever form it is written: without query, fragment, slash at
 * its end, `.html` and `index`. Null: it is no address below `siteUrl`.
 */
export function siteAddressKey(siteUrl: string, address: string): string | null {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null
  const site = new URL(siteUrl)
  const { origin, pathname } = new URL(address)
  const base = site.pathname.replace(/\/$/, '')
  if (origin !== site.origin || !`${pathname}/`.startsWith(`${base}/`)) return null
  try {
    const path = decodeURIComponent(pathname.slice(base.length)).replace(/^\//, '')
    return trimSlashes(
      trimSlashes(path)
        .replace(/\.x?html?$/i, '')
        .replace(/(^|\/)index$/i, '$1'),
    )
  } catch {
    return null
  }
}

/** Removes slashes at the end, in linear time. */
function trimSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** Address of the site beside which Signpost works, without a slash at its end; null: Signpost is the site. */
export function siteUrlOf({ url }: SiteConfig): string | null {
  return url === undefined ? null : new URL(url).href.replace(/(?<!\/)\/+$/, '')
}
