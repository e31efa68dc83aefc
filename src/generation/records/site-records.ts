import type { Page } from '../../docs/page.ts'
import { siteAddressKey } from '../../docs/site/site-address.ts'
import type { SiteRecord } from '../../docs/site/served-site.ts'
import { siteUrlOf } from '../../docs/site/site-config.ts'
import type { SiteConfig } from '../../docs/site/site-config.ts'
import { addressKey, SITE_KEY } from '../generation.ts'
import { FALLBACK_LOCALE } from '../../shared/locale.ts'
import type { NewRecord } from './pack-records.ts'

/**
 * What a generation stores of `site.yaml`: what hosts know of it, and the pages by their addresses on the site.
 * @param old redirects of the content itself, over which those of `site.yaml` win
 */
export function siteRecords(config: SiteConfig, old: ReadonlyMap<string, string>, pages: Iterable<Page>): NewRecord[] {
  const { rootLocale = FALLBACK_LOCALE } = config
  const redirects = { ...Object.fromEntries(old), ...config.redirects }
  const siteUrl = siteUrlOf(config)
  const byKey = new Map<string, NewRecord>()
  if (siteUrl !== null || Object.keys(redirects).length > 0) {
    const record: SiteRecord = { url: siteUrl, root: rootLocale, redirects }
    byKey.set(SITE_KEY, { key: SITE_KEY, meta: '', body: JSON.stringify(record) })
  }
  if (siteUrl === null) return [...byKey.values()]
  for (const { locale, path, siteAddress } of pages) {
    const address = siteAddress === null ? null : siteAddressKey(siteUrl, siteAddress)
    if (address === null) continue
    const key = addressKey(address)
    // Two pages can have one address where the site serves them by the language of the reader. The first one counts.
    if (!byKey.has(key)) byKey.set(key, { key, meta: '', body: JSON.stringify([locale, path]) })
  }
  return [...byKey.values()]
}
