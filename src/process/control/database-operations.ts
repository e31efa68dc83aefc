import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isRunning } from '../../shared/processes.ts'
import { findMade } from '../../store/postgres/migrate.ts'
import type { Operation } from './operation.ts'

const COPY_NAME = /^copy-(\d+)$/

/** Copies the embedded database for the process that asks, which removes the folder. Resolves to its path. */
export const copyDatabase: Operation<{ pid: number }, { folder: string }> = {
  name: 'database-copy',
  input: z.strictObject({ pid: z.int().positive() }),
  output: z.object({ folder: z.string() }),
  async run({ copyTo, dataDir }, { pid }) {
    if (copyTo === null) throw new Error('PostgreSQL is read by the command itself.')
    removeCopies(dataDir)
    const folder = join(dataDir, 'run', `copy-${pid}`)
    await copyTo(join(folder, 'database'))
    return { folder }
  },
}

/** Names the migrations that were made. */
export const listMigrations: Operation<Record<string, never>, readonly string[]> = {
  name: 'database-migrations',
  input: z.strictObject({}),
  output: z.array(z.string()),
  run: ({ database }) => database.run(findMade),
}

/** Removes copies that commands left which were killed. */
function removeCopies(dataDir: string): void {
  for (const name of readdirSync(join(dataDir, 'run'))) {
    const pid = Number(COPY_NAME.exec(name)?.[1] ?? 0)
    if (pid > 0 && !isRunning(pid, null)) rmSync(join(dataDir, 'run', name), { recursive: true, force: true })
  }
}
