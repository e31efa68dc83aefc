import { markup, type Markup } from '../../../web/markup.ts'
import type { AccountMessages } from './messages/account-messages.ts'

/**
 * A field with an invalid value, and the message about it. `field` is the id of an element; null: no single field is to
 * blame.
 */
export interface FieldFault {
  readonly field: string | null
  readonly text: string
}

export interface TextField {
  /** Id and name of the input. */
  readonly name: string
  readonly label: string
  readonly type: 'email' | 'password'
  readonly autocomplete: 'username' | 'email' | 'current-password' | 'new-password'
  /** Value to show; absent for a password. */
  readonly value?: string
  /** Advice that is shown before the reader types. */
  readonly hint?: string
  readonly maxLength: number
  readonly autofocus?: boolean
}

const ERROR_SUMMARY_ID = 'ui:errors'

export function hiddenField(name: string, value: string): Markup {
  return markup`<input type="hidden" name="${name}" value="${value}">\n`
}

/**
 * Renders a label, its hint, its fault, and the input that refers to both. The browser checks nothing: its messages are in
 * its own language, vanish, and are not read out everywhere.
 */
export function textField(field: TextField, faults: readonly FieldFault[], messages: AccountMessages): Markup {
  const { hint, label, name, value } = field
  const fault = faults.find((each) => each.field === name)
  const described = [hint === undefined ? [] : `${name}-hint`, fault === undefined ? [] : `${name}-error`].flat()
  return markup`<div class="field${fault !== undefined && ' faulty'}">
<label for="${name}">${label}</label>
${hint !== undefined && markup`<p class="hint" id="${name}-hint">${hint}</p>\n`}${fault !== undefined && markup`<p class="fault" id="${name}-error"><span class="unseen">${messages.error} </span>${fault.text}</p>\n`}<input id="${name}" name="${name}" type="${field.type}" autocomplete="${field.autocomplete}" maxlength="${field.maxLength}" autocapitalize="none" spellcheck="false" required${value !== undefined && markup` value="${value}"`}${described.length > 0 && markup` aria-describedby="${described.join(' ')}"`}${fault !== undefined && markup` aria-invalid="true"`}${field.autofocus === true && markup` autofocus`}>
</div>
`
}

/** Renders all faults above the form, with links to the fields. The summary takes the focus, so that it is read first. */
export function errorSummary(faults: readonly FieldFault[], messages: AccountMessages): Markup | null {
  if (faults.length === 0) return null
  const items = faults.map(({ field, text }) =>
    field === null ? markup`<li>${text}</li>\n` : markup`<li><a href="#${field}">${text}</a></li>\n`,
  )
  return markup`<div class="error-summary" role="alert" id="${ERROR_SUMMARY_ID}" tabindex="-1" aria-labelledby="${ERROR_SUMMARY_ID}-title" autofocus>
<h2 id="${ERROR_SUMMARY_ID}-title">${messages.errorSummary}</h2>
<ul>
${items}</ul>
</div>
`
}

/** Renders a note about something that was done, or that is required. */
export function notice(text: string): Markup {
  return markup`<p class="notice" role="status">${text}</p>\n`
}
