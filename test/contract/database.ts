import { sql } from 'kysely'
import type { Test } from 'tap'
import type { Database } from '../../src/store/postgres/database.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../src/store/postgres/postgres-faults.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'

let tables = 0

/** Creates a table that no other test has. @returns its name */
async function numbers(database: Database): Promise<string> {
  const table = `numbers_${++tables}`
  await sql.raw(`create table ${table} (id integer primary key, n integer not null)`).execute(database.kysely)
  return table
}

async function sum(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(n), 0) as sum from ${sql.table(table)}`.execute(
    database.kysely,
  )
  return rows[0]?.sum ?? -1
}

/** Contract of every kind of database, as stores need it. `create` opens one that others may use too. */
export function databaseContract(t: Test, create: (t: Test) => Promise<Database>): void {
  t.test('values come back as the same JavaScript values everywhere', async (t) => {
    const database = await create(t)
    const at = new Date('2026-02-03T04:05:06.789Z')
    const bytes = Buffer.from([0, 1, 0x5c, 0x27, 254, 255])
    const text = 'a\\b"c\'d\n\u{1f600} 한국어 中文 {x,y} $1'
    const { rows } = await database.run((kysely) =>
      sql<Record<string, unknown>>`select ${text}::text as text, ${at}::timestamptz as at, ${bytes}::bytea as bytes,
        ${JSON.stringify({ a: [1, 'b', null] })}::jsonb as json, ${7}::integer as int, ${0.1}::float8 as float, ${true}::boolean as yes,
        ${null}::text as nothing, count(*) as count, ${[text, 'b', null]}::text[] as list, 'x' = any(${['x']}::text[]) as found,
        ${new Uint8Array(bytes).subarray(2, 4)}::bytea as part, ''::text as empty`.execute(kysely),
    )
    t.strictSame(rows, [
      {
        text,
        at,
        bytes,
        json: { a: [1, 'b', null] },
        int: 7,
        float: 0.1,
        yes: true,
        nothing: null,
        count: 1,
        list: [text, 'b', null],
        found: true,
        part: Buffer.from([0x5c, 0x27]),
        empty: '',
      },
    ])
    t.ok(Buffer.isBuffer(rows[0]?.['bytes']))
  })

  t.test('texts of megabytes go in and come out', async (t) => {
    const database = await create(t)
    const text = 'läuft – 한 '.repeat(300_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(database.kysely)
    t.ok(rows[0]?.text === text)
  })

  t.test('a statement says how many rows it changed', async (t) => {
    const database = await create(t)
    const table = await numbers(database)
    const insert = await sql`insert into ${sql.table(table)} values (1, 1), (2, 2), (3, 3)`.execute(database.kysely)
    t.equal(insert.numAffectedRows, 3n)
    const change = await sql`update ${sql.table(table)} set n = 0 where id > 1`.execute(database.kysely)
    t.equal(change.numAffectedRows, 2n)
  })

  t.test('what the database refuses stays an error with its code, and it goes on', async (t) => {
    const database = await create(t)
    const table = await numbers(database)
    await sql`create table ${sql.table(`${table}_of`)} (id integer references ${sql.table(table)})`.execute(
      database.kysely,
    )
    await sql`insert into ${sql.table(table)} values (1, 1)`.execute(database.kysely)
    const again = await database
      .run((kysely) => sql`insert into ${sql.table(table)} values (1, 1)`.execute(kysely))
      .catch((error: unknown) => error)
    t.ok(isUniqueViolation(again))
    t.ok(isUniqueViolation(again, `${table}_pkey`))
    t.notOk(isUniqueViolation(again, 'another'))
    t.notOk(again instanceof Unavailable)
    const lost = await database
      .run((kysely) => sql`insert into ${sql.table(`${table}_of`)} values (2)`.execute(kysely))
      .catch((error: unknown) => error)
    t.ok(isForeignKeyViolation(lost))
    await t.rejects(
      database.run((kysely) => sql`select nonsense`.execute(kysely)),
      { code: '42703' },
    )
    t.equal(await sum(database, table), 1)
  })

  t.test('a transaction is done whole or not at all', async (t) => {
    const database = await create(t)
    const table = await numbers(database)
    await database.transact(async (transaction) => {
      await sql`insert into ${sql.table(table)} values (1, 1)`.execute(transaction)
      await sql`insert into ${sql.table(table)} values (2, 2)`.execute(transaction)
    })
    t.equal(await sum(database, table), 3)
    const failing = database.transact(async (transaction) => {
      await sql`insert into ${sql.table(table)} values (3, 3)`.execute(transaction)
      throw new Error('stop')
    })
    await t.rejects(failing, new Error('stop'))
    const refused = database.transact(async (transaction) => {
      await sql`insert into ${sql.table(table)} values (4, 4)`.execute(transaction)
      await sql`insert into ${sql.table(table)} values (1, 4)`.execute(transaction)
    })
    await t.rejects(refused, { code: '23505' })
    t.equal(await sum(database, table), 3)
  })

  t.test('transactions and statements at the same time do not see into each other', async (t) => {
    const database = await create(t)
    const table = await numbers(database)
    await sql`insert into ${sql.table(table)} values (1, 0)`.execute(database.kysely)
    const increments = Array.from({ length: 24 }, (_, n) =>
      database
        .transact(async (transaction) => {
          await sql`update ${sql.table(table)} set n = n + 1 where id = 1`.execute(transaction)
          await sql`insert into ${sql.table(table)} values (${n + 2}, -1)`.execute(transaction)
          if (n % 3 === 0) throw new Error('rolled back')
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== 'rolled back') throw error
        }),
    )
    const sums = Array.from({ length: 24 }, () => database.run(() => sum(database, table)))
    await Promise.all(increments)
    t.strictSame(new Set(await Promise.all(sums)), new Set([0]), 'each saw both changes or none')
    const { rows } = await sql<{ n: number }>`select n from ${sql.table(table)} where id = 1`.execute(database.kysely)
    t.strictSame(rows, [{ n: 16 }])
  })

  t.test('a transaction that deadlocks with another is run again', async (t) => {
    const database = await create(t)
    const table = await numbers(database)
    await sql`insert into ${sql.table(table)} values (1, 0), (2, 0)`.execute(database.kysely)
    const both = (first: number, second: number): Promise<void> =>
      database.transact(async (transaction) => {
        await sql`update ${sql.table(table)} set n = n + 1 where id = ${first}`.execute(transaction)
        await sql`update ${sql.table(table)} set n = n + 1 where id = ${second}`.execute(transaction)
      })
    await Promise.all([both(1, 2), both(2, 1), both(1, 2), both(2, 1)])
    t.equal(await sum(database, table), 8)
  })

  t.test('it answers a ping', async (t) => {
    t.equal(await (await create(t)).ping(), 'reachable')
  })
}
