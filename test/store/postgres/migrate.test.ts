import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { openEmbedded } from '../../../src/store/embedded/embedded-database.ts'
import { findMade, findNewer, migrate, MigrationError } from '../../../src/store/postgres/migrate.ts'
import { MIGRATIONS } from '../../../src/store/postgres/migrations/all.ts'
import type { Migration } from '../../../src/store/postgres/migrations/all.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { startEmbedded } from '../../support/start-embedded.ts'
import { startPostgres } from '../../support/start-postgres.ts'

const UNSAID = { does: '', olderNodes: '' }
const ALL = MIGRATIONS.map(({ name }) => name)

const postgres = await startPostgres(t)

async function fresh(t: Test, nodes = 1) {
  const url = await postgres.createDatabase()
  const databases = Array.from({ length: nodes }, () => openDatabase({ url, connections: 2, name: 'test' }))
  t.teardown(() => Promise.all(databases.map((database) => database.close())))
  return { url, databases }
}

t.test('nodes that start together make each migration once', async (t) => {
  const { url, databases } = await fresh(t, 6)
  const made = await Promise.all(databases.map((database) => migrate(database)))
  t.strictSame(made.flat().toSorted(), ALL)
  const rows = await postgres.query(`select name, now() - made_at < '1 minute' as lately from migrations`, url)
  t.strictSame(
    rows,
    ALL.map((name) => ({ name, lately: true })),
  )
})

t.test('a later version makes what is new', async (t) => {
  const { databases } = await fresh(t)
  for (const database of databases) {
    await migrate(database)
    t.strictSame(await migrate(database), [])
    const next: Migration = {
      ...UNSAID,
      name: '9999-next',
      up: async (transaction) => void (await sql`alter table users add column more text`.execute(transaction)),
    }
    t.strictSame(await migrate(database, { migrations: [...MIGRATIONS, next] }), ['9999-next'])
    t.equal(findNewer(await database.run(findMade)), '9999-next', 'a node that runs sees it')
    await t.rejects(
      migrate(database),
      new MigrationError(
        'the database is of a newer version of Signpost (it has "9999-next"): start that version, or restore a backup',
      ),
    )
  }
})

t.test('a migration that fails leaves nothing, and may be made later', async (t) => {
  const { databases } = await fresh(t)
  for (const database of databases) {
    const half = (fails: boolean): Migration => ({
      ...UNSAID,
      name: '0001-half',
      async up(transaction) {
        await sql`create table half (id integer)`.execute(transaction)
        if (fails) await sql`create table half (id integer)`.execute(transaction)
      },
    })
    await t.rejects(migrate(database, { migrations: [half(true)] }), { code: '42P07' })
    t.strictSame(await migrate(database, { migrations: [half(false)] }), ['0001-half'])
  }
})

t.test('a node that never ends its migration is not waited for without end', async (t) => {
  const { databases } = await fresh(t, 2)
  const [slow, other] = databases
  if (slow === undefined || other === undefined) return t.fail()
  let end = (): void => {}
  let migrating: Promise<unknown> = Promise.resolve()
  const begun = new Promise<void>((resolve) => {
    const never: Migration = {
      ...UNSAID,
      name: '0001-never',
      up: () => {
        resolve()
        return new Promise((ended) => (end = ended))
      },
    }
    migrating = migrate(slow, { migrations: [never] })
  })
  await begun
  await t.rejects(migrate(other, { waitLimitMs: 200 }), { name: 'MigrationError', message: /another node/ })
  end()
  await migrating
})

t.test('a PostgreSQL that is too old is refused', async (t) => {
  const { url, databases } = await fresh(t)
  // This function hides the one of the system, because its schema comes first in the search path.
  await postgres.query(`create schema old`, url)
  await postgres.query(
    `create function old.current_setting(text) returns text language sql as
      $$ select case when $1 = 'server_version_num' then '140011' else '14.11' end $$`,
    url,
  )
  await postgres.query(
    `alter role postgres in database ${new URL(url).pathname.slice(1)} set search_path = old, pg_catalog, public`,
  )
  for (const database of databases) {
    await t.rejects(migrate(database), new MigrationError('PostgreSQL 14.11 is too old: 15 or newer is needed'))
  }
})

t.test('the embedded database takes the same migrations', async (t) => {
  const embedded = await startEmbedded(t)
  const [one, two] = [openEmbedded(embedded.connect()), openEmbedded(embedded.connect())]
  t.teardown(() => Promise.all([one.close(), two.close()]))
  t.strictSame((await Promise.all([migrate(one), migrate(two)])).flat().toSorted(), ALL)
  const columns = await sql<{ shape: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(collation_name, '') as shape
    from information_schema.columns where table_schema = 'public' order by 1`.execute(one.kysely)
  const { url, databases } = await fresh(t)
  for (const database of databases) await migrate(database)
  const expected = await postgres.query(
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(collation_name, '') as shape
    from information_schema.columns where table_schema = 'public' order by 1`,
    url,
  )
  t.strictSame(columns.rows, expected)
})
