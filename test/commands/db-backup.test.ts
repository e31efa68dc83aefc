import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { fillDatabase } from '../support/fill-database.ts'
import { runCommand } from '../support/run-command.ts'
import { findMountFault, smallDisk } from '../support/small-disk.ts'
import { startPostgres } from '../support/start-postgres.ts'

const postgres = await startPostgres(t)
const database = openDatabase({ url: postgres.url, connections: 1, name: 'test' })
t.teardown(() => database.close())
await migrate(database)
await fillDatabase(database)
const env = { DATA_DIR: await temporaryFolder(t), DATABASE_URL: postgres.url }

t.test('a full disk ends a backup, and leaves nothing of it', { skip: findMountFault() }, async (t) => {
  const disk = await smallDisk(t, 4)
  disk.fill()
  const made = await runCommand('db backup', env, join(disk.folder, 'a.backup'))
  t.match(made, { code: 1, out: '', error: /no space left on device|has 0 MiB free/ })
  t.strictSame(readdirSync(disk.folder), ['filler'])
  disk.free()
  t.match(await runCommand('db backup', env, join(disk.folder, 'a.backup')), { code: 1, error: /has 3 MiB free/ })
  t.strictSame(readdirSync(disk.folder), [], 'the check had no room, so it is not a backup')
})

t.test('a backup that is stopped leaves nothing', async (t) => {
  const folder = await temporaryFolder(t)
  const program = join(import.meta.dirname, '../../dist/commands/signpost.js')
  const child = spawn(process.execPath, [...TEST_FLAGS, program, 'db', 'backup', join(folder, 'a.backup')], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  while (readdirSync(folder).length === 0) await new Promise((resolve) => setImmediate(resolve))
  child.kill('SIGTERM')
  t.strictSame(await once(child, 'exit'), [null, 'SIGTERM'])
  t.strictSame(readdirSync(folder), [])
})

t.test('a database without tables, and a file that is there, are refused', async (t) => {
  const empty = { ...env, DATABASE_URL: await postgres.createDatabase() }
  const file = join(await temporaryFolder(t), 'a.backup')
  t.match(await runCommand('db backup', empty, file), { code: 1, error: /no tables of Signpost yet/ })
  t.match(await runCommand('db backup', { DATA_DIR: env.DATA_DIR }, file), { code: 1, error: /no database under/ })
  writeFileSync(file, 'kept')
  t.match(await runCommand('db backup', env, file), { code: 1, error: /is there already/ })
})
