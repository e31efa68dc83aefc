import { markdownUrl, pageUrl } from '../../../docs/paths.ts'
import { FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts'
import { SITE_NAME } from '../../../web/layout.ts'
import { markup, trusted, type Markup } from '../../../web/markup.ts'
import { CARD_HEIGHT, CARD_WIDTH, cardPath, pageCard } from '../../../web/page-card.ts'
import { navIndexOf } from './nav-index.ts'
import type { PageInput } from './page-input.ts'

/** Languages of the Open Graph protocol, which wants a country with each. */
const OPEN_GRAPH_LOCALES: Readonly<Record<Locale, string>> = { en: 'en_US', zh: 'zh_CN', ko: 'ko_KR' }

/**
 * What the head of a page says to search engines, to sites on which it is shared, and to programs.
 *
 * @param description of the page, which may be its first paragraph, or null
 */
export function pageHead(input: PageInput, description: string | null): Markup {
  const { available, page, siteUrl } = input
  const address = (locale: Locale): string => pageUrl(siteUrl, locale, page.path)
  const alternates = available.map(
    (locale) => markup`<link rel="alternate" hreflang="${locale}" href="${address(locale)}">\n`,
  )
  const isInDefault = available.includes(FALLBACK_LOCALE)
  const robots = page.unlisted === true && markup`<meta name="robots" content="noindex">\n`
  return markup`${robots}<link rel="canonical" href="${canonicalOf(input)}">
<link rel="alternate" type="text/markdown" href="${markdownUrl(siteUrl, page.locale, page.path)}">
${available.length > 1 && alternates}${
    isInDefault &&
    available.length > 1 &&
    markup`<link rel="alternate" hreflang="x-default" href="${address(FALLBACK_LOCALE)}">\n`
  }${openGraph(input, description)}${structuredData(input, description)}`
}

function canonicalOf({ page, siteUrl }: PageInput): string {
  return pageUrl(siteUrl, page.locale, page.version?.newest ?? page.path)
}

/** What a site shows where someone shares the page (ogp.me). */
function openGraph(input: PageInput, description: string | null): Markup {
  const { available, page, site } = input
  const properties: (readonly [string, string])[] = [
    ['og:type', page.path === '' ? 'website' : 'article'],
    ['og:title', page.title],
    ['og:url', canonicalOf(input)],
    ['og:site_name', site.names.get(page.locale) ?? SITE_NAME],
    ['og:locale', OPEN_GRAPH_LOCALES[page.locale]],
    ...available
      .filter((locale) => locale !== page.locale)
      .map((locale) => ['og:locale:alternate', OPEN_GRAPH_LOCALES[locale]] as const),
  ]
  const image = sharedImage(input)
  properties.push(...image)
  if (description !== null) properties.push(['og:description', description])
  if (page.updatedAt !== null) properties.push(['article:modified_time', page.updatedAt])
  return markup`${properties.map(([name, content]) => markup`<meta property="${name}" content="${content}">\n`)}${image.length > 0 && markup`<meta name="twitter:card" content="summary_large_image">\n`}`
}

/** The image of the site, else the picture that is drawn for the page. */
function sharedImage({ page, site, siteUrl }: PageInput): (readonly [string, string])[] {
  const { image } = site.look
  const card = pageCard(page, site)
  if (card !== null) {
    return [
      ['og:image', `${siteUrl}${cardPath(card, page.path)}`],
      ['og:image:type', 'image/png'],
      ['og:image:width', String(CARD_WIDTH)],
      ['og:image:height', String(CARD_HEIGHT)],
      ['og:image:alt', [page.title, site.names.get(page.locale) ?? SITE_NAME].join(' · ')],
    ]
  }
  if (image === null) return []
  return [
    ['og:image', `${siteUrl}${image.src}`],
    ...(image.width === null ? [] : [['og:image:width', String(image.width)] as const]),
    ...(image.height === null ? [] : [['og:image:height', String(image.height)] as const]),
  ]
}

/** The page and the way to it, as JSON-LD (schema.org). It is data, so that the policy for scripts does not concern it. */
function structuredData(input: PageInput, description: string | null): Markup {
  const { nav, page, site, siteUrl } = input
  const above = navIndexOf(nav)
    .trail(page.path)
    .flatMap(({ path, title }) => (path === null ? [] : [{ name: title, item: pageUrl(siteUrl, page.locale, path) }]))
  const home = { name: site.names.get(page.locale) ?? SITE_NAME, item: pageUrl(siteUrl, page.locale, '') }
  const way = page.path === '' ? [] : [home, ...above, { name: page.title, item: canonicalOf(input) }]
  const article = {
    '@type': 'TechArticle',
    headline: page.title,
    ...(description === null ? {} : { description }),
    url: canonicalOf(input),
    inLanguage: page.locale,
    ...(page.updatedAt === null ? {} : { dateModified: page.updatedAt }),
    isPartOf: { '@type': 'WebSite', name: home.name, url: home.item },
  }
  const steps = way.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step }))
  const breadcrumbs = steps.length === 0 ? [] : [{ '@type': 'BreadcrumbList', itemListElement: steps }]
  const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': [article, ...breadcrumbs] })
  // No text can end the element or open a comment.
  return markup`<script type="application/ld+json">${trusted(graph.replaceAll('<', '\\u003c'))}</script>\n`
}
