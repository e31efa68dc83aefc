import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { openEmbedded } from '../../../../src/store/embedded/embedded-database.ts'
import { dumpDatabase } from '../../../../src/store/postgres/backup/dump.ts'
import { loadDatabase } from '../../../../src/store/postgres/backup/load.ts'
import { TABLE_NAMES } from '../../../../src/store/postgres/backup/tables-in-order.ts'
import type { Database } from '../../../../src/store/postgres/database.ts'
import { migrate } from '../../../../src/store/postgres/migrate.ts'
import { MIGRATIONS } from '../../../../src/store/postgres/migrations/all.ts'
import { openDatabase } from '../../../../src/store/postgres/open-database.ts'
import { fillDatabase } from '../../../support/fill-database.ts'
import { startEmbedded } from '../../../support/start-embedded.ts'
import { startPostgres } from '../../../support/start-postgres.ts'

const ABOUT = { version: '0.9.0', madeAt: new Date('2026-03-01T10:00:00.000Z') }
const postgres = await startPostgres(t)

async function freshPostgres(t: Test, name = 'signpost-db-test'): Promise<Database> {
  const database = openDatabase({ url: await postgres.createDatabase(), connections: 2, name })
  t.teardown(() => database.close())
  return database
}

async function freshEmbedded(t: Test): Promise<Database> {
  const database = openEmbedded((await startEmbedded(t)).connect())
  t.teardown(() => database.close())
  return database
}

async function linesOf(database: Database, alone = false): Promise<string[]> {
  const lines: string[] = []
  for await (const line of dumpDatabase(database, { ...ABOUT, alone })) lines.push(line)
  return lines
}

async function* generate(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

t.test('rows have the same text and hashes in PostgreSQL and in the embedded database, there and back', async (t) => {
  const [first, second, third] = [await freshEmbedded(t), await freshPostgres(t), await freshEmbedded(t)]
  await migrate(first)
  await fillDatabase(first, 210)
  const lines = await linesOf(first)
  const manifest = await loadDatabase(second, generate(lines))
  t.equal(manifest['animation_documents']?.rows, 210)
  t.strictSame(await linesOf(second), lines)
  await loadDatabase(third, dumpDatabase(second, { ...ABOUT, alone: true }))
  t.strictSame(await linesOf(third), lines)
  const names = lines.slice(1, -1).map((line) => /^\{"(\w+)/.exec(line)?.[1] ?? '')
  t.strictSame(
    [...new Set(names)],
    TABLE_NAMES.filter((name) => name !== 'grant_redirects'),
    'every table has rows',
  )
})

t.test('every table of the database is one that is copied, but for counts of searches', async (t) => {
  const database = await freshPostgres(t)
  await migrate(database)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(
    database.kysely,
  )
  t.same(
    rows.map(({ name }) => name).filter((name) => !(TABLE_NAMES as readonly string[]).includes(name)),
    ['search_counts'],
  )
})

t.test('a backup of each earlier schema is brought to this one', async (t) => {
  for (const count of MIGRATIONS.keys()) {
    const [old, now] = [await freshPostgres(t), await freshPostgres(t)]
    await migrate(old, { migrations: MIGRATIONS.slice(0, count + 1) })
    await sql`insert into users (id, email, email_key, password_hash, created_at, sessions_valid_from)
      values ('usr_a', 'A@example.org', 'a@example.org', 'hash', now(), now())`.execute(old.kysely)
    const grant = count === 0 ? ['created_at', 'last_used_at'] : ['created_at']
    await sql
      .raw(`insert into grants (id, user_id, client_id, scope, ${grant.join(', ')})
        values ('grt_a', 'usr_a', 'cli_a', 'mcp:full', ${grant.map(() => 'now()').join(', ')})`)
      .execute(old.kysely)
    if (count === 0) await sql`insert into grant_redirects values ('grt_a', 'https://a/cb')`.execute(old.kysely)
    await loadDatabase(now, dumpDatabase(old, ABOUT))
    t.equal(
      await now.kysely
        .selectFrom('grants')
        .select('rotations')
        .executeTakeFirst()
        .then((row) => row?.rotations),
      0,
    )
    const consents = await now.kysely.selectFrom('consents').select('redirect_uri').execute()
    t.strictSame(consents, count === 0 ? [{ redirect_uri: 'https://a/cb' }] : [])
    t.strictSame(await migrate(now), [])
  }
})

t.test('a changed or cut backup is refused with its place, and nothing is changed', async (t) => {
  const [from, into] = [await freshPostgres(t), await freshPostgres(t)]
  await migrate(from)
  await fillDatabase(from)
  const lines = await linesOf(from)
  await migrate(into)
  const before = await linesOf(into)
  const user = lines.findIndex((line) => line.startsWith('{"users":{') && line.includes('@Example.org'))
  const last = lines.length - 2
  const changed = (at: number, ...instead: string[]): string[] => lines.toSpliced(at, 1, ...instead)
  const CASES: readonly (readonly [string, readonly string[], string | RegExp])[] = [
    ['nothing', [], 'line 0: it ends here'],
    ['something else', ['hello'], 'line 1: this is not a backup of Signpost'],
    [
      'another format',
      changed(0, lines[0]!.replace('"signpost-backup":1', '"signpost-backup":2')),
      'number 2, and this',
    ],
    ['a format with another first line', changed(0, '{"signpost-backup":2,"of":"everything"}'), 'number 2, and this'],
    ['a newer schema', changed(0, lines[0]!.replace('0005-', '0099-')), /newer version of Signpost, 0\.9\.0.*0099-/],
    ['no end', lines.slice(0, -1), `line ${lines.length - 1}: it ends here, before its manifest`],
    ['more after its end', [...lines, lines[user]!], `line ${lines.length + 1}: it goes on after its end`],
    ['a lost row', changed(last), /table "document_addresses" was changed: 0 rows .* instead of 1 rows/],
    ['a row that others need', changed(user), /Table "consents" refuses rows between line \d+ and \d+: .* foreign key/],
    ['another address', changed(user, lines[user]!.replace('@Example', '@example')), 'table "users" was changed'],
    ['half a line', changed(user, lines[user]!.slice(0, 40)), `line ${user + 1}: this is not a row`],
    ['another table', changed(user, '{"pg_class":{}}'), `line ${user + 1}: this is not a row`],
    ['a row twice', changed(user, lines[user]!, lines[user]!), /Table "users" refuses rows between line \d+ and \d+/],
    ['no JSON', changed(user, '{"users":{"id":oops}}'), /Table "users" refuses rows .*: invalid input syntax/],
  ]
  for (const [name, given, reason] of CASES) {
    await t.rejects(loadDatabase(into, generate(given)), { name: 'BackupError', message: reason }, name)
    t.strictSame(await linesOf(into), before, `${name} changes nothing`)
  }
  await loadDatabase(into, generate(lines))
  await t.rejects(
    loadDatabase(into, generate(lines)),
    { message: 'table "users" has rows' },
    'it is not empty any more',
  )
  await loadDatabase(into, generate(lines), { replace: true })
  t.strictSame(await linesOf(into), lines)
})

t.test('a database that nodes use is neither replaced nor copied away, and is backed up', async (t) => {
  const node = await freshPostgres(t, 'signpost')
  await migrate(node)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(node.kysely)
  const url = postgres.url.replace(/postgres$/, rows[0]!.name)
  const command = openDatabase({ url, connections: 1, name: 'signpost-db-test' })
  t.teardown(() => command.close())
  const lines = await linesOf(command)
  await t.rejects(loadDatabase(command, generate(lines)), { message: 'stop them first' })
  await t.rejects(linesOf(command, true), { message: 'Nodes of Signpost have 1 connections' })
})

t.test('a database is read as it was at one moment, whatever is written meanwhile', async (t) => {
  const database = await freshPostgres(t)
  await migrate(database)
  await fillDatabase(database, 300)
  const lines = dumpDatabase(database, ABOUT)
  const read = [(await lines.next()).value as string]
  await sql`delete from animations`.execute(database.kysely)
  await sql`delete from users where id <> 'usr_nobody'`.execute(database.kysely)
  for await (const line of lines) read.push(line)
  t.equal(read.filter((line) => line.startsWith('{"animations"')).length, 300)
  const copy = await freshPostgres(t)
  t.equal((await loadDatabase(copy, generate(read)))['animations']?.rows, 300)
})
