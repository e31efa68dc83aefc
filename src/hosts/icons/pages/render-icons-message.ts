import type { Locale } from '../../../shared/locale.ts'
import { markup } from '../../../web/markup.ts'
import { messagesFor } from '../../../web/messages.ts'
import { homeAddress } from './icons-address.ts'
import { renderIconsFrame, type IconsSite } from './icons-frame.ts'
import { iconsMessagesFor } from './messages/icons-messages.ts'

type What = 'notFound' | 'noIcon' | 'busy'

/** Renders the page for an unknown address or icon, which has status 404, or for one that must be asked for again, with 503. */
export function renderIconsMessage(what: What, locale: Locale, lang: Locale | null, site: IconsSite): string {
  const { notFoundText, notFoundTitle } = messagesFor(locale)
  const messages = iconsMessagesFor(locale)
  const title = what === 'busy' ? messages.unavailable : notFoundTitle
  const texts = { notFound: notFoundText, noIcon: messages.iconNotFound, busy: null }
  const main = markup`<article class="message">
<h1>${title}</h1>
${texts[what] !== null && markup`<p>${texts[what]}</p>\n`}<p><a href="${homeAddress({}, lang)}">${messages.backToIcons}</a></p>
</article>
`
  return renderIconsFrame(
    {
      locale,
      lang,
      title,
      description: title,
      head: markup`<meta name="robots" content="noindex">\n`,
      filters: null,
      main,
      query: '',
      address: (each) => homeAddress({}, each),
    },
    site,
  )
}
