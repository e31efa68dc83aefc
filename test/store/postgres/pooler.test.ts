// PgBouncer before the server. In its transaction mode, two statements of a connection may reach two sessions of the server.
import { sql, type Kysely } from 'kysely'
import t from 'tap'
import { migrate } from '../../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { createSqlUsers } from '../../../src/store/postgres/sql-users.ts'
import type { Tables } from '../../../src/store/postgres/tables.ts'
import { startPgBouncer } from '../../support/start-pgbouncer.ts'
import { startPostgres } from '../../support/start-postgres.ts'

const postgres = await startPostgres(t)

const limits = (kysely: Kysely<Tables>) =>
  sql<Record<'statement' | 'lock' | 'idle', string>>`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`
    .execute(kysely)
    .then(({ rows }) => rows)
const KEPT = [{ statement: '4s', lock: '3s', idle: '10s' }]

for (const mode of ['session', 'transaction'] as const) {
  t.test(`the database is used through PgBouncer in ${mode} mode`, async (t) => {
    const to = await postgres.createDatabase()
    const url = await startPgBouncer(t, { mode, to })
    // In session mode each connection has one to the server for itself, of which this PgBouncer has three.
    const database = openDatabase({ url, connections: mode === 'session' ? 3 : 8, name: 'test' })
    t.ok((await migrate(database)).length > 0)
    t.equal(database.load().pooled, true)
    const users = createSqlUsers(database)
    const found = await Promise.all(
      Array.from({ length: 200 }, (_, n) => (n % 4 === 0 ? database.transact(limits) : users.find(`user_${n}`))),
    )
    t.strictSame(
      found.filter((_, n) => n % 4 === 0),
      Array.from({ length: 50 }, () => KEPT),
      'transactions have their limits',
    )
    t.strictSame([...new Set(found.filter((_, n) => n % 4 !== 0))], [null])
    await database.close()
    const rows = await postgres.query(`select current_setting('statement_timeout') as left from pg_sleep(0)`, url)
    t.strictSame(rows, [{ left: '0' }], 'other users of the pooler keep their limits')
  })
}

t.test('without a pooler each connection has its limits, and statements are prepared', async (t) => {
  const database = openDatabase({ url: postgres.url, connections: 1, name: 'test' })
  t.teardown(() => database.close())
  t.strictSame(await database.run(limits), KEPT)
  t.equal(database.load().pooled, false)
  const prepared = await database.run((kysely) =>
    sql<{ names: number }>`select count(*) as names from pg_prepared_statements`.execute(kysely),
  )
  t.strictSame(prepared.rows, [{ names: 2 }])
})
