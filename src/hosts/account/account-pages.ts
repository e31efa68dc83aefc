import { chooseMediaType } from '../../http/wire/negotiation.ts'
import type { Outcome } from '../../http/route/reply.ts'
import type { ReadableField, Route, RouteRequest } from '../../http/route/route.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { renderFault } from './pages/render-fault.ts'
import { renderLanding } from './pages/render-landing.ts'
import { authorizeRoutes } from './pages/authorize-pages.ts'
import { settingsRoutes } from './pages/settings-pages.ts'
import { signInRoutes } from './pages/sign-in-pages.ts'
import { createPageMaker, type AccountPagesDeps } from './pages/visit.ts'

export type { AccountPagesDeps } from './pages/visit.ts'

const NO_SUCH_ADDRESS: ServiceError = {
  ok: false,
  status: 404,
  code: 'endpoint_not_found',
  detail:
    'Nothing has this address. /.well-known/oauth-protected-resource tells where MCP is, and who gives access to it.',
}

const NOT_FOUND_READS: readonly ReadableField[] = ['accept', 'accept-language', 'cookie']

export interface AccountPages {
  readonly routes: readonly Route[]
  /** Answer for unknown addresses: a page for people who prefer one, an error for programs. */
  readonly notFound: { readonly reads: readonly ReadableField[]; readonly answer: (request: RouteRequest) => Outcome }
}

/** Creates the routes of all pages of the account host. */
export function createAccountPages(deps: AccountPagesDeps): AccountPages {
  const pages = createPageMaker(deps)
  return {
    routes: [
      pages.page('/', (visit) => visit.page(200, renderLanding(visit.reader, deps))),
      ...signInRoutes(deps, pages),
      ...authorizeRoutes(deps, pages),
      ...settingsRoutes(deps, pages),
      // Password managers look for the form at this address (W3C, A Well-Known URL for Changing Passwords).
      {
        path: '/.well-known/change-password',
        name: '/.well-known/change-password',
        cors: false,
        answer: { status: 302, cacheControl: 'no-store', headers: [['Location', '/account/password']] },
      },
    ],
    notFound: {
      reads: NOT_FOUND_READS,
      answer(request) {
        const types = ['application/problem+json', 'text/html'] as const
        if (chooseMediaType(request.field('accept'), types) === types[0]) return NO_SUCH_ADDRESS
        const visit = pages.makeVisit(request, null, '', '/')
        return visit.page(404, renderFault('not-found', null, visit.reader, deps))
      },
    },
  }
}
