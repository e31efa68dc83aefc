import { existsSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { CommandError, WrongUsage, type Given } from './command.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { withConfiguredDatabase } from '../process/configured-database.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { isSameProcess } from '../generation/run-file.ts'
import { Unavailable } from '../shared/unavailable.ts'
import type { Database } from '../store/postgres/database.ts'
import { FolderInUseError } from '../store/embedded/folder-lock.ts'
import { createSqlAccountKeys } from '../store/postgres/sql-keys.ts'
import { signalProcesses } from './signal-processes.ts'
import { rotateAccountKey, type Rotation } from '../tokens/rotate-account-key.ts'
import { requestRotation } from '../tokens/rotation-requests.ts'

const ANSWER_LIMIT_MS = 15_000
/** Error code of PostgreSQL for a database in which Signpost has never started. */
const UNDEFINED_TABLE = '42P01'

async function rotate(config: Config, now: boolean): Promise<Rotation> {
  const { account, dataDir } = config
  const isEmbedded = account.databaseUrl === null
  if (isEmbedded) refuseFolder(dataDir)
  secureDataFolder(config)
  try {
    const rotation = await withConfiguredDatabase(config, { name: 'signpost-keys-rotate' }, (database) =>
      rotateIn(database, now),
    )
    // No process with the embedded database could run meanwhile.
    if (!isEmbedded) signalProcesses(dataDir)
    return rotation
  } catch (error) {
    if (error instanceof FolderInUseError) return askForRotation(dataDir, now, error.message)
    throw error
  }
}

async function rotateIn(database: Database, now: boolean): Promise<Rotation> {
  try {
    return await rotateAccountKey(createSqlAccountKeys(database), { now, nowMs: Date.now() })
  } catch (error) {
    if (error instanceof Unavailable) throw new CommandError('The database does not answer. Run it again when it does.')
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error
    throw new CommandError('The database has no tables yet: start Signpost with the account host first.')
  }
}

/** Asks the process that has the embedded database to rotate; its other threads learn of it afterwards. */
async function askForRotation(dataDir: string, now: boolean, holder: string): Promise<Rotation> {
  const answerOf = requestRotation(dataDir, { now, askedAtMs: Date.now() })
  const processes = signalProcesses(dataDir)
  const answer = processes.length === 0 ? await answerOf(0) : await answerOf(ANSWER_LIMIT_MS)
  if (answer === null) throw new CommandError(`No process on ${dataDir} has rotated the key: ${holder}`)
  if (!answer.ok) throw new CommandError(`The key could not be rotated: ${answer.reason}`)
  for (const { pid } of processes.filter(isSameProcess)) process.kill(pid, 'SIGHUP')
  return answer.rotation
}

/** Refuses a missing database, which the command does not create, and to write as root, whose files the service could not open. */
function refuseFolder(dataDir: string): void {
  const folder = join(dataDir, 'database')
  if (!existsSync(folder)) throw new CommandError(`There is no database under ${dataDir} yet`)
  const { uid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) {
    throw new CommandError(`Run it as the user (${uid}) that ${folder} belongs to`)
  }
}

function describe({ activeFrom, dropped, kid }: Rotation, now: boolean): string {
  if (!now)
    return `New key ${kid} signs from ${activeFrom} on; tokens of the previous key stay valid until they expire\n`
  const ended = dropped.map((each) => `Dropped ${each}: its tokens are no longer accepted\n`).join('')
  return `New key ${kid} signs from now on; nodes of other machines know within five seconds\n${ended}`
}

/** `signpost keys rotate --host account`. */
export async function rotateKeys({ env, options }: Given<{ host: string; now: boolean }>): Promise<void> {
  const { host, now } = options
  if (host !== 'account') throw new WrongUsage('Only the key of the account host is rotated: --host account.')
  process.stdout.write(describe(await rotate(loadConfig(env, availableParallelism()), now), now))
}
