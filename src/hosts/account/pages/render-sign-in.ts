import {
  EMAIL_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from '../../../account/users/limits.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { renderAccountFrame, type AccountSite, type Reader } from './account-frame.ts'
import { accountMessagesFor } from './messages/account-messages.ts'
import { errorSummary, hiddenField, notice, textField, type FieldFault } from './form-parts.ts'

/** Longest password in UTF-16 code units, which `maxlength` counts. */
const PASSWORD_MAX_LENGTH = PASSWORD_MAX_CHARACTERS * 2

export interface CredentialsForm {
  /** Key of the form, bound to a cookie. */
  readonly formKey: string
  /** Path on this host to go to afterwards; null: to the overview. */
  readonly continuePath: string | null
  readonly email: string
  readonly faults: readonly FieldFault[]
}

export type SignInNotice = 'made' | 'signed-out' | 'deleted' | 'needed' | 'again' | null

export function renderSignIn(
  form: CredentialsForm & { readonly notice: SignInNotice },
  reader: Reader,
  site: AccountSite,
): string {
  const messages = accountMessagesFor(reader.locale)
  const { email, faults } = form
  const texts = {
    made: messages.madeText,
    'signed-out': messages.signedOutText,
    deleted: messages.deletedText,
    needed: messages.signInToGoOn,
    again: messages.signInAgain,
  }
  const signUp = `/sign-up${form.continuePath === null ? '' : `?continue=${encodeURIComponent(form.continuePath)}`}`
  const main = markup`<div class="card">
<h1>${form.notice === 'made' ? messages.madeTitle : messages.signIn}</h1>
${faults.length === 0 && form.notice !== null && notice(texts[form.notice])}${errorSummary(faults, messages)}<form method="post" action="/sign-in" novalidate>
${formHead(form)}${textField(
    {
      name: 'email',
      label: messages.email,
      type: 'email',
      autocomplete: 'username',
      value: email,
      maxLength: EMAIL_MAX_CHARACTERS,
      autofocus: faults.length === 0 && email === '',
    },
    faults,
    messages,
  )}${textField(
    {
      name: 'password',
      label: messages.passwordLabel,
      type: 'password',
      autocomplete: 'current-password',
      maxLength: PASSWORD_MAX_LENGTH,
      autofocus: faults.length === 0 && email !== '',
    },
    faults,
    messages,
  )}<button type="submit" class="button">${messages.signIn}</button>
</form>
</div>
${site.signup === 'open' && form.notice !== 'made' && markup`<p class="below">${messages.noAccount} <a href="${signUp}">${messages.signUp}</a></p>`}`
  return renderAccountFrame({ title: messages.signIn, layout: 'narrow', main, faulty: faults.length > 0 }, reader, site)
}

export function renderSignUp(form: CredentialsForm, reader: Reader, site: AccountSite): string {
  const messages = accountMessagesFor(reader.locale)
  const { faults } = form
  const signIn = `/sign-in${form.continuePath === null ? '' : `?continue=${encodeURIComponent(form.continuePath)}`}`
  const main = markup`<div class="card">
<h1>${messages.signUp}</h1>
${errorSummary(faults, messages)}<form method="post" action="/sign-up" novalidate>
${formHead(form)}${textField(
    {
      name: 'email',
      label: messages.email,
      type: 'email',
      autocomplete: 'username',
      value: form.email,
      hint: messages.noMail,
      maxLength: EMAIL_MAX_CHARACTERS,
      autofocus: faults.length === 0,
    },
    faults,
    messages,
  )}${textField(
    {
      name: 'password',
      label: messages.passwordLabel,
      type: 'password',
      autocomplete: 'new-password',
      hint: fill(messages.passwordRules, { min: PASSWORD_MIN_CHARACTERS }),
      maxLength: PASSWORD_MAX_LENGTH,
    },
    faults,
    messages,
  )}<button type="submit" class="button">${messages.createAccount}</button>
</form>
</div>
<p class="below">${messages.haveAccount} <a href="${signIn}">${messages.signIn}</a></p>`
  return renderAccountFrame({ title: messages.signUp, layout: 'narrow', main, faulty: faults.length > 0 }, reader, site)
}

function formHead({ continuePath, formKey }: CredentialsForm): Markup {
  return markup`${hiddenField('formKey', formKey)}${continuePath !== null && hiddenField('continue', continuePath)}`
}
