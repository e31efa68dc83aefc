import type { Content } from '../../docs/content.ts'
import type { Page } from '../../docs/page.ts'
import { redirectsOf } from '../../docs/site/redirects.ts'
import { siteAddressKey } from '../../docs/site/site-address.ts'
import type { SiteRecord } from '../../docs/served/served-site.ts'
import { servedSections } from '../../docs/served/served-sections.ts'
import { siteUrlOf } from '../../docs/site/site-address.ts'
import type { SiteConfig } from '../../docs/site/site-config.ts'
import { servedVersions } from '../../docs/served/served-versions.ts'
import { addressKey, SITE_KEY } from '../generation.ts'
import { FALLBACK_LOCALE, LOCALES } from '../../shared/locale.ts'
import type { NewRecord } from './pack-records.ts'

/**
 * What a generation stores of `site.yaml`: what hosts know of it, and the pages by their addresses on the site.
 */
export function siteRecords(
  config: SiteConfig,
  content: Pick<Content, 'locales' | 'look' | 'redirects' | 'versions'>,
  pages: Iterable<Page>,
): NewRecord[] {
  const { locales: contents, look } = content
  const { rootLocale = FALLBACK_LOCALE } = config
  const versions = servedVersions(content)
  const redirects = redirectsOf(content, config)
  const siteUrl = siteUrlOf(config)
  const byKey = new Map<string, NewRecord>()
  const locales = [...contents.keys()]
  const names = [...contents].flatMap(([locale, { name }]) => (name === null ? [] : [[locale, name] as const]))
  const isPlain = siteUrl === null && look === null && Object.keys(redirects).length === 0 && names.length === 0
  const isVersioned = versions.versions.length > 0
  const sections = servedSections(content)
  if (!isPlain || isVersioned || sections.length > 0 || locales.length < LOCALES.length) {
    const own = { url: siteUrl, root: rootLocale, redirects, names, locales, sections }
    const record: SiteRecord = {
      ...own,
      ...(isVersioned ? { versions } : {}),
      ...(look === null ? {} : { look }),
    }
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
