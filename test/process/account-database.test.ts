import t from 'tap'
import { openAccountDatabase } from '../../src/process/account-database.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/shared/log.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { startPostgres } from '../support/start-postgres.ts'

t.test('a start on tables of a newer version ends with the reason, and one on good tables is ready', async (t) => {
  const postgres = await startPostgres(t)
  const url = await postgres.createDatabase()
  const open = (onReady: () => void) =>
    openAccountDatabase({
      config: loadConfig({ DATABASE_URL: url }, 1),
      log: createLog({ level: 'silent' }),
      onReady,
      onDeath: (reason) => t.fail(reason),
      service: null,
      onLeave: () => Promise.resolve(),
    })
  let ready = 0
  const opened = await open(() => ready++)
  t.strictSame([opened.ready, ready, opened.connect()], [true, 1, null])
  await opened.close()

  const database = openDatabase({ url, connections: 1, name: 'test' })
  t.teardown(() => database.close())
  t.strictSame(await migrate(database), [], 'the tables are there')
  await postgres.query(`insert into migrations values ('9999-later', now())`, url)
  await t.rejects(
    open(() => ready++),
    { name: 'MigrationError', message: /newer/ },
  )
  t.equal(ready, 1)
})
