import { setTimeout as sleep } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { createAccounts } from '../../account/users/accounts.ts'
import { createKnownBrowsers } from '../../account/users/known-browser.ts'
import { createPasswordGuard } from '../../account/users/password-guard.ts'
import { createPasswordHasher } from '../../account/users/password-hasher.ts'
import { createAccountSecrets } from './account-secrets.ts'
import { createAccountStore } from './account-store.ts'
import { createAccountHost } from './account.ts'
import type { Host, ListenerOptions } from '../host.ts'
import { iconDocuments } from './icon-documents.ts'
import type { IconsService } from '../../icons/icons-service.ts'
import { changesOf } from './tools/changes.ts'
import { createAccountGate } from '../../oauth/account-gate.ts'
import { createAuthorization } from '../../oauth/authorize/authorization.ts'
import { createClientResolver } from '../../oauth/client/client-resolver.ts'
import { createClientUses } from '../../oauth/client/client-uses.ts'
import { createDocumentReader } from '../../oauth/client/document-reader.ts'
import { createFetchDocument } from '../../oauth/client/fetch-document.ts'
import { createKeyReader } from '../../oauth/client/key-reader.ts'
import { createGrantUses } from '../../oauth/grant/uses.ts'
import { ACCOUNT_ACCESS_LIFETIME_SECONDS } from '../../oauth/token/access-tokens.ts'
import { createAccessTokens } from '../../oauth/token/create-access-tokens.ts'
import { LazyThread } from '../../pool/lazy/lazy-thread.ts'
import type { ShortBody } from './tools/shorten-body.ts'
import { logFaults } from '../../shared/log.ts'
import { isLoopbackOrigin } from '../../shared/loopback.ts'
import { Unavailable } from '../../shared/unavailable.ts'
import { openEmbedded } from '../../store/embedded/embedded-database.ts'
import type { Database } from '../../store/postgres/database.ts'
import { openDatabase } from '../../store/postgres/open-database.ts'
import { createSqlAccountKeys } from '../../store/postgres/sql-keys.ts'
import { createSqlAudit } from '../../store/postgres/sql-audit.ts'
import { createSqlClients } from '../../store/postgres/sql-clients.ts'
import { createSqlContent } from '../../store/postgres/content/sql-content.ts'
import { createSqlDocumentAddresses } from '../../store/postgres/content/sql-document-addresses.ts'
import { createSqlGrants } from '../../store/postgres/sql-grants.ts'
import { createSqlSecrets } from '../../store/postgres/sql-secrets.ts'
import { createSqlUsers } from '../../store/postgres/sql-users.ts'
import { createAccountKeys } from '../../tokens/account-keys.ts'
import { CLOCK_SKEW_SECONDS } from '../../tokens/claims.ts'
import type { AssertionWorkers } from '../../tokens/client-assertion.ts'
import type { TokenWorkers } from '../../tokens/token-workers.ts'

/** Long bodies, of 3 MiB at most, that are being read or wait to be. */
const BODY_QUEUE_LIMIT = 16
const BODY_CLIENT_LIMIT = 4
/** The slowest body of 3 MiB takes 0.5 s. */
const BODY_TIMEOUT_MS = 5000
/** A body of 3 MiB takes less than a quarter of it. */
const BODY_HEAP_LIMIT_MIB = 512
/** Time between two looks whether a start can answer. */
const READY_LOOK_MS = 20

export interface AccountListenerOptions extends Omit<ListenerOptions, 'counts' | 'degraded'> {
  /** Port to the embedded database; null: the database is PostgreSQL. */
  readonly databasePort: MessagePort | null
  /** The icons host's service, which may come later; null where that host is not served. */
  readonly icons: (() => IconsService | null) | null
  readonly workers: TokenWorkers & AssertionWorkers
}

export interface AccountListener {
  readonly host: Host
  /**
   * To be called when the database has its tables. It starts the reads that happen once. Before, every query fails as
   * unavailable.
   */
  databaseReady(): void
  /** Resolves when requests can be answered, or when the time is over. */
  answers(limitMs: number): Promise<void>
  /** Resolves when the recorded uses have been written. From then on queries fail as unavailable, until `databaseReady`. */
  leaveDatabase(): Promise<void>
  rereadKeys(): void
  /** Closes the stores, threads and connections of the host. */
  close(): Promise<void>
}

/**
 * Creates the account host of one listener thread. It can listen before its stores are there, and answers 503 until they
 * are.
 */
export function createAccountListener(options: AccountListenerOptions): AccountListener {
  const { config, databasePort, icons, limits, log, staticFiles, workers } = options
  const accountUrl = config.account.url
  const report = logFaults(log)
  const onRecovered = (message: string): void => log.pino.info(message)
  let hasTables = false
  /** Whether the process that replaces this one has the database. Nothing that needs it is then a fault. */
  let isElsewhere = false
  const onFault = (message: string, cause: unknown): void => {
    if (!isElsewhere || !(cause instanceof Unavailable)) report(message, cause)
  }
  const onDatabaseFault = (message: string, cause: unknown): void => {
    if (!isElsewhere) report(message, cause)
  }
  const database = refuseUntil(() => hasTables, open())
  function open(): Database {
    if (databasePort !== null) return openEmbedded(databasePort, { onFault: onDatabaseFault, onRecovered })
    const { databaseConnections: connections, databaseUrl: url } = config.account
    if (url === null) throw new Error('there is no way to the embedded database')
    return openDatabase({ url, connections, name: 'signpost', onFault, onRecovered })
  }
  const users = createSqlUsers(database)
  const grants = createSqlGrants(database)
  const clients = createSqlClients(database)
  const audit = createSqlAudit(database)
  const secrets = createAccountSecrets(createSqlSecrets(database), onFault)
  const store = createAccountStore(config, log, (since) => grants.revokedSince(since))

  const keyStore = createSqlAccountKeys(database)
  const keys = createAccountKeys({
    store: keyStore,
    tokenLifeMs: (ACCOUNT_ACCESS_LIFETIME_SECONDS + CLOCK_SKEW_SECONDS) * 1000,
    onKeys: (next) => tokens.update(next),
    onFault,
  })
  const tokens = createAccessTokens({ issuer: accountUrl, workers, keys: [], refresh: () => keys.refresh() })
  const uses = createGrantUses({ store: grants, onFault })
  const content = createSqlContent(database, {
    changed(change) {
      for (const each of changesOf(change)) host.mcp.hub.publish(each)
    },
  })
  const clientUses = createClientUses(clients)
  const fetching = {
    limiter: limits.limiter,
    fetchDocument: createFetchDocument({ allowLoopback: isLoopbackOrigin(accountUrl) }),
  }
  const documents = createDocumentReader({ ...fetching, clients })
  const resolver = createClientResolver({ clients, uses: clientUses, documents })
  const accounts = createAccounts({
    users,
    sessions: store.signIns,
    audit,
    revocations: store.revocations,
    guard: createPasswordGuard(limits.limiter),
    // All listeners share the few threads of libuv, which sign tokens too.
    hasher: createPasswordHasher(config.threads.listeners > 1 ? { hashesAtOnce: 1 } : {}),
    knownBrowsers: createKnownBrowsers(() => secrets.get('known browsers')),
    clock: Date.now,
    onFault: (error) => onFault('what happened in an account could not be written down', error),
  })
  const bodies = new LazyThread<ShortBody>({
    kind: 'body',
    queueLimit: BODY_QUEUE_LIMIT,
    clientLimit: BODY_CLIENT_LIMIT,
    timeoutMs: BODY_TIMEOUT_MS,
    heapLimitMib: BODY_HEAP_LIMIT_MIB,
    onFault,
  })
  const readiness = async () => {
    const knows = store.knowsRevocations && secrets.loaded && tokens.publicKeys.length > 0
    const state = await database.ping()
    return { database: knows ? state : ('unreachable' as const), store: await store.reachable() }
  }
  const gateOptions = {
    tokens,
    admissions: store.admissions,
    revocations: store.revocations,
    uses,
    limiter: limits.limiter,
    accountUrl,
  }
  const host = createAccountHost({
    config,
    staticFiles,
    log,
    accounts,
    audit,
    grants,
    revocations: store.revocations,
    clock: Date.now,
    onFault: (error) => onFault('a page could not do all that it should', error),
    users,
    content,
    addresses: createSqlDocumentAddresses(database),
    icons: icons === null ? null : iconDocuments(icons),
    limiter: limits.limiter,
    authorization: createAuthorization({
      accountUrl,
      clients: resolver,
      grants,
      revocations: store.revocations,
      codes: store.codes,
    }),
    oauth: {
      accountUrl,
      tokens,
      codes: store.codes,
      grants,
      revocations: store.revocations,
      clients,
      uses: clientUses,
      limiter: limits.limiter,
      documents,
      keys: createKeyReader({ ...fetching, documents }),
      usedAssertions: store.usedAssertions,
      workers,
    },
    sessions: store.sessions,
    bus: store.bus,
    admissions: store.admissions,
    bodies,
    gate: createAccountGate(gateOptions),
    slashGate: createAccountGate({ ...gateOptions, path: '/mcp/' }),
    stateKey: () => secrets.get('request state'),
    readiness,
  })
  store.revocations.onRevoked((grantId) => host.mcp.endSubject(grantId))
  host.app.metrics.onSample(() => {
    const { metrics } = host.app
    const { readOnly, timing, waiting } = database.load()
    metrics.set('verifiedTokens', tokens.remembered)
    metrics.set('databaseReadOnly', readOnly ? 1 : 0)
    metrics.set('databaseWaiting', waiting)
    metrics.set('databaseStatements', timing.count)
    metrics.set('databaseSeconds', timing.seconds)
    metrics.set('redisCommands', store.timing.count)
    metrics.set('redisSeconds', store.timing.seconds)
  })

  return {
    host,
    databaseReady() {
      if (hasTables) return
      hasTables = true
      secrets.load()
      keys.start().catch(() => undefined)
    },
    async answers(limitMs) {
      const endMs = performance.now() + limitMs
      while (performance.now() < endMs) {
        const states = await readiness()
        if (states.database !== 'unreachable' && states.store !== 'unreachable') return
        await sleep(READY_LOOK_MS)
      }
    },
    async leaveDatabase() {
      await uses.flush()
      isElsewhere = true
      hasTables = false
    },
    rereadKeys: () => void keys.refresh(),
    async close() {
      await bodies.close()
      keys.close()
      secrets.close()
      await uses.close()
      store.close()
      await database.close()
    },
  }
}

/**
 * Wraps a database that may be reachable before it has its tables. Until it has them, every query rejects with
 * `Unavailable`.
 */
function refuseUntil(hasTables: () => boolean, database: Database): Database {
  const guard = <T>(work: () => Promise<T>): Promise<T> =>
    hasTables() ? work() : Promise.reject(new Unavailable('the database has no tables yet'))
  return {
    ...database,
    run: (work) => guard(() => database.run(work)),
    transact: (work) => guard(() => database.transact(work)),
    ping: () => (hasTables() ? database.ping() : Promise.resolve('unreachable')),
  }
}
