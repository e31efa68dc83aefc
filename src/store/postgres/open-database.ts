import { Pool } from 'pg'
import { createDatabase } from './database.ts'
import type { Database, OutageListener } from './database.ts'
import { createPostgresDriver } from './postgres-driver.ts'
import { createPulse } from './postgres-pulse.ts'
import { COLUMN_TYPES } from './postgres-values.ts'

/** For a connection, be it a new one or one that comes free. */
const CONNECT_LIMIT_MS = 2000
const STATEMENT_LIMIT_MS = 4000
/** Beyond the server's own limit: a server that hangs does not keep that one. */
const ANSWER_GRACE_MS = 1000
const LOCK_LIMIT_MS = 3000
const IDLE_TRANSACTION_LIMIT_MS = 10_000
const IDLE_CONNECTION_LIMIT_MS = 60_000
const KEEP_ALIVE_DELAY_MS = 10_000

export interface DatabaseOptions extends OutageListener {
  /** `postgres://` or `postgresql://`; `sslmode` as in libpq. */
  readonly url: string
  /** At most this many connections. */
  readonly connections: number
  /** What `pg_stat_activity` shows. */
  readonly name: string
  /** Default: 4 s. Migrations need more. */
  readonly statementLimitMs?: number
}

/** Opens a database on PostgreSQL. Connections are made when they are needed: a server that is down is found out by the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const statementLimitMs = options.statementLimitMs ?? STATEMENT_LIMIT_MS
  const connectionString = withLibpqModes(options.url)
  const pool = new Pool({
    connectionString,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_LIMIT_MS,
    statement_timeout: statementLimitMs,
    query_timeout: statementLimitMs + ANSWER_GRACE_MS,
    lock_timeout: Math.min(LOCK_LIMIT_MS, statementLimitMs),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // A server that hangs does not say good-bye: its connections are not to keep a thread that has ended all else.
    allowExitOnIdle: true,
    types: COLUMN_TYPES,
  })
  // A connection that breaks while nobody uses it leaves the pool, and that is all there is to do.
  pool.on('error', () => {})
  const pulse = createPulse({ connectionString, application_name: `${options.name}-pulse` })
  return createDatabase(createPostgresDriver(pool, { prepares: true, pulse }), options)
}

/** `pg` takes `require` for `verify-full` unless it is told to read modes as PostgreSQL's own programs do. */
function withLibpqModes(url: string): string {
  return /[?&]sslmode=(?:prefer|require|verify-ca)(?:&|$)/.test(url) ? `${url}&uselibpqcompat=true` : url
}
