import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Database } from './database.ts'
import { MIGRATIONS, type Migration } from './migrations/all.ts'

/** Key of the lock: a number that nobody else is likely to use in this database. */
const LOCK_KEY = 7_447_667_678
const LOCK_POLL_MS = 100
const WAIT_LIMIT_MS = 60_000
const OLDEST_VERSION = 150_000
const TABLE = 'create table if not exists migrations (name text primary key, made_at timestamptz not null)'

/** The database cannot be used by this version of Signpost. The message gives the operator the reason. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface MigrateOptions {
  /** Default: the migrations of this version. */
  readonly migrations?: readonly Migration[]
  /** Longest wait for other nodes that migrate now. Default: 60 s. */
  readonly waitLimitMs?: number
}

/**
 * Brings the tables to this version. Each migration runs once, in order, in its own transaction, however many nodes
 * start together. Returns the names of the migrations that this call made.
 *
 * @throws {MigrationError} PostgreSQL is older than 15, the database belongs to a newer version of Signpost, or others
 * hold the lock for too long.
 * @throws {Unavailable} The database does not answer.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<readonly string[]> {
  const { migrations = MIGRATIONS, waitLimitMs = WAIT_LIMIT_MS } = options
  await refuseOldServer(database)
  const deadline = performance.now() + waitLimitMs
  const made: string[] = []
  for (;;) {
    const step = await database.transact((transaction) => makeNext(transaction, migrations))
    if (step === 'done') return made
    if (step !== 'locked') made.push(step.name)
    else if (performance.now() > deadline) {
      throw new MigrationError(`another node has been migrating the database for more than ${waitLimitMs / 1000} s`)
    } else await sleep(LOCK_POLL_MS)
  }
}

async function makeNext(
  transaction: QueryExecutorProvider,
  migrations: readonly Migration[],
): Promise<Migration | 'locked' | 'done'> {
  const lock = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}::bigint) as taken`.execute(
    transaction,
  )
  if (lock.rows[0]?.taken !== true) return 'locked'
  await sql.raw(TABLE).execute(transaction)
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(transaction)
  const made = rows.map(({ name }) => name)
  const newer = findNewer(made, migrations)
  if (newer !== undefined) {
    throw new MigrationError(
      `the database is of a newer version of Signpost (it has "${newer}"): start that version, or restore a backup`,
    )
  }
  const next = migrations.find(({ name }) => !made.includes(name))
  if (next === undefined) return 'done'
  await make(transaction, next)
  return next
}

async function make(transaction: QueryExecutorProvider, migration: Migration): Promise<void> {
  await migration.up(transaction)
  await sql`insert into migrations (name, made_at) values (${migration.name}, now())`.execute(transaction)
}

/** Waits for nodes that migrate. None migrates until the transaction ends. */
export async function holdMigrations(transaction: QueryExecutorProvider): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY}::bigint)`.execute(transaction)
}

/** Makes the tables in a database without any. */
export async function makeTables(transaction: QueryExecutorProvider, migrations: readonly Migration[]): Promise<void> {
  await sql.raw(TABLE).execute(transaction)
  for (const migration of migrations) await make(transaction, migration)
}

/** Names the migrations that were made, in their order. It changes nothing. */
export async function findMade(executor: QueryExecutorProvider): Promise<readonly string[]> {
  const found = await sql<{ has: boolean }>`select to_regclass('migrations') is not null as has`.execute(executor)
  if (found.rows[0]?.has !== true) return []
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(executor)
  return rows.map(({ name }) => name)
}

/** The first migration that was made and that these do not have. */
export function findNewer(made: readonly string[], migrations: readonly Migration[] = MIGRATIONS): string | undefined {
  return made.find((name) => migrations.every((migration) => migration.name !== name))
}

async function refuseOldServer(database: Database): Promise<void> {
  const { rows } = await database.run((kysely) =>
    sql<{ number: string; text: string }>`
      select current_setting('server_version_num') as number, current_setting('server_version') as text`.execute(
      kysely,
    ),
  )
  if (Number(rows[0]?.number) < OLDEST_VERSION) {
    throw new MigrationError(`PostgreSQL ${rows[0]?.text} is too old: 15 or newer is needed`)
  }
}
