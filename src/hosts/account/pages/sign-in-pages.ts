import type { Begun, SignedInBrowser } from '../../../account/users/accounts.ts'
import { isAuthorizePath, parseContinue } from '../../../account/users/continue-path.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../../account/users/limits.ts'
import type { Limited } from '../../../account/users/password-guard.ts'
import type { PasswordFault } from '../../../account/users/password-rules.ts'
import { formKeyOf, hashOf, isSameKey, isToken, newToken } from '../../../account/users/session-token.ts'
import type { Outcome, Reply } from '../../../http/route/reply.ts'
import type { Route } from '../../../http/route/route.ts'
import type { SignedIn } from '../../../oauth/authorize/authorization.ts'
import { accountMessagesFor, type AccountMessages } from './messages/account-messages.ts'
import type { FieldFault } from './form-parts.ts'
import { renderLeaving } from './render-leaving.ts'
import { renderSignIn, renderSignUp, type CredentialsForm, type SignInNotice } from './render-sign-in.ts'
import { fill } from '../../../web/messages.ts'
import { isMember, queryValue, type AccountPagesDeps, type PageMaker, type PageOptions, type Visit } from './visit.ts'

const CREDENTIALS = ['email', 'password', 'continue'] as const
const NOTICES: readonly string[] = ['made', 'signed-out', 'deleted'] satisfies SignInNotice[]
const HOME = '/account'

/** Creates the pages of sign-up, sign-in and sign-out. */
export function signInRoutes(deps: AccountPagesDeps, pages: PageMaker): Route[] {
  const { accounts } = deps

  async function signIn(visit: Visit, form: Credentials): Promise<Outcome> {
    const continuePath = parseContinue(form.continue)
    const { email } = form
    const again = (status: number, faults: readonly FieldFault[], options: PageOptions = {}): Reply =>
      signInPage(
        deps,
        withPath(visit, '/sign-in', continuePath),
        { continuePath, email, faults, notice: null },
        status,
        options,
      )
    const messages = accountMessagesFor(visit.reader.locale)
    if (!hasFormKey(visit, form.formKey)) return again(403, [{ field: null, text: messages.formExpired }])
    if (form.password === '') return again(400, [{ field: 'password', text: messages.passwordMissing }])
    const result = await accounts.signIn(form, visit.address, visit.cookie('browser'))
    if (result.outcome === 'limited') return limited(result, messages, again, messages.limitedElsewhere)
    if (result.outcome === 'refused') return again(400, [{ field: 'email', text: messages.signInRefused }])
    // The browser's earlier session must not continue beside the new one.
    await accounts.discardSession(visit.cookie('session')).catch(deps.onFault)
    keepSession(visit, result)
    visit.setCookie('form', null)
    return afterSignIn(visit, result, continuePath ?? HOME)
  }

  /**
   * Answers a successful sign-in. A request for authorization that needs no page goes back to the application from here, by
   * a page: see `renderLeaving`.
   */
  async function afterSignIn(visit: Visit, { session, token, user }: Begun, path: string): Promise<Reply> {
    if (!isAuthorizePath(path)) return visit.redirectTo(path)
    const signedIn = signedInOf({ session, sessionHash: hashOf(token), user }, visit.userAgent)
    try {
      const outcome = await deps.authorization.begin(path.slice('/authorize?'.length), signedIn, visit.address)
      if (outcome.kind === 'redirect') {
        const reader = { ...visit.reader, signedIn: { email: user.email, formKey: session.formKey }, here: path }
        return visit.page(200, renderLeaving(outcome.location, reader, deps), { flow: true })
      }
    } catch (error) {
      // The person is signed in all the same. The page at that path says what is wrong.
      deps.onFault(error)
    }
    return visit.redirectTo(path)
  }

  async function signUp(visit: Visit, form: Credentials): Promise<Outcome> {
    if (deps.signup === 'closed') return visit.fault(403, 'signup-closed')
    const continuePath = parseContinue(form.continue)
    const { email } = form
    const again = (status: number, faults: readonly FieldFault[], options: PageOptions = {}): Reply =>
      signUpPage(deps, withPath(visit, '/sign-up', continuePath), { continuePath, email, faults }, status, options)
    const messages = accountMessagesFor(visit.reader.locale)
    if (!hasFormKey(visit, form.formKey)) return again(403, [{ field: null, text: messages.formExpired }])
    const result = await accounts.signUp({ ...form, locale: visit.chosenLocale }, visit.address)
    if (result.outcome === 'limited') return limited(result, messages, again)
    if (result.outcome === 'faulty') {
      const faults: FieldFault[] = result.email ? [{ field: 'email', text: messages.emailInvalid }] : []
      if (result.password !== null) faults.push(passwordFaultOf('password', result.password, messages))
      return again(400, faults)
    }
    return visit.redirectTo(
      `/sign-in?notice=made${continuePath === null ? '' : `&continue=${encodeURIComponent(continuePath)}`}`,
    )
  }

  async function signOut(
    visit: Visit,
    form: { readonly formKey: string; readonly continue: string },
  ): Promise<Outcome> {
    const target = parseContinue(form.continue) ?? '/sign-in?notice=signed-out'
    if (isMember(visit)) {
      if (!isSameKey(form.formKey, visit.browser.session.formKey)) return visit.fault(403, 'foreign-form')
      await accounts.signOut(visit.browser, visit.address)
    }
    visit.setCookie('session', null)
    return visit.redirectTo(target)
  }

  return [
    pages.page('/sign-in', (visit) => {
      const continuePath = parseContinue(queryValue(visit.rawQuery, 'continue'))
      if (isMember(visit)) return visit.redirectTo(continuePath ?? HOME)
      const asked = queryValue(visit.rawQuery, 'notice')
      const notice = NOTICES.includes(asked) ? (asked as SignInNotice) : continuePath === null ? null : 'needed'
      return signInPage(deps, visit, { continuePath, email: '', faults: [], notice }, 200)
    }),
    pages.form('/sign-in', '/sign-in', CREDENTIALS, signIn),
    pages.page('/sign-up', (visit) => {
      if (deps.signup === 'closed') return visit.fault(403, 'signup-closed')
      const continuePath = parseContinue(queryValue(visit.rawQuery, 'continue'))
      if (isMember(visit)) return visit.redirectTo(continuePath ?? HOME)
      return signUpPage(deps, visit, { continuePath, email: '', faults: [] }, 200)
    }),
    pages.form('/sign-up', '/sign-up', CREDENTIALS, signUp),
    pages.form('/sign-out', '/', ['continue'], signOut),
  ]
}

interface Credentials {
  readonly email: string
  readonly password: string
  readonly continue: string
  readonly formKey: string
}

type Again = (status: number, faults: readonly FieldFault[], options?: PageOptions) => Reply

/** Answers with the sign-in form, wherever it is shown. The browser gets a cookie for the key of the form. */
export function signInPage(
  deps: AccountPagesDeps,
  visit: Visit,
  form: Omit<CredentialsForm, 'formKey'> & { readonly notice: SignInNotice },
  status: number,
  options: PageOptions = {},
): Reply {
  const html = renderSignIn({ ...form, formKey: ensureFormKey(visit) }, visit.reader, deps)
  return visit.page(status, html, { ...options, flow: isFlow(form.continuePath) })
}

function signUpPage(
  deps: AccountPagesDeps,
  visit: Visit,
  form: Omit<CredentialsForm, 'formKey'>,
  status: number,
  options: PageOptions = {},
): Reply {
  const html = renderSignUp({ ...form, formKey: ensureFormKey(visit) }, visit.reader, deps)
  return visit.page(status, html, { ...options, flow: isFlow(form.continuePath) })
}

function isFlow(continuePath: string | null): boolean {
  return continuePath !== null && isAuthorizePath(continuePath)
}

/** Makes the links to other languages keep the path to go to afterwards. */
function withPath(visit: Visit, path: string, continuePath: string | null): Visit {
  const here = continuePath === null ? path : `${path}?continue=${encodeURIComponent(continuePath)}`
  return { ...visit, reader: { ...visit.reader, here } }
}

/** Gives the key for a form. An existing cookie is kept, since forms may be open in several windows. */
function ensureFormKey(visit: Visit): string {
  let token = visit.cookie('form')
  if (!isToken(token)) {
    token = newToken()
    visit.setCookie('form', token)
  }
  return formKeyOf(token)
}

function hasFormKey(visit: Visit, given: string): boolean {
  const token = visit.cookie('form')
  return isToken(token) && isSameKey(given, formKeyOf(token))
}

export function keepSession(visit: Visit, { marks, token }: Begun): void {
  visit.setCookie('session', token)
  visit.setCookie('browser', marks)
}

/**
 * Answers a throttled attempt with the time to wait.
 *
 * @param advice Further help, shown after the time to wait.
 */
export function limited({ retryAfterSeconds }: Limited, messages: AccountMessages, again: Again, advice = ''): Reply {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait =
    minutes === 1
      ? messages.limitedMinute
      : minutes < 2 * 60
        ? fill(messages.limitedMinutes, { minutes })
        : fill(messages.limitedHours, { hours: Math.ceil(minutes / 60) })
  return again(429, [{ field: null, text: `${wait} ${advice}`.trimEnd() }], { retryAfterSeconds })
}

export function passwordFaultOf(field: string, fault: PasswordFault, messages: AccountMessages): FieldFault {
  const values = { min: PASSWORD_MIN_CHARACTERS, max: PASSWORD_MAX_CHARACTERS }
  return { field, text: fill(messages.passwordFaults[fault], values) }
}

/** The sign-in of a browser, for requests for authorization. Null: nobody is signed in there. */
export function signedInOf(browser: SignedInBrowser | null, userAgent: string): SignedIn | null {
  if (browser === null) return null
  const { session, sessionHash, user } = browser
  const { beganAtMs, validFromMs } = session
  return { userId: user.id, signedInAtMs: beganAtMs, validFromMs, signIn: sessionHash, userAgent }
}
