import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { startPostgres } from '../../support/start-postgres.ts'

/** Limit that is longer than a test may take. What ends earlier has not waited for it. */
const STATEMENT_LIMIT_MS = 600_000

const postgres = await startPostgres(t)

function open(t: Test): Database {
  const database = openDatabase({
    url: postgres.url,
    connections: 3,
    name: 'test',
    statementLimitMs: STATEMENT_LIMIT_MS,
  })
  t.teardown(() => database.close())
  return database
}

t.test('a server that hangs is found out long before a statement would be overdue', async (t) => {
  const database = open(t)
  // These connections are open already, and one more is in a transaction.
  await Promise.all(Array.from({ length: 3 }, () => database.run((kysely) => sql`select 1`.execute(kysely))))
  const asked = Promise.allSettled([
    database.transact(async (transaction) => {
      await sql`select 1`.execute(transaction)
      postgres.hang()
      await sql`select 2`.execute(transaction)
    }),
    database.run((kysely) => sql`select pg_sleep(3)`.execute(kysely)),
  ])
  for (const answer of await asked) t.ok(answer.status === 'rejected' && answer.reason instanceof Unavailable)
  postgres.resume()
  const { rows } = await database.run((kysely) => sql<{ one: number }>`select 1 as one`.execute(kysely))
  t.strictSame(rows, [{ one: 1 }], 'and used again when it goes on')
})

t.test('a statement that takes its time on a server that answers is waited for', async (t) => {
  const database = open(t)
  const { rows } = await database.run((kysely) =>
    sql<{ done: boolean }>`
    select true as done from pg_sleep(2.5)`.execute(kysely),
  )
  t.strictSame(rows, [{ done: true }])
})

t.test('so is one on a server that has no connection left for anybody to look', async (t) => {
  const database = open(t)
  await postgres.query('create role crowded login connection limit 1')
  const crowded = openDatabase({
    url: postgres.url.replace('postgres://postgres@', 'postgres://crowded@'),
    connections: 1,
    name: 'test',
    statementLimitMs: STATEMENT_LIMIT_MS,
  })
  t.teardown(() => crowded.close())
  const { rows } = await crowded.run((kysely) =>
    sql<{ done: boolean }>`
    select true as done from pg_sleep(2.5)`.execute(kysely),
  )
  t.strictSame(rows, [{ done: true }])
  t.equal(await database.ping(), 'reachable')
})
