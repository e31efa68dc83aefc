import type { MessagePort } from 'node:worker_threads'
import { startUpkeep } from './account-upkeep.ts'
import type { Config } from './config/config.ts'
import { openConfiguredDatabase } from './configured-database.ts'
import { logFaults, type Log } from './shared/log.ts'
import { Unavailable } from './shared/unavailable.ts'
import { migrate } from './store/migrate.ts'

const RETRY_MS = 500
/** Migrations may rewrite tables. */
const STATEMENT_LIMIT_MS = 10 * 60_000

export interface AccountDatabaseOptions {
  readonly config: Config
  readonly log: Log
  /** Called once, when the tables are there. */
  readonly onReady: () => void
  /** The embedded database has ended by itself: the process should. */
  readonly onDeath: (reason: string) => void
}

/** The database of the account host in the main thread, which starts the embedded one and brings the tables up to date. */
export interface AccountDatabase {
  /** As that of `ConfiguredDatabase`, for one listener. */
  connect(): MessagePort | null
  /** Whether the tables are there. */
  readonly ready: boolean
  close(): Promise<void>
}

/**
 * Resolves when the tables are there, or when PostgreSQL cannot be reached: then it goes on trying, so that the other hosts
 * serve meanwhile.
 *
 * @throws {MigrationError} when the database can be reached but not be used.
 */
export async function openAccountDatabase({
  config,
  log,
  onDeath,
  onReady,
}: AccountDatabaseOptions): Promise<AccountDatabase> {
  const onFault = logFaults(log)
  const { close, connect, database, isEmbedded } = await openConfiguredDatabase(config, {
    name: 'signpost-main',
    statementLimitMs: STATEMENT_LIMIT_MS,
    onDeath,
    onFault,
  })
  let ready = false
  let told = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let stopUpkeep = (): void => {}

  async function bringUp(): Promise<void> {
    const made = await migrate(database)
    if (made.length > 0) log.pino.info({ migrations: made }, 'the database was brought up to date')
    if (closed) return
    ready = true
    stopUpkeep = startUpkeep(database, log)
    onReady()
  }
  async function tryAgain(): Promise<void> {
    try {
      await bringUp()
    } catch (error) {
      if (!(error instanceof Unavailable) && !told) {
        told = true
        onFault('the database answers but cannot be used; the account host waits until it can', error)
      }
      if (!closed) timer = setTimeout(() => void tryAgain(), RETRY_MS)
    }
  }

  try {
    await bringUp()
  } catch (error) {
    if (!(error instanceof Unavailable) || isEmbedded) {
      await close()
      throw error
    }
    log.pino.error({ err: error }, 'the database does not answer: the account host waits for it')
    timer = setTimeout(() => void tryAgain(), RETRY_MS)
  }
  return {
    connect,
    get ready() {
      return ready
    },
    async close() {
      closed = true
      clearTimeout(timer)
      stopUpkeep()
      await close()
    },
  }
}
