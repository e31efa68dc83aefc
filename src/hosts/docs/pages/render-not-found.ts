import { pageUrl } from '../../../docs/paths.ts'
import type { ServedSite } from '../../../docs/served/served-site.ts'
import type { Locale } from '../../../shared/locale.ts'
import { CONTENT_ID, renderFrame, SEARCH_PATH, type Site } from '../../../web/layout.ts'
import { markup } from '../../../web/markup.ts'
import { fill, messagesFor } from '../../../web/messages.ts'
import { renderNavigation } from './navigation.ts'

/** A page that a reader may have looked for. */
export interface NearPage {
  readonly url: string
  readonly title: string
  /** Locale in which it is written. */
  readonly locale: Locale
}

interface NotFoundOptions {
  /** Words of the address, which the search box has, or `''`. */
  readonly words: string
  readonly pages: readonly NearPage[]
}

/** Renders the page for an unknown address, which has status 404. */
export function renderNotFound(
  locale: Locale,
  site: Pick<ServedSite, 'names' | 'locales' | 'look' | 'nav'>,
  frame: Site,
  { pages, words }: NotFoundOptions,
): string {
  const messages = messagesFor(locale)
  const { look } = site
  const results = `${SEARCH_PATH}?${new URLSearchParams({ locale, q: words }).toString()}`
  const near = pages.map(({ locale: own, title, url }) => {
    return markup`<li><a href="${url}"${own !== locale && markup` lang="${own}" hreflang="${own}"`}>${title}</a></li>\n`
  })
  const main = markup`<main id="${CONTENT_ID}" tabindex="-1">
<article>
<h1>${messages.notFoundTitle}</h1>
<p>${messages.notFoundText}</p>
${
  pages.length > 0 &&
  markup`<h2>${messages.nearPages}</h2>
<ul>
${near}</ul>
`
}<p>${words !== '' && markup`<a href="${results}">${fill(messages.searchFor, { query: words })}</a> · `}<a href="${pageUrl('', locale, '')}">${messages.home}</a></p>
</article>
</main>`
  return renderFrame(
    {
      isKept: false,
      locale,
      title: messages.notFoundTitle,
      description: null,
      head: markup`<meta name="robots" content="noindex">\n`,
      navigation: renderNavigation({ nav: site.nav(locale, null), locale, path: null, messages, look }, null),
      main,
      translations: new Map(site.locales.map((each) => [each, pageUrl('', each, '')])),
      version: null,
      look,
      siteName: site.names.get(locale) ?? null,
      query: words,
    },
    frame,
  )
}
