import { markup } from '../../../web/markup.ts'
import { renderAccountFrame, type AccountSite, type Reader } from './account-frame.ts'
import { accountMessagesFor } from './messages/account-messages.ts'
import { mcpAddress } from './mcp-address.ts'

/** Renders the introduction of this host for new visitors. */
export function renderLanding(reader: Reader, site: AccountSite): string {
  const messages = accountMessagesFor(reader.locale)
  const { docsUrl, signup } = site
  const isOpen = signup === 'open'
  const actions =
    reader.signedIn !== null
      ? markup`<a class="button" href="/account">${messages.overview}</a>`
      : markup`<a class="button" href="/sign-in">${messages.signIn}</a>
${isOpen && markup`<a class="button second" href="/sign-up">${messages.signUp}</a>`}`
  const main = markup`<section class="hero">
<h1>${messages.siteName}</h1>
<p class="lead">${messages.lead}</p>
<p class="actions">${actions}</p>
${reader.signedIn === null && !isOpen && markup`<p class="soft">${messages.signupClosed}</p>\n`}</section>
<ul class="points">
${messages.points.map(({ text, title }) => markup`<li><h2>${title}</h2><p>${text}</p></li>\n`)}</ul>
<section class="card connect" aria-labelledby="connect">
<h2 id="connect">${messages.connectTitle}</h2>
<ol>
${messages.connectSteps.map((step, position) => markup`<li>${step}${position === 0 && mcpAddress(site, messages)}</li>\n`)}</ol>
${docsUrl !== null && markup`<p><a href="${docsUrl}/${reader.locale}/account">${messages.documentation}</a></p>\n`}</section>`
  return renderAccountFrame({ title: messages.siteName, layout: 'wide', main }, reader, site)
}
