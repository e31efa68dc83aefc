import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openAccountDatabase } from '../../src/process/account-database.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/shared/log.ts'
import { markLeft, refuseLeft, unmarkLeft } from '../../src/store/embedded/left-database.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { startPgBouncer } from '../support/start-pgbouncer.ts'
import { startPostgres } from '../support/start-postgres.ts'

const postgres = await startPostgres(t)

/** Opens the database as a start does. */
async function open(t: Test, env: Readonly<Record<string, string>>, onReady = (): void => {}) {
  const file = join(t.testdir(), 'log')
  const fd = openSync(file, 'w')
  t.teardown(() => closeSync(fd))
  const log = createLog({ level: 'info', fd })
  const opened = await openAccountDatabase({
    config: loadConfig(env, 1),
    log,
    onReady,
    onDeath: (reason) => t.fail(reason),
    service: null,
    onLeave: () => Promise.resolve(),
  })
  const readLog = async (): Promise<string> => {
    await log.flush()
    return readFileSync(file, 'utf8')
  }
  return { ...opened, isReady: opened.ready, readLog }
}

t.test('a start on tables of a newer version ends with the reason, and one on good tables is ready', async (t) => {
  const url = await postgres.createDatabase()
  let ready = 0
  const opened = await open(t, { DATABASE_URL: url }, () => void ready++)
  t.strictSame([opened.isReady, ready, opened.connect()], [true, 1, null])
  await opened.close()

  const database = openDatabase({ url, connections: 1, name: 'test' })
  t.teardown(() => database.close())
  t.strictSame(await migrate(database), [], 'the tables are there')
  await postgres.query(`insert into migrations values ('9999-later', now())`, url)
  await t.rejects(
    open(t, { DATABASE_URL: url }, () => void ready++),
    { name: 'MigrationError', message: /newer/ },
  )
  t.equal(ready, 1)
})

t.test('a start says what it needs of a server with few connections, and what is in front of it', async (t) => {
  const url = await postgres.createDatabase()
  // A user without special rights sees how many connections the others have.
  await postgres.query('create role plain login connection limit 40')
  await postgres.query(`alter database ${new URL(url).pathname.slice(1)} owner to plain`)
  const own = url.replace('postgres@', 'plain@')
  const pooler = await startPgBouncer(t, { mode: 'transaction', to: url })
  for (const [env, said] of [
    [{ DATABASE_URL: own, DATABASE_CONNECTIONS: '8' }, null],
    [
      { DATABASE_URL: own, DATABASE_CONNECTIONS: '10' },
      /"needed":15,"free":\d+,"limit":40,.*more than a third of the free/,
    ],
    [{ DATABASE_URL: pooler }, /PgBouncer is in front of the database[^]*"level":40.*statements have no time limit/],
  ] as const) {
    const opened = await open(t, env)
    // It says so before it has answered something later on its only connection.
    await opened.operate('user-find', { email: 'nobody@example.org' })
    const text = await opened.readLog()
    if (said === null) t.notMatch(text, /"level":40/)
    else t.match(text, said)
    await opened.close()
  }
})

t.test('a start on an embedded database that was copied to another one is refused', async (t) => {
  const dataDir = await temporaryFolder(t)
  markLeft(dataDir, new Date(0))
  await t.rejects(open(t, { DATA_DIR: dataDir }), {
    message: /was copied to another one on 1970-01-01T00:00:00.000Z.*set DATABASE_URL/,
  })
  unmarkLeft(dataDir)
  refuseLeft(dataDir)
})
