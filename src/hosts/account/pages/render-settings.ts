import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../../account/users/limits.ts'
import { markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { renderAccountFrame, type AccountSite } from './account-frame.ts'
import { accountMessagesFor } from './messages/account-messages.ts'
import { errorSummary, hiddenField, notice, textField, type FieldFault } from './form-parts.ts'
import type { ConsentReader } from './render-consent.ts'

const PASSWORD_MAX_LENGTH = PASSWORD_MAX_CHARACTERS * 2

export function renderPassword(
  form: { readonly faults: readonly FieldFault[]; readonly changed: boolean },
  reader: ConsentReader,
  site: AccountSite,
): string {
  const messages = accountMessagesFor(reader.locale)
  const { faults } = form
  const main = markup`<h1>${messages.passwordChange}</h1>
${form.changed && notice(messages.passwordChanged)}${errorSummary(faults, messages)}<form class="card" method="post" action="/account/password" novalidate>
${hiddenField('formKey', reader.signedIn.formKey)}<input class="unseen" type="email" name="email" autocomplete="username" value="${reader.signedIn.email}" readonly tabindex="-1" aria-hidden="true">
${textField({ name: 'current', label: messages.currentPassword, type: 'password', autocomplete: 'current-password', maxLength: PASSWORD_MAX_LENGTH }, faults, messages)}${textField(
    {
      name: 'next',
      label: messages.newPassword,
      type: 'password',
      autocomplete: 'new-password',
      hint: fill(messages.passwordRules, { min: PASSWORD_MIN_CHARACTERS }),
      maxLength: PASSWORD_MAX_LENGTH,
    },
    faults,
    messages,
  )}<p class="soft">${messages.passwordLead} ${messages.passwordKeeps}</p>
<button type="submit" class="button">${messages.passwordChange}</button>
</form>
<p><a href="/account/delete">${messages.deleteTitle}</a></p>`
  const title = messages.passwordChange
  return renderAccountFrame({ title, layout: { section: 'password' }, main, faulty: faults.length > 0 }, reader, site)
}

export function renderDelete(
  form: { readonly faults: readonly FieldFault[] },
  reader: ConsentReader,
  site: AccountSite,
): string {
  const messages = accountMessagesFor(reader.locale)
  const { faults } = form
  const main = markup`<h1>${messages.deleteTitle}</h1>
${errorSummary(faults, messages)}<form class="card danger" method="post" action="/account/delete" novalidate>
${hiddenField('formKey', reader.signedIn.formKey)}<p>${messages.deleteLead}</p>
<ul>
${messages.deleteLosses.map((loss) => markup`<li>${loss}</li>\n`)}</ul>
<p>${messages.deleteFinal} <a href="/account/activity.ndjson" download>${messages.exportActivity}</a></p>
${textField({ name: 'current', label: messages.currentPassword, type: 'password', autocomplete: 'current-password', maxLength: PASSWORD_MAX_LENGTH }, faults, messages)}<button type="submit" class="button danger">${messages.deleteButton}</button>
</form>`
  const title = messages.deleteTitle
  return renderAccountFrame({ title, layout: { section: 'delete' }, main, faulty: faults.length > 0 }, reader, site)
}
