import { Client, Pool } from 'pg'
import { createDatabase, type Database, type OutageListener } from './database.ts'
import { parseDatabaseUrl } from '../../shared/urls/database-url.ts'
import { createPostgresDriver } from './postgres-driver.ts'
import { createPulse } from './postgres-pulse.ts'
import { COLUMN_TYPES } from './postgres-values.ts'
import { createServers } from './servers.ts'

/** Longest wait for a connection, whether new or freed by another statement. */
const CONNECT_LIMIT_MS = 2000
const STATEMENT_LIMIT_MS = 4000
/** Time beyond the server's own limit, which a hanging server does not enforce. */
const ANSWER_GRACE_MS = 1000
const LOCK_LIMIT_MS = 3000
const IDLE_TRANSACTION_LIMIT_MS = 10_000
const IDLE_CONNECTION_LIMIT_MS = 60_000
const KEEP_ALIVE_DELAY_MS = 10_000

export interface DatabaseOptions extends OutageListener {
  /** Address `postgres://` or `postgresql://` of one or several servers; `sslmode` as in libpq. */
  readonly url: string
  /** Maximum number of connections of the pool. */
  readonly connections: number
  /** Name that `pg_stat_activity` shows. */
  readonly name: string
  /** Time limit of a statement. Default: 4 s. Migrations need more. */
  readonly statementLimitMs?: number
}

/** Opens a database in PostgreSQL. Connections are made on demand, so the first statement detects a server that is down. */
export function openDatabase(options: DatabaseOptions): Database {
  const statementLimitMs = options.statementLimitMs ?? STATEMENT_LIMIT_MS
  const parsed = parseDatabaseUrl(options.url)
  if (!parsed.ok) throw new Error(`the address of the database ${parsed.detail}`)
  const urls = parsed.value.map(withLibpqModes)
  const look = { connectionString: urls[0], application_name: `${options.name}-pulse` }
  const onMoved = (name: string): void => options.onRecovered?.(`the primary of the database is ${name} now`)
  const servers = urls.length === 1 ? null : createServers(urls, look, onMoved)
  const pool = new Pool({
    connectionString: urls[0],
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_LIMIT_MS,
    query_timeout: statementLimitMs + ANSWER_GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // A hanging server does not close its connections; they must not keep a finished thread alive.
    allowExitOnIdle: true,
    types: COLUMN_TYPES,
    ...(servers === null ? {} : { Client: servers.Client }),
  })
  const limits = {
    statementMs: statementLimitMs,
    lockMs: Math.min(LOCK_LIMIT_MS, statementLimitMs),
    idleTransactionMs: IDLE_TRANSACTION_LIMIT_MS,
  }
  const pulse = createPulse(look, servers?.Client ?? Client)
  return createDatabase(createPostgresDriver(pool, { pulse, limits, servers }), options)
}

/** Selects libpq's reading of `sslmode`; `pg` otherwise treats `require` as `verify-full`. */
function withLibpqModes(url: string): string {
  return /[?&]sslmode=(?:prefer|require|verify-ca)(?:&|$)/.test(url) ? `${url}&uselibpqcompat=true` : url
}
