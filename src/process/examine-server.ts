import { connectionDemand } from '../config/connection-demand.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../shared/log.ts'
import type { Database } from '../store/postgres/database.ts'
import { readServerState } from '../store/postgres/server-state.ts'

/** Part of the free connections that one process may need before a start says so: two more like it still fit. */
const SHARE = 1 / 3

/** Tells the operator at a start what may fail later: too few connections, and a pooler that keeps limits from statements. */
export async function examineServer(config: Config, database: Database, log: Log): Promise<void> {
  if (config.account.databaseUrl === null) return
  const { connectionLimit, freeConnections, statementLimitMs } = await readServerState(database)
  const needed = connectionDemand(config)
  if (database.load().pooled) {
    log.pino.info({ needed }, 'a pooler such as PgBouncer is in front of the database: statements are not prepared')
    if (statementLimitMs === 0)
      log.pino.warn(
        'statements have no time limit behind the pooler: set statement_timeout for the role of DATABASE_URL',
      )
  } else if (needed > freeConnections * SHARE) {
    log.pino.warn(
      { needed, free: freeConnections, limit: connectionLimit },
      'this process may need more than a third of the free connections of the database: raise max_connections, or lower DATABASE_CONNECTIONS',
    )
  }
}
