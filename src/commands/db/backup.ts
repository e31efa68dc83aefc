import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError, type Given } from '../command.ts'
import type { Config } from '../../config/config.ts'
import { readBuildInfo } from '../../config/build-info.ts'
import { withConfiguredDatabase } from '../../process/configured-database.ts'
import { copyDatabase } from '../../process/control/database-operations.ts'
import { ALONE, explained, openConfig, operate, refuseFolder } from '../operate.ts'
import type { Manifest } from '../../store/postgres/backup/backup-format.ts'
import { readLines, writeLines } from '../../store/postgres/backup/backup-file.ts'
import { dumpDatabase } from '../../store/postgres/backup/dump.ts'
import { loadDatabase } from '../../store/postgres/backup/load.ts'
import type { Database } from '../../store/postgres/database.ts'

/** `signpost db backup`: writes the database to a file, and restores that once before it has its name. */
export async function backUp(given: Given<unknown>): Promise<void> {
  const file = resolve(given.words[0] ?? '')
  refuseFile(file)
  const config = openConfig(given)
  const partial = `${file}.${process.pid}.partial`
  const manifest = await explained(() =>
    removing([partial], async () => {
      const made = await withCopy(config, file, async (from, scratch) => {
        await writeLines(partial, dumpDatabase(from, { version: readBuildInfo().version, madeAt: new Date() }))
        return loadDatabase(scratch, readLines(partial), { replace: true })
      })
      give(partial, file)
      return made
    }),
  )
  process.stdout.write(`${file} has ${describe(manifest)}, and was restored once to check it.\n`)
  process.stdout.write('It holds private keys and hashes of passwords: keep it as a secret.\n')
}

export function describe(manifest: Manifest): string {
  const digests = Object.values(manifest)
  return `${digests.reduce((sum, { rows }) => sum + rows, 0)} rows of ${digests.length} tables`
}

/** Opens what is backed up, and a database in which the backup may be restored. */
async function withCopy<T>(
  config: Config,
  file: string,
  work: (from: Database, scratch: Database) => Promise<T>,
): Promise<T> {
  const withScratch = <R>(dataDir: string, use: (scratch: Database) => Promise<R>): Promise<R> =>
    withConfiguredDatabase(
      { dataDir, account: { ...config.account, databaseUrl: null } },
      { name: 'scratch', ...ALONE },
      use,
    )
  if (config.account.databaseUrl !== null) {
    const check = `${file}.${process.pid}.check`
    return withConfiguredDatabase(config, { name: 'signpost-db-backup', ...ALONE }, (from) =>
      removing([check], () => withScratch(check, (scratch) => work(from, scratch))),
    )
  }
  refuseFolder(config.dataDir)
  const { folder } = await operate(config, copyDatabase, { pid: process.pid }, { prepares: false, takesLeft: true })
  return removing([folder], () => withScratch(folder, (copy) => work(copy, copy)))
}

/** Removes files after the work, and when the command is stopped. */
async function removing<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const remove = (): void => paths.forEach((path) => rmSync(path, { recursive: true, force: true }))
  const onSignal = (signal: NodeJS.Signals): void => {
    remove()
    process.off(signal, onSignal)
    process.kill(process.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  try {
    return await work()
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
    remove()
  }
}

function refuseFile(file: string): void {
  if (existsSync(file)) throw new CommandError(`${file} is there already, and is not overwritten.`)
}

/** Gives a file its name, which no file may have yet. */
function give(partial: string, file: string): void {
  try {
    linkSync(partial, file)
  } catch {
    // It was made meanwhile, or the file system has no links.
    refuseFile(file)
    renameSync(partial, file)
  }
}
