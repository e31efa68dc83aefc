import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import { CommandError, type Given } from '../command.ts'
import { loadConfig, type Config } from '../../config/config.ts'
import { readBuildInfo } from '../../config/build-info.ts'
import { describe } from './backup.ts'
import { withConfiguredDatabase } from '../../process/configured-database.ts'
import { ALONE, explained, openConfig, refuseFolder } from '../operate.ts'
import { markLeft, unmarkLeft } from '../../store/embedded/left-database.ts'
import { dumpDatabase } from '../../store/postgres/backup/dump.ts'
import { loadDatabase } from '../../store/postgres/backup/load.ts'

/** `signpost db copy`: writes one database into another, while no node uses either. */
export async function copy(given: Given<{ from: string; to: string; replace: boolean }>): Promise<void> {
  const { env, options } = given
  openConfig(given)
  const [from, to] = [databaseOf(env, options.from), databaseOf(env, options.to)]
  if (from.account.databaseUrl === to.account.databaseUrl)
    throw new CommandError('Both are the same database: name "embedded" and "postgres", or addresses.')
  if (from.account.databaseUrl === null) refuseFolder(from.dataDir)
  if (to.account.databaseUrl === null && existsSync(join(to.dataDir, 'database'))) refuseFolder(to.dataDir)
  const database = { name: 'signpost-db-copy', ...ALONE }
  const manifest = await explained(() =>
    withConfiguredDatabase(from, database, (source) =>
      withConfiguredDatabase(to, database, (target) => {
        const lines = dumpDatabase(source, { version: readBuildInfo().version, madeAt: new Date(), alone: true })
        return loadDatabase(target, lines, options)
      }),
    ),
  )
  process.stdout.write(`Copied ${describe(manifest)}; counts and hashes of every table are the same in both.\n`)
  if (to.account.databaseUrl === null) unmarkLeft(to.dataDir)
  if (from.account.databaseUrl === null) markLeft(from.dataDir, new Date())
  process.stdout.write(
    to.account.databaseUrl === null
      ? 'Start Signpost without DATABASE_URL.\n'
      : 'Start Signpost with the DATABASE_URL of the copy. A start without it is refused from now on.\n',
  )
}

/** The configuration with the database that an option names: `embedded`, `postgres` for that of DATABASE_URL, or an address. */
function databaseOf(env: Given['env'], name: string): Config {
  const url = name === 'embedded' ? undefined : name === 'postgres' ? env['DATABASE_URL'] : name
  if (url === undefined && name !== 'embedded')
    throw new CommandError('"postgres" is the database of DATABASE_URL: set it.')
  return loadConfig({ ...env, DATABASE_URL: url }, availableParallelism())
}
