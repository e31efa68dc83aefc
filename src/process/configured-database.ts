import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import type { Database, OutageListener } from '../store/postgres/database.ts'
import { openEmbedded, startEmbeddedDatabase, type EmbeddedOptions } from '../store/embedded/embedded-database.ts'
import { FolderInUseError } from '../store/embedded/folder-lock.ts'
import { refuseLeft } from '../store/embedded/left-database.ts'
import { reasonOf } from '../shared/reason.ts'
import { openDatabase } from '../store/postgres/open-database.ts'

export interface ConfiguredDatabaseOptions
  extends OutageListener, Pick<EmbeddedOptions, 'ask' | 'handover' | 'silenceLimitMs'> {
  /** Name that `pg_stat_activity` shows. */
  readonly name: string
  /** Time limit of a statement. Default: that of `openDatabase` and `openEmbedded`; migrations need more. */
  readonly statementLimitMs?: number
  /** Whether to open an embedded database that was copied to another one too. Default: it is refused. */
  readonly takesLeft?: boolean
  /** Called when the embedded database ends by itself. */
  readonly onDeath: (reason: string) => void
}

/** The configured database, opened for one thread: PostgreSQL, or the embedded database, which it then starts. */
export interface ConfiguredDatabase {
  readonly database: Database
  /** Opens a port to the embedded database for another thread; null with PostgreSQL, to which each thread connects itself. */
  readonly connect: () => MessagePort | null
  /** Serves this end of a channel from the embedded database. */
  readonly serve: (port: MessagePort) => void
  /** Copies the embedded database to a new folder; null with PostgreSQL. */
  readonly copyTo: ((folder: string) => Promise<void>) | null
  readonly close: () => Promise<void>
}

/**
 * Opens the configured database. PostgreSQL need not answer yet, and its tables may be old.
 *
 * @throws {FolderInUseError} Another process has the embedded database.
 * @throws {Error} The embedded database cannot be opened, or was left; the message gives the reason.
 */
export async function openConfiguredDatabase(
  { account, dataDir }: Pick<Config, 'account' | 'dataDir'>,
  {
    ask,
    handover,
    name,
    onDeath,
    silenceLimitMs,
    statementLimitMs,
    takesLeft = false,
    ...listener
  }: ConfiguredDatabaseOptions,
): Promise<ConfiguredDatabase> {
  if (account.databaseUrl !== null) {
    const limit = statementLimitMs === undefined ? {} : { statementLimitMs }
    const database = openDatabase({ url: account.databaseUrl, connections: 1, name, ...limit, ...listener })
    return { database, connect: () => null, serve: () => undefined, copyTo: null, close: () => database.close() }
  }
  if (!takesLeft) refuseLeft(dataDir)
  const embedded = await startEmbeddedDatabase({
    dataDir,
    onDeath,
    ...(handover === undefined ? {} : { handover }),
    ...(ask === undefined ? {} : { ask }),
    ...(silenceLimitMs === undefined ? {} : { silenceLimitMs }),
    ...listener,
  })
  const limit = statementLimitMs === undefined ? {} : { answerLimitMs: statementLimitMs }
  const database = openEmbedded(embedded.connect(), { ...limit, ...listener })
  return {
    database,
    connect: () => embedded.connect(),
    serve: (port) => embedded.serve(port),
    copyTo: (folder) => embedded.copyTo(folder),
    async close() {
      await database.close()
      await embedded.close()
    },
  }
}

/** The embedded database cannot be opened, or has ended while a command worked on it. The message says why. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

type TaskOptions = Omit<ConfiguredDatabaseOptions, 'onDeath' | keyof OutageListener>

/**
 * Opens the database for one task of a command and always closes it afterwards. Throws as `openConfiguredDatabase` does.
 *
 * @throws {DatabaseUnusable}
 */
export async function withConfiguredDatabase<T>(
  config: Pick<Config, 'account' | 'dataDir'>,
  options: TaskOptions,
  work: (database: Database, opened: ConfiguredDatabase) => Promise<T>,
): Promise<T> {
  let onDeath = (_reason: string): void => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    // The rest of a reason is its stack.
    onDeath = (reason) => reject(new DatabaseUnusable(`The embedded database has ended: ${reason.split('\n')[0]}`))
  })
  ended.catch(() => undefined)
  const opened = await openConfiguredDatabase(config, { ...options, onDeath }).catch((error: unknown) => {
    throw error instanceof FolderInUseError ? error : new DatabaseUnusable(reasonOf(error), { cause: error })
  })
  try {
    return await Promise.race([work(opened.database, opened), ended])
  } finally {
    await opened.close()
  }
}
