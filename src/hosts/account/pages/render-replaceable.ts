import type { Replaceable } from '../../../oauth/authorize/authorization.ts'
import { USER_GRANTS_LIMIT, type Grant } from '../../../oauth/grant/grant-store.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import type { Reader } from './account-frame.ts'
import type { AccountMessages } from './messages/account-messages.ts'
import { foreignText } from './fill-markup.ts'
import { clientName, describePlace, describeUse } from './render-grant.ts'

/**
 * Renders the question which connection the new one replaces: none, or one of the same application. Where there is no room
 * for another, it offers the one that has been unused longest. The choice belongs to the form `decision`.
 */
export function renderReplaceable(
  { grants, oldest, signIn }: Replaceable,
  reader: Pick<Reader, 'locale'>,
  messages: AccountMessages,
): Markup | null {
  if (grants.length === 0 && oldest === null) return null
  const choice = (grant: Grant, isChosen: boolean, text: string): Markup =>
    option(
      grant.id,
      isChosen,
      markup`${text} <b>${foreignText(clientName(grant.clientName, messages))}</b>
<span class="soft">${describePlace(grant, signIn, messages)}</span>
<span class="soft">${describeUse(grant, reader.locale, messages).join(' · ')}</span>`,
    )
  const others = grants.filter(({ id }) => id !== oldest?.id)
  return markup`<fieldset class="replaceable">
<legend>${oldest === null ? messages.replaceTitle : fill(messages.fullTitle, { limit: USER_GRANTS_LIMIT })}</legend>
${
  oldest === null
    ? option('', true, markup`${messages.replaceNothing}`)
    : markup`<p class="soft">${messages.fullText}</p>
${choice(oldest, true, messages.replaceOldest)}`
}${others.map((grant) => choice(grant, false, messages.replaceThis))}</fieldset>
`
}

function option(value: string, isChosen: boolean, label: Markup): Markup {
  return markup`<label><input type="radio" name="replaces" form="decision" value="${value}"${isChosen && markup` checked`}><span>${label}</span></label>
`
}
