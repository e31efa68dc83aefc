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

t.test('a server that takes no changes, as a standby, is read-only and not away, until it takes them', async (t) => {
  const messages: string[] = []
  const url = await postgres.createDatabase()
  await postgres.query('create table kept (a integer)', url)
  const database = openDatabase({
    url,
    connections: 3,
    name: 'test',
    onFault: (message) => messages.push(message),
    onRecovered: (message) => messages.push(message),
  })
  t.teardown(() => database.close())
  const change = () => database.transact((kysely) => sql`insert into kept values (1)`.execute(kysely))
  const read = () => database.run((kysely) => sql`select a from kept`.execute(kysely))
  await change()
  t.same([await database.ping(), database.load().readOnly], ['reachable', false])
  t.ok(database.load().timing.count >= 3, 'statements are counted')
  t.ok(database.load().timing.seconds > 0)
  const name = url.split('/').at(-1)
  await postgres.query(`alter database ${name} set default_transaction_read_only = on`)
  await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  // A connection that was ended under it is no answer about changes.
  await read().catch(() => undefined)
  for (let n = 0; n < 3; n++) {
    await t.rejects(change(), { name: 'Unavailable', message: 'the database is read-only', reason: 'store' })
    t.equal((await read()).rows.length, 1, 'reads go on')
  }
  t.same([await database.ping(), database.load().readOnly], ['read-only', true])
  await postgres.query(`alter database ${name} reset default_transaction_read_only`)
  await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await read().catch(() => undefined)
  t.equal(await database.ping(), 'reachable')
  t.equal(database.load().readOnly, false)
  await change()
  const told = messages.filter((message) => /read-only|written/.test(message))
  t.same(told, ['the database is read-only: changes are refused with status 503', 'the database is written to again'])
})

t.test('who waits for a connection is counted', async (t) => {
  const database = openDatabase({ url: postgres.url, connections: 1, name: 'test' })
  t.teardown(() => database.close())
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let taken = (): void => undefined
  const begun = new Promise<void>((resolve) => (taken = resolve))
  const first = database.transact(async () => {
    taken()
    await released
  })
  await begun
  const others = [1, 2, 3].map(() => database.run((kysely) => sql`select 1`.execute(kysely)))
  await new Promise(setImmediate)
  t.equal(database.load().waiting, 3)
  release()
  await Promise.all([first, ...others])
  t.equal(database.load().waiting, 0)
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
