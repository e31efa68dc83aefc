import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Given } from '../command.ts'
import { describe } from './backup.ts'
import { withConfiguredDatabase } from '../../process/configured-database.ts'
import { ALONE, explained, openConfig, refuseFolder } from '../operate.ts'
import { unmarkLeft } from '../../store/embedded/left-database.ts'
import { readLines } from '../../store/postgres/backup/backup-file.ts'
import { loadDatabase } from '../../store/postgres/backup/load.ts'

/** `signpost db restore`: writes a backup into the database, of either kind, that no node uses. */
export async function restore(given: Given<{ replace: boolean }>): Promise<void> {
  const file = resolve(given.words[0] ?? '')
  const config = openConfig(given)
  if (config.account.databaseUrl === null && existsSync(join(config.dataDir, 'database'))) refuseFolder(config.dataDir)
  const manifest = await explained(() =>
    withConfiguredDatabase(config, { name: 'signpost-db-restore', ...ALONE }, (database) =>
      loadDatabase(database, readLines(file), given.options),
    ),
  )
  if (config.account.databaseUrl === null) unmarkLeft(config.dataDir)
  process.stdout.write(`The database has ${describe(manifest)} of ${file}.\n`)
  process.stdout.write(
    'Access that ended after the backup stands again: run signpost keys rotate --host account --now before people sign in.\n',
  )
}
