import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What an operator asks a server about. */
export interface ServerState {
  readonly nowMs: number
  /** Its release, such as 15. */
  readonly release: number
  /** Whether it is a standby. */
  readonly isStandby: boolean
  /** Which standbys must confirm a commit before it is acknowledged; empty if none must. */
  readonly synchronousStandbys: string
  /** Connections that this user may have, by the limits of the server, of the database and of the user. */
  readonly connectionLimit: number
  /** How many of these are free. */
  readonly freeConnections: number
  /** Time limit that statements have when nothing sets another; 0 if they have none. */
  readonly statementLimitMs: number
}

interface Row extends Record<'version' | 'standbys' | 'statement', string> {
  readonly now: Date
  readonly standby: boolean
  readonly limits: string
  readonly free: string
}

/** Asks the server what it is, and how many connections it has. A user without special rights sees all of it. */
export async function readServerState(database: Database): Promise<ServerState> {
  const { rows } = await database.run((kysely) =>
    sql<Row>`
      with rooms (most, open) as (
        select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true)::int, 0),
          (select sum(numbackends) from pg_stat_database)
        union all select datconnlimit, numbackends
          from pg_database join pg_stat_database on datid = oid where pg_database.datname = current_database()
        union all select rolconnlimit, (select count(*) from pg_stat_activity where usename = current_user)
          from pg_roles where rolname = current_user
      )
      select now(), current_setting('server_version_num') as version, pg_is_in_recovery() as standby,
        current_setting('synchronous_standby_names') as standbys,
        (select reset_val from pg_settings where name = 'statement_timeout') as statement,
        min(most) as limits, min(most - open) as free
      from rooms where most >= 0`.execute(kysely),
  )
  const [row] = rows
  if (row === undefined) throw new Error('the server answers nothing')
  return {
    nowMs: row.now.getTime(),
    release: Math.floor(Number(row.version) / 10_000),
    isStandby: row.standby,
    synchronousStandbys: row.standbys,
    connectionLimit: Number(row.limits),
    freeConnections: Math.max(0, Number(row.free)),
    statementLimitMs: Number(row.statement),
  }
}
