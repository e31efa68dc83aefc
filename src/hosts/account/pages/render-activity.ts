import type { AuditEvent } from '../../../account/audit/audit-event.ts'
import type { Locale } from '../../../shared/locale.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { renderAccountFrame, type AccountSite } from './account-frame.ts'
import { accountMessagesFor, type AccountMessages } from './messages/account-messages.ts'
import { dateFormat } from './date-format.ts'
import { foreignText, toSafeText } from './fill-markup.ts'
import type { ConsentReader } from './render-consent.ts'

export interface ActivityView {
  readonly events: readonly AuditEvent[]
  /** Address of the page with older events; null: this page is the last. */
  readonly older: string | null
  readonly isFirst: boolean
}

export function renderActivity(view: ActivityView, reader: ConsentReader, site: AccountSite): string {
  const messages = accountMessagesFor(reader.locale)
  const main = markup`<div class="title-row"><h1>${messages.activity}</h1>
<p><a class="button second" href="/account/activity.ndjson" download>${messages.exportActivity}</a></p></div>
<p class="soft">${messages.activityLead}</p>
${renderEvents(view.events, reader.locale, messages)}<p class="turns-line">
${!view.isFirst && markup`<a href="/account/activity">${messages.newestActivity}</a>\n`}${view.older !== null && markup`<a rel="next" href="${view.older}">${messages.olderActivity}</a>\n`}</p>`
  return renderAccountFrame({ title: messages.activity, layout: { section: 'activity' }, main }, reader, site)
}

/** Renders events as a list that suits any width. */
export function renderEvents(events: readonly AuditEvent[], locale: Locale, messages: AccountMessages): Markup {
  if (events.length === 0) return markup`<p class="empty">${messages.noActivity}</p>\n`
  const dates = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  return markup`<ol class="events">
${events.map((event) => renderEvent(event, dates, messages))}</ol>
`
}

function renderEvent(event: AuditEvent, dates: Intl.DateTimeFormat, messages: AccountMessages): Markup {
  const { address, at, detail, kind, objectId } = event
  const { client, name, ...others } = detail
  const title = kind.startsWith('grant.') ? (event.clientName ?? client ?? name ?? event.clientId) : (name ?? null)
  const details = Object.entries(others).map(
    ([key, value]) =>
      markup`<span class="detail">${detailName(key, messages)}: ${detailValue(key, value, messages)}</span>\n`,
  )
  const by = actorOf(event, messages)
  return markup`<li${kind === 'session.sign_in_failed' && markup` class="warning"`}>
<p class="event-what"><b>${messages.kinds[kind] ?? kind}</b>${title !== null && markup` <span class="name">${foreignText(String(title))}</span>`} ${details}${objectId !== null && markup`<code>${objectId}</code>`}</p>
<p class="event-meta"><time datetime="${at.toISOString()}">${dates.format(at)}</time>
${by !== null && markup`<span>${messages.by}: ${by}</span>\n`}${address !== null && markup`<span>${messages.from}: ${foreignText(address)}</span>\n`}</p>
</li>
`
}

/** Names the actor of an event; null where the name of the event, or its reason, says so. */
function actorOf(event: AuditEvent, messages: AccountMessages): Markup | null {
  const { clientId, clientName, detail, kind, place } = event
  if (kind.startsWith('grant.') || detail.by !== undefined) return null
  if (kind === 'session.sign_in_failed') return markup`${messages.bySomebody}`
  if (clientId === null) return markup`${messages.byYou}`
  // Two installations of one application have the same name, so the place tells them apart.
  const where = [place?.browser, place?.system, place?.network].filter((part) => typeof part === 'string').join(' · ')
  const approved = where === '' ? '' : ` (${fill(messages.approvedFrom, { place: where })})`
  return markup`${foreignText(clientName ?? clientId)}${approved}`
}

function detailName(key: string, messages: AccountMessages): string {
  return isOneOf(messages.details, key) ? messages.details[key] : toSafeText(key)
}

/** Translates a word of this program; a name stays unchanged. */
function detailValue(key: string, value: string | number | boolean | undefined, messages: AccountMessages): Markup {
  if (typeof value === 'boolean') return markup`${value ? messages.yes : messages.no}`
  const text = String(value)
  if (key === 'reason' && isOneOf(messages.reasons, text)) return markup`${messages.reasons[text]}`
  if (key === 'by' && text === 'operator') return markup`${messages.byOperator}`
  return foreignText(text)
}

function isOneOf<T extends object>(words: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(words, key)
}
