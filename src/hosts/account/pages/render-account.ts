import type { AuditEvent } from '../../../account/audit/audit-event.ts'
import type { Grant } from '../../../oauth/grant/grant-store.ts'
import { markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { renderAccountFrame, type AccountSite } from './account-frame.ts'
import { accountMessagesFor } from './messages/account-messages.ts'
import { dateFormat } from './date-format.ts'
import { fillMarkup, foreignText, toSafeText } from './fill-markup.ts'
import { hiddenField, notice } from './form-parts.ts'
import { mcpAddress } from './mcp-address.ts'
import { renderEvents } from './render-activity.ts'
import type { ConsentReader } from './render-consent.ts'
import { clientName, describePlace, describeUse } from './render-grant.ts'

export interface OverviewView {
  readonly createdAt: Date
  readonly grants: readonly Grant[]
  readonly events: readonly AuditEvent[]
}

export function renderOverview(view: OverviewView, reader: ConsentReader, site: AccountSite): string {
  const messages = accountMessagesFor(reader.locale)
  const dates = dateFormat(reader.locale, { dateStyle: 'long' })
  const numbers = new Intl.NumberFormat(reader.locale)
  const count = numbers.format(view.grants.length)
  const main = markup`<h1><bdi>${reader.signedIn.email}</bdi></h1>
<p class="soft">${fill(messages.memberSince, { date: dates.format(view.createdAt) })}</p>
<div class="tiles">
<section class="card" aria-labelledby="connect">
<h2 id="connect">${messages.mcpAddress}</h2>
<p>${mcpAddress(site, messages)}</p>
<p class="soft">${messages.noApplicationsHelp}</p>
</section>
<section class="card" aria-labelledby="connected">
<h2 id="connected">${fill(messages.connectedCount, { count })}</h2>
<ul class="plain-list">
${view.grants.slice(0, 4).map((grant) => markup`<li>${foreignText(clientName(grant.clientName, messages))}</li>\n`)}</ul>
<p><a href="/account/applications">${messages.manage}</a></p>
</section>
</div>
<section aria-labelledby="recent">
<h2 id="recent">${messages.recentActivity}</h2>
${renderEvents(view.events, reader.locale, messages)}<p><a href="/account/activity">${messages.allActivity}</a></p>
</section>`
  return renderAccountFrame({ title: messages.overview, layout: { section: 'overview' }, main }, reader, site)
}

export function renderApplications(
  view: { readonly grants: readonly Grant[]; readonly signIn: string; readonly revoked: boolean },
  reader: ConsentReader,
  site: AccountSite,
): string {
  const messages = accountMessagesFor(reader.locale)
  const items = view.grants.map((grant) => {
    const name = clientName(grant.clientName, messages)
    const place = describePlace(grant, view.signIn, messages)
    return markup`<li class="card application">
<div>
<h2>${foreignText(name)}</h2>
<p class="soft"><code>${toSafeText(hostOfClient(grant.clientId))}</code></p>
<p class="soft">${place}</p>
<p class="event-meta">${describeUse(grant, reader.locale, messages).map((text) => markup`<span>${text}</span>\n`)}</p>
</div>
<form method="post" action="/account/applications/revoke">
${hiddenField('formKey', reader.signedIn.formKey)}${hiddenField('grant', grant.id)}<button type="submit" class="button second danger"><span aria-hidden="true">${messages.revoke}</span><span class="unseen">${fillMarkup(messages.revokeNamed, { name: foreignText(name) })} (${place})</span></button>
</form>
</li>
`
  })
  const main = markup`<h1>${messages.applications}</h1>
${view.revoked && notice(messages.revokedText)}${
    items.length > 0
      ? markup`<p class="soft">${messages.applicationsLead}</p>
<ul class="applications">
${items}</ul>`
      : markup`<div class="card empty"><p><b>${messages.noApplications}</b></p>
<p>${messages.noApplicationsHelp}</p>
<p>${mcpAddress(site, messages)}</p></div>`
  }`
  return renderAccountFrame({ title: messages.applications, layout: { section: 'applications' }, main }, reader, site)
}

/** Shortens the id of a client: an address is shown without `https://`, which all have. */
function hostOfClient(clientId: string): string {
  return clientId.replace(/^https:\/\//, '')
}
