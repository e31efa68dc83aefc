import type { Test } from 'tap'
import { createAccounts } from '../../src/account/users/accounts.ts'
import type { Accounts } from '../../src/account/users/accounts.ts'
import { createKnownBrowsers } from '../../src/account/users/known-browser.ts'
import { createMemorySignInSessions } from '../../src/store/memory/memory-sign-in-sessions.ts'
import { createPasswordGuard, type PasswordGuard } from '../../src/account/users/password-guard.ts'
import { createPasswordHasher } from '../../src/account/users/password-hasher.ts'
import type { PasswordHasher } from '../../src/account/users/password-hasher.ts'
import { NOBODY_ID, type UserStore } from '../../src/account/users/user-store.ts'
import { createAccountPages } from '../../src/hosts/account/account-pages.ts'
import type { AccountPagesDeps } from '../../src/hosts/account/account-pages.ts'
import { staticRoutes } from '../../src/hosts/static-routes.ts'
import { createHttpApp } from '../../src/http/server/app.ts'
import { createProblemWire } from '../../src/http/route/error-wires.ts'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import type {
  Authorization,
  AuthorizeOutcome,
  ConsentRequest,
  Replaceable,
} from '../../src/oauth/authorize/authorization.ts'
import type { Approval, Grant } from '../../src/oauth/grant/grant-store.ts'
import type { Revocations } from '../../src/oauth/grant/revocations.ts'
import { createMemoryRevocations } from '../../src/store/memory/memory-revocations.ts'
import { createLog } from '../../src/shared/log.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { openEmbedded } from '../../src/store/embedded/embedded-database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { createSqlAudit } from '../../src/store/postgres/sql-audit.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { createSqlUsers } from '../../src/store/postgres/sql-users.ts'
import { assetUrls, loadStaticFiles } from '../../src/web/static-files.ts'
import { approvalOf, approve } from '../contract/stores.ts'
import { freePort } from './free-port.ts'
import { startEmbedded } from './start-embedded.ts'

export interface PagesSite {
  readonly url: string
  readonly accounts: Accounts
  readonly guard: PasswordGuard
  readonly stores: ReturnType<typeof createStores>
  readonly sessions: ReturnType<typeof createMemorySignInSessions>
  readonly hasher: PasswordHasher & { readonly counts: { hashed: number; verified: number } }
  readonly revocations: Pick<Revocations, 'has'>
  readonly faults: unknown[]
}

export interface PagesOptions {
  readonly signup?: 'open' | 'closed'
  /** Origin that the host assumes for itself. Default: the address where it listens. */
  readonly siteUrl?: string
  readonly authorization?: Authorization
  readonly clock?: () => number
  /** Wraps the store of users, for example to simulate an outage. */
  readonly users?: (users: UserStore) => UserStore
}

/** Starts a database for the tests of a file, which use it in turns. */
export async function startPagesDatabase(t: Test): Promise<Database> {
  const database = openEmbedded((await startEmbedded(t, { tables: true })).connect())
  t.teardown(() => database.close())
  await migrate(database)
  return database
}

function createStores(database: Database) {
  const grants = createSqlGrants(database)
  const users = createSqlUsers(database)
  return {
    users,
    audit: createSqlAudit(database),
    grants,
    /** Approves an application, as an answer on the consent page does. */
    async connect(
      userId: string,
      clientId: string,
      clientName: string | null,
      more: Partial<Approval> = {},
    ): Promise<Grant> {
      const validFromMs = (await users.find(userId))?.sessionsValidFrom.getTime() ?? 0
      const detail = { name: clientName ?? clientId }
      const event = { userId, kind: 'grant.approved', clientId, objectId: null, address: null, detail } as const
      return approve(grants, approvalOf(userId, clientId, { clientName, validFromMs, ...more }), new Date(), event)
    },
  }
}

/** Starts the account pages on their own host. It trusts the client addresses that requests from this machine claim. */
export async function startAccountPages(t: Test, database: Database, options: PagesOptions = {}): Promise<PagesSite> {
  await database.kysely.deleteFrom('users').where('id', '<>', NOBODY_ID).execute()
  await database.kysely.deleteFrom('grants').execute()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const siteUrl = options.siteUrl ?? url
  const stores = createStores(database)
  const clock = options.clock ?? Date.now
  const faults: unknown[] = []
  const onFault = (error: unknown): void => void faults.push(error)
  const sessions = createMemorySignInSessions()
  const hasher = countHashes(createPasswordHasher())
  const revocations = createMemoryRevocations({ recentlyRevoked: async () => [] })
  t.teardown(() => revocations.close())
  const guard = createPasswordGuard(createMemoryLimiter())
  const accounts = createAccounts({
    users: options.users?.(stores.users) ?? stores.users,
    sessions,
    audit: stores.audit,
    revocations,
    guard,
    hasher,
    knownBrowsers: createKnownBrowsers(() => Buffer.alloc(32, 7)),
    clock,
    onFault,
  })
  const staticFiles = loadStaticFiles()
  const deps: AccountPagesDeps = {
    siteUrl,
    docsUrl: 'http://localhost:4000',
    assets: assetUrls(staticFiles),
    signup: options.signup ?? 'open',
    accounts,
    authorization: options.authorization ?? standInAuthorization(),
    grants: stores.grants,
    revocations,
    audit: stores.audit,
    limiter: createMemoryLimiter(),
    clock,
    onFault,
  }
  const pages = createAccountPages(deps)
  const log = createLog({ level: 'error' })
  const app = createHttpApp({
    name: 'account',
    routes: [...pages.routes, ...staticRoutes(staticFiles)],
    wire: createProblemWire(() => `${siteUrl}/`),
    log,
    generation: () => 1,
    cacheLimitBytes: 0,
    trustedProxies: ['127.0.0.0/8', '::1/128'],
    notFound: pages.notFound,
    methodNotAllowedCode: 'method_not_allowed',
  })
  await app.listen(port, '127.0.0.1')
  t.teardown(() => app.close())
  return { url, accounts, guard, stores, sessions, hasher, revocations, faults }
}

function countHashes(hasher: PasswordHasher): PagesSite['hasher'] {
  const counts = { hashed: 0, verified: 0 }
  return {
    counts,
    hash(password, turn) {
      counts.hashed++
      return hasher.hash(password, turn)
    },
    verify(stored, password, turn) {
      counts.verified++
      return hasher.verify(stored, password, turn)
    },
    isOutdated: (stored) => hasher.isOutdated(stored),
  }
}

export const CONSENT: ConsentRequest = {
  client: { id: 'cli_x', name: 'Example Agent', uri: null, redirectUris: ['https://agent.example/callback'] },
  clientHost: null,
  redirectUri: 'https://agent.example/callback',
  redirectHost: 'agent.example',
  redirectsToLoopback: false,
  scope: 'mcp:full',
  narrowedScopes: [],
}

/**
 * A stand-in that requires a sign-in and then consent. Then it redirects to the redirect URI. The query `faulty` gets a page
 * with a link to it.
 */
export function standInAuthorization(
  request: ConsentRequest = CONSENT,
  replaceable: Replaceable = { grants: [], signIn: null, oldest: null },
): Authorization {
  const done = (): AuthorizeOutcome => ({ kind: 'redirect', location: `${request.redirectUri}?code=secret&iss=x` })
  const errorAt = (code: string): string => `${request.redirectUri}?error=${code}&state=a%22b&iss=x`
  const wayOut = (code: string): AuthorizeOutcome => ({
    kind: 'link',
    location: errorAt(code),
    code,
    detail: 'Something <i>wrong</i>.',
    request,
  })
  return {
    async begin(rawQuery, signedIn) {
      if (rawQuery === 'refused') return { kind: 'refused', code: 'unknown_client', detail: 'No client has this id.' }
      if (rawQuery === 'faulty') return wayOut('invalid_scope')
      if (signedIn === null) return { kind: 'sign-in', again: false, loginHint: null }
      return rawQuery.startsWith('approved') ? done() : { kind: 'consent', request, replaceable }
    },
    async decide(_rawQuery, _signedIn, approved) {
      return approved ? done() : { kind: 'redirect', location: errorAt('access_denied') }
    },
  }
}
