import type { Grant } from '../../../oauth/grant/grant-store.ts'
import type { Locale } from '../../../shared/locale.ts'
import { fill } from '../../../web/messages.ts'
import type { AccountMessages } from './messages/account-messages.ts'
import { dateFormat } from './date-format.ts'
import { toSafeText } from './fill-markup.ts'

/** Makes the name that a client gives itself fit to show. A client without a name gets a standard text. */
export function clientName(name: string | null, messages: AccountMessages): string {
  const shown = toSafeText(name ?? '')
  return shown === '' ? messages.unnamed : shown
}

/**
 * Describes the browser that approved a grant.
 *
 * @param signIn Name of the reader's current sign-in.
 */
export function describePlace(
  grant: Pick<Grant, 'place' | 'signIn'>,
  signIn: string | null,
  messages: AccountMessages,
): string {
  const { browser, network, system } = grant.place
  const known = [browser, system, network].filter((part) => part !== null).join(' · ')
  const isHere = signIn !== null && grant.signIn === signIn
  const place = isHere ? `${messages.thisBrowser}${known === '' ? '' : ` (${known})`}` : known
  return place === '' ? messages.placeUnknown : fill(messages.approvedFrom, { place })
}

/** Describes when a grant was made, first used and last used. */
export function describeUse(
  { createdAt, firstUsedAt, lastUsedAt }: Grant,
  locale: Locale,
  messages: AccountMessages,
): readonly string[] {
  const days = dateFormat(locale, { dateStyle: 'medium' })
  const times = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = (message: string, at: Date): string => fill(message, { date: `${times.format(at)} UTC` })
  return [
    fill(messages.connectedOn, { date: days.format(createdAt) }),
    ...(firstUsedAt === null ? [] : [time(messages.firstUsed, firstUsedAt)]),
    lastUsedAt === null ? messages.notUsed : time(messages.lastUsed, lastUsedAt),
  ]
}
