import { parseContinue } from '../../../account/users/continue-path.ts'
import { createAddressGate } from '../../../limits/address-gate.ts'
import { isSameKey } from '../../../account/users/session-token.ts'
import type { Outcome, Reply } from '../../../http/route/reply.ts'
import type { Route } from '../../../http/route/route.ts'
import type { AuthorizeOutcome } from '../../../oauth/authorize/authorization.ts'
import { AUTHORIZATIONS } from '../../../oauth/limits.ts'
import { renderConsent } from './render-consent.ts'
import { renderRefusal } from './render-fault.ts'
import { renderLeaving, renderErrorLink, type ErrorLink } from './render-leaving.ts'
import { isObjectId } from '../../../shared/object-id.ts'
import { signedInOf, signInPage } from './sign-in-pages.ts'
import { isMember, type AccountPagesDeps, type PageMaker, type Visit } from './visit.ts'

const FLOW = { flow: true } as const

/** Creates the pages of the authorization endpoint (RFC 6749 §4.1.1). */
export function authorizeRoutes(deps: AccountPagesDeps, pages: PageMaker): Route[] {
  const { authorization } = deps
  const gate = createAddressGate(deps.limiter, AUTHORIZATIONS)

  async function authorize(visit: Visit): Promise<Outcome> {
    const { address, browser, rawQuery } = visit
    const outcome = await authorization.begin(rawQuery, signedInOf(visit.browser, visit.userAgent), address)
    if (outcome.kind === 'redirect') {
      return visit.answer({ status: 302, cacheControl: 'no-store', headers: [['Location', outcome.location]] })
    }
    if (outcome.kind === 'consent' && isMember(visit)) {
      return visit.page(200, renderConsent(outcome, rawQuery, visit.reader, deps), FLOW)
    }
    if (outcome.kind === 'refused') return refused(visit, outcome)
    if (outcome.kind === 'link') return errorLink(visit, outcome)
    const continuePath = parseContinue(`/authorize?${rawQuery}`)
    if (continuePath === null) return visit.fault(400, 'flow-broken', FLOW)
    const again = outcome.kind === 'sign-in' && outcome.again
    const hint = outcome.kind === 'sign-in' ? outcome.loginHint : null
    const email = hint ?? (again ? (browser?.user.email ?? '') : '')
    return signInPage(deps, visit, { continuePath, email, faults: [], notice: again ? 'again' : 'needed' }, 200)
  }

  async function decide(visit: Visit, form: Decision): Promise<Outcome> {
    const { decision, formKey, query, replaces } = form
    const path = parseContinue(`/authorize?${query}`)
    // A person whose session has ended meanwhile signs in again, and is asked again.
    if (!isMember(visit)) return path === null ? visit.fault(400, 'flow-broken', FLOW) : visit.redirectTo(path)
    if (!isSameKey(formKey, visit.browser.session.formKey)) return visit.fault(403, 'foreign-form')
    if (decision !== 'allow' && decision !== 'deny') return visit.fault(400, 'bad-form', FLOW)
    if (replaces !== '' && !isObjectId('grt', replaces)) return visit.fault(400, 'bad-form', FLOW)
    const isAllowed = decision === 'allow'
    const decider = signedInOf(visit.browser, visit.userAgent)
    const outcome = await authorization.decide(query, decider, isAllowed, visit.address, replaces || null)
    if (outcome.kind === 'redirect') {
      return visit.page(200, renderLeaving(outcome.location, visit.reader, deps, !isAllowed), FLOW)
    }
    if (outcome.kind === 'refused') return refused(visit, outcome)
    if (outcome.kind === 'link') return errorLink(visit, outcome)
    // The sign-in is too old for this request, the question must be asked anew, or a connection must make room. The page at
    // that path handles all three.
    return path === null ? visit.fault(400, 'flow-broken', FLOW) : visit.redirectTo(path)
  }

  function refused(visit: Visit, { code, detail }: Extract<AuthorizeOutcome, { kind: 'refused' }>): Reply {
    return visit.page(400, renderRefusal(code, detail, visit.reader, deps), FLOW)
  }

  function errorLink(visit: Visit, outcome: ErrorLink): Reply {
    return visit.page(400, renderErrorLink(outcome, visit.reader, deps), FLOW)
  }

  return [
    { ...pages.page('/authorize', authorize), gate },
    { ...pages.form('/authorize/decision', '/account', ['query', 'decision', 'replaces'], decide), gate },
  ]
}

interface Decision {
  readonly formKey: string
  readonly query: string
  readonly decision: string
  readonly replaces: string
}
