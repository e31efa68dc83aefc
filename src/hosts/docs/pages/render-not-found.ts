import { pageUrl } from '../../../docs/paths.ts'
import type { ServedSite } from '../../../docs/site/served-site.ts'
import type { Locale } from '../../../shared/locale.ts'
import { CONTENT_ID, renderFrame, type Site } from '../../../web/layout.ts'
import { markup } from '../../../web/markup.ts'
import { messagesFor } from '../../../web/messages.ts'

/** Renders the page for an unknown address, which has status 404. */
export function renderNotFound(locale: Locale, site: Pick<ServedSite, 'names' | 'locales'>, frame: Site): string {
  const messages = messagesFor(locale)
  const main = markup`<main id="${CONTENT_ID}" tabindex="-1">
<article>
<h1>${messages.notFoundTitle}</h1>
<p>${messages.notFoundText}</p>
<p><a href="${pageUrl('', locale, '')}">${messages.home}</a></p>
</article>
</main>`
  return renderFrame(
    {
      locale,
      title: messages.notFoundTitle,
      description: null,
      head: markup`<meta name="robots" content="noindex">\n`,
      navigation: null,
      main,
      translations: new Map(site.locales.map((each) => [each, pageUrl('', each, '')])),
      version: null,
      siteName: site.names.get(locale) ?? null,
    },
    frame,
  )
}
