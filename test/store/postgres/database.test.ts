import { sql } from 'kysely'
import t from 'tap'
import type { Database } from '../../../src/store/postgres/database.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { databaseContract } from '../../contract/database.ts'
import { startPostgres } from '../../support/start-postgres.ts'

const postgres = await startPostgres(t)

databaseContract(t, async (t) => {
  const database = openDatabase({ url: postgres.url, connections: 10, name: 'test' })
  t.teardown(() => database.close())
  return database
})

t.test('statements that were prepared before their table changed are prepared again', async (t) => {
  const database = openDatabase({ url: postgres.url, connections: 3, name: 'test' })
  t.teardown(() => database.close())
  await postgres.query('create table grows (a integer)')
  const read = (kysely: Database['kysely']) => sql`select * from grows`.execute(kysely)
  // The statement is prepared on each connection.
  const prepare = () => Promise.all(Array.from({ length: 9 }, () => database.transact(read)))
  await postgres.query('insert into grows values (1)')
  await prepare()
  await postgres.query('alter table grows add column b integer default 2')
  t.strictSame((await database.run(read)).rows, [{ a: 1, b: 2 }])
  await prepare()
  await postgres.query('alter table grows add column c integer default 3')
  t.strictSame((await database.transact(read)).rows, [{ a: 1, b: 2, c: 3 }])
  await postgres.query('alter table grows drop column c')
  const rows = await Promise.all(Array.from({ length: 6 }, () => database.transact(read)))
  t.strictSame(new Set(rows.map(({ rows }) => JSON.stringify(rows))), new Set(['[{"a":1,"b":2}]']))
})

t.test(
  'a connection that is encrypted is asked for as PostgreSQL names it, and one that cannot be is unavailable',
  async (t) => {
    const database = openDatabase({ url: `${postgres.url}?sslmode=require`, connections: 1, name: 'test' })
    t.teardown(() => database.close())
    await t.rejects(
      database.run((kysely) => sql`select 1`.execute(kysely)),
      { name: 'Unavailable', cause: { message: 'The server does not support SSL connections' } },
    )
  },
)
