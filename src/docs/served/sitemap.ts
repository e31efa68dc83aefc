import { FALLBACK_LOCALE, type Locale } from '../../shared/locale.ts'
import type { LocaleContent } from '../content.ts'
import type { TextName } from './docs-service.ts'
import { pageUrl } from '../paths.ts'

type ListedPages = ReadonlyMap<Locale, Pick<LocaleContent, 'pages'>>

/** Limit of the sitemap protocol for one file. */
const PAGE_LIMIT = 50_000
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The sitemaps by their names: `sitemap.xml`, which names the others, and one of each locale (sitemaps.org). */
export function sitemaps(contents: ListedPages, siteUrl: string): Map<TextName, string> {
  const paths = new Map([...contents].map(([locale, { pages }]) => [locale, new Set(pages.map(({ path }) => path))]))
  const written = new Map<TextName, string>([['sitemap.xml', sitemapIndex([...contents.keys()], siteUrl)]])
  for (const [locale, { pages }] of contents) {
    written.set(`${locale}/sitemap.xml`, localeSitemap(locale, pages, paths, siteUrl))
  }
  return written
}

function sitemapIndex(locales: readonly Locale[], siteUrl: string): string {
  const entries = locales.map((locale) => `<sitemap><loc>${siteUrl}/${locale}/sitemap.xml</loc></sitemap>\n`)
  return `${HEAD}\n<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`
}

/**
 * Pages for people with their translations, up to 50,000. Pages that stand in no navigation and those
 * of versions that a newer page replaces are left out: search engines are not to show them. An encoded address has no sign that
 * means something in XML, and neither has a time.
 */
function localeSitemap(
  locale: Locale,
  pages: LocaleContent['pages'],
  paths: ReadonlyMap<Locale, ReadonlySet<string>>,
  siteUrl: string,
): string {
  const entries = pages
    .filter(({ path, unlisted, version }) => unlisted !== true && (version?.newest ?? path) === path)
    .slice(0, PAGE_LIMIT)
    .map(({ path, updatedAt }) => {
      const available = [...paths].filter(([, all]) => all.has(path)).map(([each]) => each)
      const address = (of: Locale): string => pageUrl(siteUrl, of, path)
      const alternate = (language: string, of: Locale): string =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${address(of)}"/>`
      const alternates = available.map((each) => alternate(each, each))
      if (available.includes(FALLBACK_LOCALE)) alternates.push(alternate('x-default', FALLBACK_LOCALE))
      const changed = updatedAt === null ? '' : `<lastmod>${updatedAt}</lastmod>`
      return `<url><loc>${address(locale)}</loc>${changed}${available.length > 1 ? alternates.join('') : ''}</url>\n`
    })
  return `${HEAD}\n<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`
}
