import type { Locale } from '../../../shared/locale.ts'
import { markup } from '../../../web/markup.ts'
import { messagesFor } from '../../../web/messages.ts'
import { homeAddress } from './icons-address.ts'
import { renderIconsFrame, type IconsSite } from './icons-frame.ts'
import { iconsMessagesFor } from './messages/icons-messages.ts'

/** Renders the page for an unknown address, which has status 404. */
export function renderIconNotFound(locale: Locale, lang: Locale | null, isIcon: boolean, site: IconsSite): string {
  const { notFoundText, notFoundTitle } = messagesFor(locale)
  const messages = iconsMessagesFor(locale)
  const main = markup`<article class="message">
<h1>${notFoundTitle}</h1>
<p>${isIcon ? messages.iconNotFound : notFoundText}</p>
<p><a href="${homeAddress({}, lang)}">${messages.backToIcons}</a></p>
</article>
`
  return renderIconsFrame(
    {
      locale,
      lang,
      title: notFoundTitle,
      description: notFoundTitle,
      head: markup`<meta name="robots" content="noindex">\n`,
      filters: null,
      main,
      query: '',
      address: (each) => homeAddress({}, each),
    },
    site,
  )
}
