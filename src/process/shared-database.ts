import { setTimeout as sleep } from 'node:timers/promises'
import type { DayStore } from '../analytics/day-store.ts'
import type { Config } from '../config/config.ts'
import { logFaults, type Log } from '../shared/log.ts'
import { Unavailable } from '../shared/unavailable.ts'
import type { Database } from '../store/postgres/database.ts'

const RETRY_MS = 500
/** Time limit of a statement; migrations may rewrite tables. */
const STATEMENT_LIMIT_MS = 10 * 60_000

/**
 * PostgreSQL in the main thread, for what all nodes share beside accounts. Its tables are made in the background, and `run`
 * rejects with `Unavailable` until then.
 */
export interface SharedDatabase extends Pick<Database, 'run'> {
  /** Counts of searches of all nodes. */
  readonly searchCounts: DayStore
  /** Resolves when the tables exist, or after the time limit. */
  ready(limitMs: number): Promise<void>
  close(): Promise<void>
}

/** Opens the PostgreSQL of the configuration, which need not answer yet. Resolves to null if nothing needs it. */
export async function openSharedDatabase(config: Config, log: Log): Promise<SharedDatabase | null> {
  if (!(await isNeeded(config))) return null
  // Without it the main thread would load what it does not use.
  const [{ openConfiguredDatabase }, { migrate }, { createSqlSearchCounts }] = await Promise.all([
    import('./configured-database.ts'),
    import('../store/postgres/migrate.ts'),
    import('../store/postgres/sql-search-counts.ts'),
  ])
  const report = logFaults(log)
  const { close, database } = await openConfiguredDatabase(config, {
    name: 'signpost-shared',
    statementLimitMs: STATEMENT_LIMIT_MS,
    onDeath: () => undefined,
    onFault: report,
    onRecovered: (message) => log.pino.info(message),
  })
  let hasTables = false
  let reported = false
  let closed = false

  async function prepare(): Promise<void> {
    while (!closed && !hasTables) {
      try {
        await migrate(database)
        hasTables = true
      } catch (error) {
        if (!(error instanceof Unavailable) && !reported) {
          reported = true
          report(
            'the database answers but cannot be used: counts of searches and the key of the icons host wait',
            error,
          )
        }
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  const prepared = prepare()
  const run: Database['run'] = (work) =>
    hasTables ? database.run(work) : Promise.reject(new Unavailable('the database has no tables yet'))
  return {
    run,
    searchCounts: createSqlSearchCounts({ run }),
    ready: (limitMs) => Promise.race([prepared, sleep(limitMs, undefined, { ref: false })]),
    close() {
      closed = true
      return close()
    },
  }
}

/** Whether counts are kept, or the icons host has no key file. */
async function isNeeded({ account, analytics, dataDir, hosts, icons }: Config): Promise<boolean> {
  if (account.databaseUrl === null) return false
  if (analytics !== null) return true
  if (!hosts.includes('icons')) return false
  const { findKeyFile } = await import('../tokens/key-file.ts')
  return findKeyFile('icons', dataDir, icons.signingKeyFile) === null
}
