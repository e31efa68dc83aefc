import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { Database, OutageListener } from '../store/postgres/database.ts'
import { openEmbedded, startEmbeddedDatabase } from '../store/embedded/embedded-database.ts'
import type { EmbeddedOptions } from '../store/embedded/embedded-database.ts'
import { openDatabase } from '../store/postgres/open-database.ts'

export interface ConfiguredDatabaseOptions extends OutageListener, Pick<EmbeddedOptions, 'ask' | 'handover'> {
  /** What `pg_stat_activity` shows. */
  readonly name: string
  /** Of one statement. Default: that of `openDatabase` and `openEmbedded`; migrations need more. */
  readonly statementLimitMs?: number
  /** The embedded database has ended by itself. */
  readonly onDeath: (reason: string) => void
}

/** The database that the configuration names, opened for one thread: PostgreSQL, or the embedded one, which it has started then. */
export interface ConfiguredDatabase {
  readonly database: Database
  /** A way to the embedded database for another thread; null where PostgreSQL is used, to which each connects by itself. */
  readonly connect: () => MessagePort | null
  /** The embedded database also serves this end of a channel. */
  readonly serve: (port: MessagePort) => void
  readonly close: () => Promise<void>
}

/**
 * PostgreSQL need not answer yet; its tables may be old.
 *
 * @throws {FolderInUseError} Another process has the embedded database.
 * @throws {Error} The embedded database cannot be opened; the message says why.
 */
export async function openConfiguredDatabase(
  { account, dataDir }: Config,
  { ask, handover, name, onDeath, statementLimitMs, ...listener }: ConfiguredDatabaseOptions,
): Promise<ConfiguredDatabase> {
  if (account.databaseUrl !== null) {
    const limit = statementLimitMs === undefined ? {} : { statementLimitMs }
    const database = openDatabase({ url: account.databaseUrl, connections: 1, name, ...limit, ...listener })
    return { database, connect: () => null, serve: () => undefined, close: () => database.close() }
  }
  const embedded = await startEmbeddedDatabase({
    dataDir,
    onDeath,
    ...(handover === undefined ? {} : { handover }),
    ...(ask === undefined ? {} : { ask }),
    ...listener,
  })
  const limit = statementLimitMs === undefined ? {} : { answerLimitMs: statementLimitMs }
  const database = openEmbedded(embedded.connect(), { ...limit, ...listener })
  return {
    database,
    connect: () => embedded.connect(),
    serve: (port) => embedded.serve(port),
    async close() {
      await database.close()
      await embedded.close()
    },
  }
}

/** For commands: opens it for one piece of work and closes it, whatever comes of that. Throws as `openConfiguredDatabase` does. */
export async function withConfiguredDatabase<T>(
  config: Config,
  options: Omit<ConfiguredDatabaseOptions, 'onDeath' | keyof OutageListener>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { close, database } = await openConfiguredDatabase(config, { ...options, onDeath: endedByItself })
  try {
    return await work(database)
  } finally {
    await close()
  }
}

function endedByItself(reason: string): never {
  throw new Error(`the embedded database has ended: ${reason}`)
}
