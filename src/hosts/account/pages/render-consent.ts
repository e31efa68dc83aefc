import type { AuthorizeOutcome, ConsentRequest } from '../../../oauth/authorize/authorization.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { renderAccountFrame, type AccountSite, type Reader } from './account-frame.ts'
import { accountMessagesFor, type AccountMessages } from './messages/account-messages.ts'
import { fillMarkup, foreignText, toSafeText } from './fill-markup.ts'
import { hiddenField } from './form-parts.ts'
import { clientName } from './render-grant.ts'
import { renderReplaceable } from './render-replaceable.ts'

/** A reader who has signed in. */
export interface ConsentReader extends Reader {
  readonly signedIn: NonNullable<Reader['signedIn']>
}

type Asked = Pick<Extract<AuthorizeOutcome, { kind: 'consent' }>, 'request' | 'replaceable'>

/**
 * Renders the question whether an application may act for the signed-in person.
 *
 * @param rawQuery Query of the request for authorization.
 */
export function renderConsent(
  { replaceable, request }: Asked,
  rawQuery: string,
  reader: ConsentReader,
  site: AccountSite,
): string {
  const messages = accountMessagesFor(reader.locale)
  const { email, formKey } = reader.signedIn
  const name = clientName(request.client.name, messages)
  const main = markup`<div class="card consent">
<h1>${fillMarkup(messages.consentTitle, { name: foreignText(name) })}</h1>
<div class="who">
<p>${fillMarkup(messages.signedInAs, { email: markup`<b><bdi>${email}</bdi></b>` })}</p>
<form method="post" action="/sign-out">
${hiddenField('formKey', formKey)}${hiddenField('continue', `/authorize?${rawQuery}`)}<button type="submit" class="link">${messages.useAnother}</button>
</form>
</div>
${aboutClient(request, messages)}<h2>${messages.consentMay}</h2>
<ul class="powers">
${messages.consentPowers.map((power, position) => markup`<li${position === messages.consentPowers.length - 1 && markup` class="danger"`}>${power}</li>\n`)}</ul>
<p class="soft">${messages.consentPowersNote}</p>
${warningsOf(request, messages)}${renderReplaceable(replaceable, reader, messages)}<form method="post" action="/authorize/decision" class="decision" id="decision">
${hiddenField('formKey', formKey)}${hiddenField('query', rawQuery)}<button type="submit" class="button second" name="decision" value="deny">${messages.deny}</button>
<button type="submit" class="button" name="decision" value="allow">${messages.allow}</button>
</form>
<p class="soft">${messages.consentEnd}</p>
</div>`
  const title = fillText(messages.consentTitle, name)
  return renderAccountFrame({ title, layout: 'narrow', main }, reader, site)
}

function warningsOf(request: ConsentRequest, messages: AccountMessages): (Markup | false)[] {
  const { narrowedScopes, redirectsToLoopback, scope } = request
  const names = { asked: namesOfScopes(narrowedScopes), granted: markup`<code>${scope}</code>` }
  return [
    narrowedScopes.length > 0 && warning(messages.narrowedTitle, fillMarkup(messages.narrowedText, names)),
    (redirectsToLoopback || opensApplication(request)) &&
      warning(messages.loopbackTitle, markup`${messages.loopbackText}`),
  ]
}

function warning(title: string, text: Markup): Markup {
  return markup`<div class="callout warning">
<p class="component-title">${title}</p>
<p>${text}</p>
</div>
`
}

/** Number of scopes that the page names. */
const SCOPES_LIMIT = 8

/** Names what was asked for. The names were chosen by strangers. */
function namesOfScopes(names: readonly string[]): Markup {
  const shown = names.slice(0, SCOPES_LIMIT).map((name) => markup` <code>${foreignText(name)}</code>`)
  return markup`${shown}${names.length > SCOPES_LIMIT && ' …'}`
}

/**
 * Renders who asks, and where the browser goes afterwards. The whole address is shown if it opens an application, which may
 * do anything with it.
 *
 * @param isWhole Whether the whole address is shown in any case.
 */
export function aboutClient(request: ConsentRequest, messages: AccountMessages, isWhole = false): Markup {
  const { clientHost, redirectHost, redirectsToLoopback } = request
  const name = clientName(request.client.name, messages)
  const host = markup`<b><bdi>${toSafeText(redirectHost)}</bdi></b>`
  const isApplication = opensApplication(request)
  const target = (isWhole || isApplication) && markup`<code class="soft"><bdi>${request.redirectUri}</bdi></code>`
  const goesTo = redirectsToLoopback ? messages.onThisComputer : isApplication ? messages.toApplication : '{host}'
  return markup`<dl class="facts">
<div><dt>${messages.consentName}</dt><dd>${foreignText(name)}<span class="soft">${messages.consentNameNote}</span></dd></div>
<div><dt>${messages.consentAddress}</dt><dd>${clientHost === null ? markup`<span class="soft">${messages.consentNoAddress}</span>` : markup`<b><bdi>${toSafeText(clientHost)}</bdi></b><span class="soft">${messages.consentAddressNote}</span>`}</dd></div>
<div><dt>${messages.consentNext}</dt><dd>${fillMarkup(goesTo, { host })}${target}</dd></div>
</dl>
`
}

/** Tells whether a private-use scheme leads to an installed application. */
function opensApplication({ redirectUri }: ConsentRequest): boolean {
  return !/^https?:/.test(redirectUri)
}

function fillText(message: string, name: string): string {
  return message.replace('{name}', () => name)
}
