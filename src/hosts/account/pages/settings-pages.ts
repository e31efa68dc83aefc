import { exportEvents } from '../../../account/audit/export-events.ts'
import type { Outcome, Reply } from '../../../http/route/reply.ts'
import type { Route } from '../../../http/route/route.ts'
import { isObjectId } from '../../../shared/object-id.ts'
import { accountMessagesFor } from './messages/account-messages.ts'
import type { FieldFault } from './form-parts.ts'
import { renderApplications, renderOverview } from './render-account.ts'
import { renderActivity } from './render-activity.ts'
import { renderDelete, renderPassword } from './render-settings.ts'
import { keepSession, limited, passwordFaultOf } from './sign-in-pages.ts'
import { queryValue, type AccountPagesDeps, type MemberVisit, type PageMaker, type PageOptions } from './visit.ts'

const EVENTS_OF_PAGE = 50
const EVENTS_OF_OVERVIEW = 5
/** Number of exports that this listener makes at once, one for each account. Each takes 20 MB meanwhile. */
const EXPORTS_AT_ONCE = 8
const EXPORT_RETRY_SECONDS = 5

/** Creates the pages where people see and change their account. */
export function settingsRoutes(deps: AccountPagesDeps, pages: PageMaker): Route[] {
  const { accounts, audit, clock, grants, onFault, revocations } = deps
  /** Users whose exports are being made. */
  const exporting = new Set<string>()

  async function overview(visit: MemberVisit): Promise<Outcome> {
    const { user } = visit.browser
    const [activeGrants, events] = await Promise.all([
      grants.list(user.id),
      audit.list(user.id, { limit: EVENTS_OF_OVERVIEW, before: null }),
    ])
    const view = { createdAt: user.createdAt, grants: activeGrants, events }
    return visit.page(200, renderOverview(view, visit.reader, deps))
  }

  async function applications(visit: MemberVisit): Promise<Outcome> {
    const revoked = queryValue(visit.rawQuery, 'ended') !== ''
    const { sessionHash, user } = visit.browser
    const view = { grants: await grants.list(user.id), signIn: sessionHash, revoked }
    return visit.page(200, renderApplications(view, visit.reader, deps))
  }

  async function revoke(visit: MemberVisit, { grant }: { readonly grant: string }): Promise<Outcome> {
    if (!isObjectId('grt', grant)) return visit.fault(400, 'bad-form')
    const { address, browser } = visit
    const at = new Date(clock())
    const ended = await grants.revoke(grant, { userId: browser.user.id, reason: 'user', at, address })
    // The grant has ended in the database. A node that misses the announcement reads it there.
    if (ended) await revocations.announce([grant]).catch(onFault)
    return visit.redirectTo('/account/applications?ended=1')
  }

  async function activity(visit: MemberVisit): Promise<Outcome> {
    const before = eventIdIn(visit.rawQuery)
    const userId = visit.browser.user.id
    const events = await audit.list(userId, { limit: EVENTS_OF_PAGE + 1, before })
    const shown = events.slice(0, EVENTS_OF_PAGE)
    const older = events.length > EVENTS_OF_PAGE ? `/account/activity?before=${shown.at(-1)?.id}` : null
    const view = { events: shown, older, isFirst: before === null }
    return visit.page(200, renderActivity(view, visit.reader, deps))
  }

  async function exportActivity(visit: MemberVisit): Promise<Outcome> {
    const userId = visit.browser.user.id
    if (exporting.has(userId) || exporting.size >= EXPORTS_AT_ONCE) {
      return visit.fault(429, 'busy', { retryAfterSeconds: EXPORT_RETRY_SECONDS })
    }
    exporting.add(userId)
    const { body, next } = await exportEvents(audit, userId, eventIdIn(visit.rawQuery)).finally(() =>
      exporting.delete(userId),
    )
    const link = next === null ? [] : [['Link', `</account/activity.ndjson?before=${next}>; rel="next"`] as const]
    return visit.answer({
      status: 200,
      mediaType: 'application/x-ndjson',
      body,
      cacheControl: 'no-store',
      headers: [['Content-Disposition', 'attachment; filename="signpost-activity.ndjson"'], ...link],
    })
  }

  function passwordPage(
    visit: MemberVisit,
    status: number,
    faults: readonly FieldFault[],
    options?: PageOptions,
  ): Reply {
    const changed = queryValue(visit.rawQuery, 'changed') !== ''
    return visit.page(status, renderPassword({ faults, changed }, visit.reader, deps), options)
  }

  async function changePassword(visit: MemberVisit, { current, next }: Passwords): Promise<Outcome> {
    const messages = accountMessagesFor(visit.reader.locale)
    const again = (status: number, faults: readonly FieldFault[], options?: PageOptions): Reply =>
      passwordPage(visit, status, faults, options)
    const result = await accounts.changePassword(
      visit.browser,
      { current, next },
      visit.address,
      visit.cookie('browser'),
    )
    if (result.outcome === 'limited') return limited(result, messages, again)
    if (result.outcome === 'refused') return again(400, [{ field: 'current', text: messages.passwordWrong }])
    if (result.outcome === 'faulty') return again(400, [passwordFaultOf('next', result.password, messages)])
    keepSession(visit, result)
    return visit.redirectTo('/account/password?changed=1')
  }

  function deletePage(visit: MemberVisit, status: number, faults: readonly FieldFault[], options?: PageOptions): Reply {
    return visit.page(status, renderDelete({ faults }, visit.reader, deps), options)
  }

  async function deleteAccount(visit: MemberVisit, { current }: { readonly current: string }): Promise<Outcome> {
    const messages = accountMessagesFor(visit.reader.locale)
    const again = (status: number, faults: readonly FieldFault[], options?: PageOptions): Reply =>
      deletePage(visit, status, faults, options)
    const result = await accounts.delete(visit.browser, current, visit.address)
    if (result.outcome === 'limited') return limited(result, messages, again)
    if (result.outcome === 'refused') return again(400, [{ field: 'current', text: messages.passwordWrong }])
    visit.setCookie('session', null)
    visit.setCookie('browser', null)
    return visit.redirectTo('/sign-in?notice=deleted')
  }

  return [
    pages.memberPage('/account', overview),
    pages.memberPage('/account/applications', applications),
    pages.memberForm('/account/applications/revoke', '/account/applications', ['grant'], revoke),
    pages.memberPage('/account/activity', activity),
    pages.memberPage('/account/activity.ndjson', exportActivity),
    pages.memberPage('/account/password', (visit) => Promise.resolve(passwordPage(visit, 200, []))),
    pages.memberForm('/account/password', '/account/password', ['current', 'next'], changePassword),
    pages.memberPage('/account/delete', (visit) => Promise.resolve(deletePage(visit, 200, []))),
    pages.memberForm('/account/delete', '/account/delete', ['current'], deleteAccount),
  ]
}

interface Passwords {
  readonly current: string
  readonly next: string
}

function eventIdIn(rawQuery: string): string | null {
  const before = queryValue(rawQuery, 'before')
  return isObjectId('aud', before) ? before : null
}
