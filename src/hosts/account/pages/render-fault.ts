import type { RefusalCode } from '../../../oauth/authorize/authorization.ts'
import { markup } from '../../../web/markup.ts'
import { renderAccountFrame, type AccountSite, type Reader } from './account-frame.ts'
import { accountMessagesFor, type FaultPage } from './messages/account-messages.ts'
import { fillMarkup } from './fill-markup.ts'

/**
 * Renders why a request failed.
 *
 * @param again Address of a GET that may succeed now, or null.
 */
export function renderFault(page: FaultPage, again: string | null, reader: Reader, site: AccountSite): string {
  const messages = accountMessagesFor(reader.locale)
  const { text, title } = messages.faults[page]
  const link = markup`<a href="${site.siteUrl}/">${site.siteUrl}</a>`
  const main = markup`<div class="card">
<h1>${title}</h1>
<p>${fillMarkup(text, { site: link })}</p>
<p class="actions">${again !== null && markup`<a class="button" href="${again}">${messages.tryAgain}</a>\n`}<a href="/">${messages.backHome}</a></p>
</div>`
  return renderAccountFrame({ title, layout: 'narrow', main }, reader, site)
}

/**
 * Renders the refusal of a request for authorization that must not go back to the application.
 *
 * @param detail Text for the makers of the application, in English.
 */
export function renderRefusal(code: RefusalCode, detail: string, reader: Reader, site: AccountSite): string {
  const messages = accountMessagesFor(reader.locale)
  const main = markup`<div class="card">
<h1>${messages.refusalTitle}</h1>
<p>${messages.refusals[code]}</p>
<p class="soft">${messages.refusalHelp}</p>
<p class="technical" lang="en"><code>${code}</code> <bdi>${detail}</bdi></p>
<p><a href="/">${messages.backHome}</a></p>
</div>`
  return renderAccountFrame({ title: messages.refusalTitle, layout: 'narrow', main }, reader, site)
}
