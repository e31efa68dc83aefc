import type { Accounts, SignedInBrowser } from '../../../account/users/accounts.ts'
import type { AuditLog } from '../../../account/audit/audit-event.ts'
import { isAuthorizePath } from '../../../account/users/continue-path.ts'
import { createCookieJar, type Cookie } from '../../../account/users/cookies.ts'
import { isFromOwnPage } from '../../../account/users/own-form.ts'
import { isSameKey } from '../../../account/users/session-token.ts'
import { readStrictForm } from '../../../http/wire/form.ts'
import type { Headers } from '../../../http/wire/header-block.ts'
import { chooseLanguage } from '../../../http/wire/negotiation.ts'
import { text, type Outcome, type Reply } from '../../../http/route/reply.ts'
import { defineRoute } from '../../../http/route/route.ts'
import type { ReadableField, ReplyRoute, Route, RouteRequest, RouteRequestHead } from '../../../http/route/route.ts'
import type { ServiceError } from '../../../http/route/service-error.ts'
import type { Limiter } from '../../../limits/limiter.ts'
import type { Authorization } from '../../../oauth/authorize/authorization.ts'
import type { GrantStore } from '../../../oauth/grant/grant-store.ts'
import type { Revocations } from '../../../oauth/grant/revocations.ts'
import { FALLBACK_LOCALE, LOCALES, isLocale, type Locale } from '../../../shared/locale.ts'
import type { AccountSite, Reader } from './account-frame.ts'
import type { FaultPage } from './messages/account-messages.ts'
import { renderFault } from './render-fault.ts'
import { pageHeaders } from './page-headers.ts'

const HTML = 'text/html; charset=utf-8'
const FORM_LIMIT_BYTES = 16 * 1024
/** A longer query is not repeated in the links to other languages, where a character may be escaped as six. */
const LINKED_QUERY_CHARACTERS = 8192
const PAGE_READS: readonly ReadableField[] = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'accept-language']

export interface AccountPagesDeps extends AccountSite {
  readonly accounts: Accounts
  readonly authorization: Authorization
  readonly grants: Pick<GrantStore, 'list' | 'revoke'>
  readonly revocations: Pick<Revocations, 'announce'>
  readonly audit: Pick<AuditLog, 'list'>
  readonly limiter: Limiter
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Called with errors that do not make the page fail. */
  readonly onFault: (error: unknown) => void
}

export interface PageOptions {
  readonly retryAfterSeconds?: number
  /**
   * Whether the page belongs to an authorization flow, which an application may have opened in a window that it waits for.
   */
  readonly flow?: boolean
}

/** A request to a page: its reader, its language, and the cookies that the answer will set. */
export interface Visit {
  /** Query without the parameter of the language. */
  readonly rawQuery: string
  /** Address of the client, for throttles and the audit log. */
  readonly address: string
  /** The browser's `User-Agent`, unchanged. */
  readonly userAgent: string
  readonly browser: SignedInBrowser | null
  readonly reader: Reader
  /** Language that the reader has chosen here, or null. */
  readonly chosenLocale: Locale | null
  cookie(cookie: Cookie): string
  /** Sets a cookie; null clears it. */
  setCookie(cookie: Cookie, value: string | null): void
  page(status: number, html: string, options?: PageOptions): Reply
  fault(status: number, page: FaultPage, options?: PageOptions): Reply
  /** Redirects with 303 to a path of this host. */
  redirectTo(path: string): Reply
  /** Completes an answer that is no page with the common header fields. */
  answer(reply: Reply): Reply
}

/** A visit of somebody who has signed in. */
export interface MemberVisit extends Visit {
  readonly browser: SignedInBrowser
  readonly reader: Reader & { readonly signedIn: NonNullable<Reader['signedIn']> }
}

export type FormValues<Name extends string> = Readonly<Record<Name | 'formKey', string>>

/** Creates functions that make routes of pages. A page that throws `Unavailable` is answered with a page and 503. */
export function createPageMaker(deps: AccountPagesDeps) {
  const { accounts, siteUrl } = deps
  const jar = createCookieJar(siteUrl)

  /**
   * Chooses the language. The reader's own choices come first, then the one that the application asks for, then the
   * browser's.
   */
  function localeOf(
    head: Pick<RouteRequestHead, 'field'>,
    chosen: Locale | null,
    users: Locale | null,
    flow: string,
  ): Locale {
    const kept = jar.read(head.field('cookie'), 'language')
    return (
      chosen ??
      (isLocale(kept) ? kept : null) ??
      users ??
      chooseLanguage(
        queryValue(flow, 'ui_locales').replaceAll(' ', ','),
        LOCALES,
        chooseLanguage(head.field('accept-language'), LOCALES, FALLBACK_LOCALE),
      )
    )
  }

  /**
   * @param here Path and query that the links to other languages lead to.
   * @param flow Query of the request for authorization that a form of the visit belongs to; null: the address of the page
   *   has it.
   */
  function makeVisit(
    head: RouteRequestHead,
    browser: SignedInBrowser | null,
    address: string,
    here: string | null,
    flow: string | null = null,
  ): Visit {
    const { query, lang } = takeLanguage(head.rawQuery)
    const locale = localeOf(head, lang, browser?.user.locale ?? null, flow ?? flowAt(head.path, query))
    const reader: Reader = {
      locale,
      signedIn: browser === null ? null : { email: browser.user.email, formKey: browser.session.formKey },
      here: here ?? (query === '' || query.length > LINKED_QUERY_CHARACTERS ? head.path : `${head.path}?${query}`),
    }
    const cookies: string[] = lang === null ? [] : [jar.write('language', lang)]
    const setCookies = (): Headers => cookies.map((cookie) => ['Set-Cookie', cookie] as const)
    const visit: Visit = {
      rawQuery: query,
      address,
      userAgent: head.field('user-agent'),
      browser,
      reader,
      chosenLocale: lang ?? (jar.read(head.field('cookie'), 'language') === '' ? null : locale),
      cookie: (cookie) => jar.read(head.field('cookie'), cookie),
      setCookie(cookie, value) {
        cookies.push(value === null ? jar.clear(cookie) : jar.write(cookie, value))
      },
      page(status, html, { flow = false, retryAfterSeconds } = {}) {
        const retry: Headers =
          retryAfterSeconds === undefined ? [] : [['Retry-After', String(retryAfterSeconds)] as const]
        const headers = [...pageHeaders(locale, flow), ...setCookies(), ...retry]
        return { status, mediaType: HTML, body: text(html), cacheControl: 'no-store', headers }
      },
      fault: (status, page, options) =>
        visit.page(status, renderFault(page, status === 503 ? reader.here : null, reader, deps), options),
      redirectTo: (path) => visit.answer({ status: 303, cacheControl: 'no-store', headers: [['Location', path]] }),
      answer: (reply) => ({
        ...reply,
        headers: [['Referrer-Policy', 'same-origin'], ...(reply.headers ?? []), ...setCookies()],
      }),
    }
    return visit
  }

  async function visitOf(request: RouteRequest, here: string | null, flow: string | null = null): Promise<Visit> {
    const { address } = request.caller
    const token = jar.read(request.field('cookie'), 'session')
    return makeVisit(request, token === '' ? null : await accounts.find(token), address, here, flow)
  }

  const common = (here: string | null): Pick<ReplyRoute, 'cors' | 'reads' | 'unavailable' | 'wire'> => ({
    cors: false,
    reads: PAGE_READS,
    unavailable: (head, { retryAfterSeconds }) =>
      makeVisit(head, null, '', here).fault(503, 'unavailable', { retryAfterSeconds }),
    wire: errorPage,
  })

  /** Renders errors outside pages: of methods, of bodies, and internal ones. The reader's language is not known there. */
  function errorPage(error: ServiceError): Reply {
    const reader: Reader = { locale: FALLBACK_LOCALE, signedIn: null, here: '/' }
    const html = renderFault(FAULT_OF_STATUS[error.status] ?? 'bad-form', null, reader, deps)
    const headers: Headers = [
      ...pageHeaders(FALLBACK_LOCALE, false),
      ...(error.headers ?? []),
      ...(error.allow === undefined ? [] : [['Allow', error.allow] as const]),
      ...(error.retryAfterSeconds === undefined ? [] : [['Retry-After', String(error.retryAfterSeconds)] as const]),
    ]
    return { status: error.status, mediaType: HTML, body: text(html), cacheControl: 'no-store', headers }
  }

  function page(path: `/${string}`, answer: (visit: Visit) => Outcome | Promise<Outcome>): Route {
    return defineRoute({
      ...common(null),
      path,
      name: path,
      answer: async (request) => answer(await visitOf(request, null)),
    })
  }

  /** Makes a page for people who have signed in. Others are sent to the sign-in first, and come back. */
  function memberPage(path: `/account${string}`, answer: (visit: MemberVisit) => Promise<Outcome>): Route {
    return page(path, (visit) => (isMember(visit) ? answer(visit) : visit.redirectTo(signInAddress(visit.reader.here))))
  }

  /**
   * Makes a form. Its fields are read only if the browser says that a page of this host sent it.
   *
   * @param at Path of the page with the form, for GET.
   */
  function form<Name extends string>(
    path: `/${string}`,
    at: string,
    names: readonly Name[],
    answer: (visit: Visit, form: FormValues<Name>) => Promise<Outcome>,
  ): Route {
    return defineRoute({
      ...common(at),
      path,
      name: path,
      method: 'POST',
      body: { mediaType: 'application/x-www-form-urlencoded', limitBytes: FORM_LIMIT_BYTES },
      async answer(request) {
        const stranger = (): Visit => makeVisit(request, null, request.caller.address, at)
        if (!isFromOwnPage(request.field('origin'), request.field('sec-fetch-site'), siteUrl)) {
          return stranger().fault(403, 'foreign-form')
        }
        const read = readStrictForm<Name | 'formKey'>(request.body, [...names, 'formKey'])
        if (!read.ok) return stranger().fault(400, 'bad-form')
        const given: Readonly<Record<string, string | undefined>> = read.value
        const flow = given['query'] ?? flowOf(given['continue'] ?? '')
        return answer(await visitOf(request, at, flow), read.value)
      },
    })
  }

  /** Makes a form for people who have signed in, with the key of their session. */
  function memberForm<Name extends string>(
    path: `/${string}`,
    at: string,
    names: readonly Name[],
    answer: (visit: MemberVisit, form: FormValues<Name>) => Promise<Outcome>,
  ): Route {
    return form(path, at, names, async (visit, given) => {
      if (!isMember(visit)) return visit.redirectTo(signInAddress(at))
      if (!isSameKey(given.formKey, visit.browser.session.formKey)) return visit.fault(403, 'foreign-form')
      return answer(visit, given)
    })
  }

  return { page, memberPage, form, memberForm, makeVisit }
}

export type PageMaker = ReturnType<typeof createPageMaker>

function signInAddress(path: string): string {
  return `/sign-in?continue=${encodeURIComponent(path)}`
}

export function isMember(visit: Visit): visit is MemberVisit {
  return visit.browser !== null
}

/** Reads an optional parameter of a page; `''` if it is absent or malformed. */
export function queryValue(rawQuery: string, name: string): string {
  const read = readStrictForm(rawQuery, [name])
  return read.ok ? (read.value[name] ?? '') : ''
}

/** Finds the query of the request for authorization that a page belongs to or leads to; `''` for none. */
function flowAt(path: string, query: string): string {
  return path === '/authorize' ? query : flowOf(queryValue(query, 'continue'))
}

function flowOf(continuePath: string): string {
  return isAuthorizePath(continuePath) ? continuePath.slice('/authorize?'.length) : ''
}

/** Separates a query from the language that a link of this host added to it. The rest stays byte for byte. */
function takeLanguage(rawQuery: string): { readonly query: string; readonly lang: Locale | null } {
  const pairs = rawQuery === '' ? [] : rawQuery.split('&')
  const asked = pairs.findLast((pair) => pair.startsWith('lang='))?.slice('lang='.length) ?? ''
  return {
    query: pairs.filter((pair) => !pair.startsWith('lang=')).join('&'),
    lang: isLocale(asked) ? asked : null,
  }
}

const FAULT_OF_STATUS: Readonly<Record<number, FaultPage>> = {
  404: 'not-found',
  405: 'method',
  413: 'too-large',
  429: 'busy',
  500: 'internal',
  503: 'unavailable',
}
