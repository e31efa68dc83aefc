import { createHttpApp } from '../../http/server/app.ts'
import { AGENT_CORS } from '../../http/wire/cors.ts'
import { restWire } from '../../http/route/error-wires.ts'
import type { Outcome } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import type { McpEndpoint } from '../../mcp/edge.ts'
import { oauthRoutes, type OAuthRoutesOptions } from '../../oauth/oauth-routes.ts'
import { assetUrls, type StaticFiles } from '../../web/static-files.ts'
import { unavailable } from '../content-reply.ts'
import { accountDocuments } from './account-documents.ts'
import { UNIT_BYTES, accountMcp, type AccountMcpDeps } from './account-mcp.ts'
import { createAccountPages, type AccountPages, type AccountPagesDeps } from './account-pages.ts'
import { alive, health } from '../health.ts'
import { createHost, mcpHint, type Host } from '../host.ts'
import { staticRoutes } from '../static-routes.ts'
import type { StoreState } from '../../limits/store-state.ts'

/**
 * Answers of this host are made for one person each, so only its static files are cached. Those have caches of their own.
 */
const CACHE_LIMIT_BYTES = 1024 * 1024
/** Time for which a result of the check for readiness is kept. Anybody may ask, and each check costs a query and a command. */
const READINESS_KEPT_MS = 100

/** State of the services that this host needs. */
export interface AccountReadiness {
  readonly database: 'reachable' | 'read-only' | 'unreachable'
  readonly store: StoreState
}

export interface AccountDeps
  extends AccountMcpDeps, Omit<AccountPagesDeps, 'siteUrl' | 'docsUrl' | 'assets' | 'signup'> {
  readonly staticFiles: StaticFiles
  readonly oauth: OAuthRoutesOptions
  readonly readiness: () => Promise<AccountReadiness>
}

export interface AccountHost extends Host {
  readonly mcp: McpEndpoint
}

/** Lists all routes of the account host: pages for people, OAuth for their applications, MCP and documents for their agents. */
export function accountRoutes(deps: AccountDeps, mcp = accountMcp(deps), pages = pagesOf(deps)): Route[] {
  const readiness = shareReadiness(deps.readiness)
  return [
    ...pages.routes,
    ...oauthRoutes(deps.oauth),
    ...mcp.routes,
    ...accountDocuments({ ...deps, unitBytes: UNIT_BYTES }),
    { path: '/healthz', name: '/healthz', answer: alive() },
    { path: '/readyz', name: '/readyz', answer: () => ready(readiness) },
    ...staticRoutes(deps.staticFiles),
  ]
}

/** Creates the account host, ready to listen. */
export function createAccountHost(deps: AccountDeps): AccountHost {
  const { config, log } = deps
  const mcp = accountMcp(deps)
  const pages = pagesOf(deps)
  const app = createHttpApp({
    name: 'account',
    routes: accountRoutes(deps, mcp, pages),
    wire: restWire,
    log,
    generation: () => 0,
    cacheLimitBytes: Math.min(config.cacheLimitBytes, CACHE_LIMIT_BYTES),
    trustedProxies: config.trustedProxies,
    notFound: pages.notFound,
    methodNotAllowedCode: 'method_not_allowed',
    rpcHint: mcpHint(config.account.url),
    cors: AGENT_CORS,
  })
  return { ...createHost(app, [mcp]), mcp }
}

function pagesOf(deps: AccountDeps): AccountPages {
  const { config, staticFiles } = deps
  return createAccountPages({
    ...deps,
    siteUrl: config.account.url,
    docsUrl: config.hosts.includes('docs') ? config.docs.url : null,
    assets: assetUrls(staticFiles),
    signup: config.account.signup,
  })
}

/** Lets the requests that come during a check, and shortly after it, share its result. */
function shareReadiness(check: AccountDeps['readiness']): AccountDeps['readiness'] {
  let shared: ReturnType<typeof check> | null = null
  return () => {
    shared ??= check().finally(() => setTimeout(() => (shared = null), READINESS_KEPT_MS).unref())
    return shared
  }
}

async function ready(readiness: AccountDeps['readiness']): Promise<Outcome> {
  const { database, store } = await readiness()
  if (database === 'unreachable' || store === 'unreachable') {
    const missing = [
      ...(database === 'unreachable' ? ['the database'] : []),
      ...(store === 'unreachable' ? ['Redis'] : []),
    ].join(' and ')
    return unavailable({ detail: `Not reachable now: ${missing}.`, retryAfterSeconds: 1, reason: 'store' })
  }
  return health({ status: 'ready', database, store })
}
