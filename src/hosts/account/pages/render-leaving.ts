import type { AuthorizeOutcome } from '../../../oauth/authorize/authorization.ts'
import { markup } from '../../../web/markup.ts'
import { fillMarkup, toSafeText } from './fill-markup.ts'
import { renderAccountFrame, type AccountSite, type Reader } from './account-frame.ts'
import { accountMessagesFor } from './messages/account-messages.ts'
import { aboutClient } from './render-consent.ts'

/**
 * Renders the page that sends the browser back to an application after a form. A redirect is no alternative: Chromium
 * applies `form-action` to the whole chain of redirects after a form. Where an application sends its visitors next is
 * unknown here. `Refresh` starts a new navigation.
 *
 * A refusal opens no application by itself: only the application knows the effect of a link with its private-use scheme, and
 * the person wants nothing of it.
 *
 * @param location Address with the code or the error.
 * @param isDenied Whether the person has refused.
 */
export function renderLeaving(location: string, reader: Reader, site: AccountSite, isDenied = false): string {
  const messages = accountMessagesFor(reader.locale)
  const title = isDenied ? messages.deniedTitle : messages.leavingTitle
  const goesByItself = !isDenied || /^https?:/.test(location)
  const host = markup`<b><bdi>${toSafeText(hostOf(location))}</bdi></b>`
  const main = markup`<div class="card">
<h1>${title}</h1>
<p>${fillMarkup(goesByItself ? messages.leavingText : messages.deniedText, { host })}</p>
<p><a class="button" id="continue" href="${location}">${messages.leavingButton}</a></p>
</div>`
  const head = markup`${goesByItself && markup`<meta http-equiv="refresh" content="0; url=${location}">\n`}`
  return renderAccountFrame({ title, layout: 'narrow', head, main }, reader, site)
}

export type ErrorLink = Extract<AuthorizeOutcome, { kind: 'link' }>

/**
 * Renders a link to the address where an application would receive an error, and leaves the decision to the person. The
 * address may be anybody's, so a link to this host must not lead there by itself (RFC 9700 §4.11.2). The page names the
 * application and shows the whole redirect URI.
 */
export function renderErrorLink(
  { code, detail, location, request }: ErrorLink,
  reader: Reader,
  site: AccountSite,
): string {
  const messages = accountMessagesFor(reader.locale)
  const title = messages.refusalTitle
  const host = markup`<b><bdi>${toSafeText(hostOf(location))}</bdi></b>`
  const main = markup`<div class="card">
<h1>${title}</h1>
<p>${fillMarkup(messages.errorLinkText, { host })}</p>
${aboutClient(request, messages, true)}<p class="soft">${messages.errorLinkNote}</p>
<p class="technical" lang="en"><code>${code}</code> <bdi>${detail}</bdi></p>
<p class="actions"><a class="button second" id="continue" href="${location}">${fillMarkup(messages.errorLinkButton, { host })}</a>
<a href="/">${messages.backHome}</a></p>
</div>`
  return renderAccountFrame({ title, layout: 'narrow', main }, reader, site)
}

function hostOf(location: string): string {
  const { host, protocol } = new URL(location)
  return host === '' || !/^https?:$/.test(protocol) ? protocol.slice(0, -1) : host
}
