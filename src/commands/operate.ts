// How commands reach the database: by themselves, or through the running process that has the embedded one.
import { existsSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { CommandError, type Given } from './command.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { DatabaseUnusable, withConfiguredDatabase } from '../process/configured-database.ts'
import { askService, NotCarriedOut } from '../process/control/ask-service.ts'
import type { Operation } from '../process/control/operation.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { Unavailable } from '../shared/unavailable.ts'
import { FolderInUseError } from '../store/embedded/folder-lock.ts'
import { BackupError } from '../store/postgres/backup/backup-format.ts'
import { migrate, MigrationError } from '../store/postgres/migrate.ts'

/** Time limit of a statement; migrations may take long. */
const STATEMENT_LIMIT_MS = 10 * 60_000

/** Error code of PostgreSQL for a database in which Signpost has never started. */
const UNDEFINED_TABLE = '42P01'

/**
 * Options of a command that has the database alone, also one that was left. Its file may be on a slow disk, while a transaction
 * is silent.
 */
export const ALONE = { statementLimitMs: STATEMENT_LIMIT_MS, silenceLimitMs: STATEMENT_LIMIT_MS, takesLeft: true }

/** Reads the configuration of a command that may write to the data folder. */
export function openConfig({ env }: Pick<Given, 'env'>): Config {
  const config = loadConfig(env, availableParallelism())
  secureDataFolder(config)
  return config
}

/**
 * Carries out an operation. A running process does so if it has the embedded database, which otherwise is open only as long as
 * necessary.
 *
 * @param prepares Whether the tables are brought to this version before.
 * @param takesLeft Whether an embedded database that was copied to another one is opened too.
 */
export async function operate<Input, Output>(
  config: Config,
  operation: Operation<Input, Output>,
  input: Input,
  { prepares = true, takesLeft = false }: { readonly prepares?: boolean; readonly takesLeft?: boolean } = {},
): Promise<Output> {
  const name = `signpost-${operation.name}`
  const options = { name, statementLimitMs: STATEMENT_LIMIT_MS, takesLeft }
  try {
    return await withConfiguredDatabase(config, options, async (database, { copyTo }) => {
      if (prepares) await migrate(database)
      return operation.run({ database, copyTo, dataDir: config.dataDir }, input)
    })
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return operation.output.parse(await askHolder(config.dataDir, operation.name, input, error))
  }
}

async function askHolder(dataDir: string, name: string, input: unknown, inUse: FolderInUseError): Promise<unknown> {
  try {
    return await askService(dataDir, name, input)
  } catch (error) {
    throw error instanceof NotCarriedOut ? new CommandError(`${inUse.message}\n${error.message}`) : error
  }
}

/** Runs the work of a command, and explains what operators may meet. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = explain(error)
    throw message === null ? error : new CommandError(message, { cause: error })
  }
}

/** A message for the operator; null for a fault of the program. */
function explain(error: unknown): string | null {
  if ((error as { code?: unknown }).code === UNDEFINED_TABLE)
    return 'The database has no tables yet: start Signpost with it first.'
  if (error instanceof MigrationError || error instanceof BackupError || error instanceof DatabaseUnusable)
    return error.message
  if (error instanceof Unavailable) {
    return 'The database does not answer. It is not known whether anything was done: look before you repeat the command.'
  }
  if (error instanceof FolderInUseError) {
    return `${error.message}\nThe embedded database serves one process: stop Signpost, run this, and start it again.`
  }
  // The disk is full, or a folder cannot be written.
  if (error instanceof Error && 'syscall' in error) return `Nothing was done: ${error.message}.`
  return null
}

/** Refuses a missing database, which the command does not create, and to write as root, whose files the service could not open. */
export function refuseFolder(dataDir: string): void {
  const folder = join(dataDir, 'database')
  if (!existsSync(folder)) throw new CommandError(`There is no database under ${dataDir} yet`)
  const { uid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) {
    throw new CommandError(`Run it as the user (${uid}) that ${folder} belongs to`)
  }
}
