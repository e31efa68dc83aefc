import type { AuditEvent } from '../../account/audit/audit-event.ts'
import type { Locale } from '../../shared/locale.ts'
import { markup, type Markup } from '../markup.ts'
import { renderAccountFrame, type AccountSite } from './account-frame.ts'
import { accountMessagesFor, type AccountMessages } from './account-messages.ts'
import { dateFormat } from './date-format.ts'
import { foreignText, withoutTricks } from './fill-markup.ts'
import type { ConsentReader } from './render-consent.ts'

/** Names of clients by their ids, as far as they are known; written by strangers. */
export type ClientNames = ReadonlyMap<string, string | null>

export interface ActivityView {
  readonly events: readonly AuditEvent[]
  readonly clients: ClientNames
  /** Address of the page before this one in time; null: this is the last. */
  readonly older: string | null
  readonly isFirst: boolean
}

export function renderActivity(view: ActivityView, reader: ConsentReader, site: AccountSite): string {
  const messages = accountMessagesFor(reader.locale)
  const main = markup`<div class="title-row"><h1>${messages.activity}</h1>
<p><a class="button second" href="/account/activity.ndjson" download>${messages.exportActivity}</a></p></div>
<p class="soft">${messages.activityLead}</p>
${renderEvents(view.events, view.clients, reader.locale, messages)}<p class="turns-line">
${!view.isFirst && markup`<a href="/account/activity">${messages.newestActivity}</a>\n`}${view.older !== null && markup`<a rel="next" href="${view.older}">${messages.olderActivity}</a>\n`}</p>`
  return renderAccountFrame({ title: messages.activity, layout: { section: 'activity' }, main }, reader, site)
}

/** Events as a list that reads well on any width. */
export function renderEvents(
  events: readonly AuditEvent[],
  clients: ClientNames,
  locale: Locale,
  messages: AccountMessages,
): Markup {
  if (events.length === 0) return markup`<p class="empty">${messages.noActivity}</p>\n`
  const dates = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  return markup`<ol class="events">
${events.map((event) => renderEvent(event, clients, dates, messages))}</ol>
`
}

function renderEvent(
  event: AuditEvent,
  clients: ClientNames,
  dates: Intl.DateTimeFormat,
  messages: AccountMessages,
): Markup {
  const { address, at, clientId, detail, kind, objectId } = event
  const isGrant = kind.startsWith('grant.')
  const client = clientId === null ? null : (clients.get(clientId) ?? clientId)
  const { name = isGrant ? client : null, ...others } = detail
  const details = Object.entries(others).map(
    ([key, value]) => markup`<span class="detail">${withoutTricks(key)}: ${foreignText(String(value))}</span>\n`,
  )
  // Who allows an application, or what ended its access, is in the name of the event.
  const by = client === null ? browserOf(kind, messages) : isGrant ? null : foreignText(client)
  return markup`<li${kind === 'session.sign_in_failed' && markup` class="warning"`}>
<p class="event-what"><b>${messages.kinds[kind] ?? kind}</b>${name !== null && markup` <span class="name">${foreignText(String(name))}</span>`} ${details}${objectId !== null && markup`<code>${objectId}</code>`}</p>
<p class="event-meta"><time datetime="${at.toISOString()}">${dates.format(at)}</time>
${by !== null && markup`<span>${messages.by}: ${by}</span>\n`}${address !== null && markup`<span>${messages.from}: ${foreignText(address)}</span>\n`}</p>
</li>
`
}

function browserOf(kind: AuditEvent['kind'], messages: AccountMessages): Markup {
  return markup`${kind === 'session.sign_in_failed' ? messages.bySomebody : messages.byYou}`
}
