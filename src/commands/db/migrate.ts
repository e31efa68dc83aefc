import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, type Given } from '../command.ts'
import { listMigrations } from '../../process/control/database-operations.ts'
import { explained, openConfig, operate, refuseFolder } from '../operate.ts'
import { findNewer } from '../../store/postgres/migrate.ts'
import { MIGRATIONS } from '../../store/postgres/migrations/all.ts'

/** `signpost db migrate`: brings the tables to this version as a start does, or says what that would do. */
export async function migrateDatabase(given: Given<{ 'dry-run': boolean }>): Promise<void> {
  const config = openConfig(given)
  const dryRun = given.options['dry-run']
  const isNew = config.account.databaseUrl === null && !existsSync(join(config.dataDir, 'database'))
  if (config.account.databaseUrl === null && !isNew) refuseFolder(config.dataDir)
  const list = (prepares: boolean): Promise<readonly string[]> =>
    explained(() => operate(config, listMigrations, {}, { prepares }))
  const made = isNew ? [] : await list(false)
  const newer = findNewer(made)
  if (newer !== undefined) throw new CommandError(`The database is of a newer version of Signpost (it has "${newer}").`)
  const due = MIGRATIONS.filter(({ name }) => !made.includes(name))
  for (const { does, name, olderNodes } of due)
    process.stdout.write(`${name}: ${does}\n  Running nodes of older versions: ${olderNodes}\n`)
  if (due.length === 0) process.stdout.write('The database is of this version: nothing is to be done.\n')
  else if (dryRun) process.stdout.write(`${due.length} migrations would be made. Nothing was changed.\n`)
  else if ((await list(true)).length === MIGRATIONS.length)
    process.stdout.write(`${due.length} migrations were made.\n`)
  else throw new CommandError('A running process has the embedded database: its next start makes the migrations.')
}
