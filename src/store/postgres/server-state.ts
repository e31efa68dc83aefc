import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What an operator asks a server about. */
export interface ServerState {
  readonly nowMs: number
  /** Its release, such as 15. */
  readonly release: number
  /** Connections that users without special rights may have. */
  readonly connectionLimit: number
  readonly openConnections: number
}

/** Asks the server what it is, and how many connections it has. */
export async function readServerState(database: Database): Promise<ServerState> {
  const { rows } = await database.run((kysely) =>
    sql<{ now: Date; version: string; most: string; reserved: string; open: string }>`
      select now(), current_setting('server_version_num') as version, current_setting('max_connections') as most,
        current_setting('superuser_reserved_connections') as reserved,
        (select count(*) from pg_stat_activity where backend_type = 'client backend') as open`.execute(kysely),
  )
  const [row] = rows
  if (row === undefined) throw new Error('the server answers nothing')
  return {
    nowMs: row.now.getTime(),
    release: Math.floor(Number(row.version) / 10_000),
    connectionLimit: Number(row.most) - Number(row.reserved),
    openConnections: Number(row.open),
  }
}
