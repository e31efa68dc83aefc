// Several servers in one address: a primary and its standby, of which another one is promoted.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { parseDatabaseUrl } from '../../../src/shared/urls/database-url.ts'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { startPostgres, type TestPostgres } from '../../support/start-postgres.ts'

const address = (servers: readonly { port: number }[], rest = 'postgres'): string =>
  `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${rest}`

function open(t: Test, url: string): { database: Database; events: string[] } {
  const events: string[] = []
  const onEvent = (message: string): void => void events.push(message)
  const database = openDatabase({ url, connections: 3, name: 'test', onFault: onEvent, onRecovered: onEvent })
  t.teardown(() => database.close())
  return { database, events }
}

/** Writes a text as soon as the database takes it. @returns the faults before that */
async function write(database: Database, text: string): Promise<unknown[]> {
  const faults: unknown[] = []
  for (;;) {
    try {
      await database.transact((transaction) => sql`insert into kept (text) values (${text})`.execute(transaction))
      return faults
    } catch (error) {
      faults.push(error)
      await sleep(20)
    }
  }
}

async function portOf(database: Database): Promise<unknown> {
  const { rows } = await database.run((kysely) =>
    sql<{ port: string }>`select current_setting('port') as port`.execute(kysely),
  )
  return Number(rows[0]?.port)
}

/** Waits until the standby confirms what is committed. */
async function confirm(primary: TestPostgres, name: string): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${name}'`)
  await primary.query('select pg_reload_conf()')
  for (;;) {
    const rows = await primary.query(`select sync_state from pg_stat_replication where sync_state = 'sync'`)
    if (rows.length > 0) return
    await sleep(20)
  }
}

t.test('an address names servers as libpq has them, and what Signpost cannot use is refused', (t) => {
  const good = [
    ['postgres://u:p@h/d', ['postgres://u:p@h/d']],
    ['postgresql:///d?host=/run/postgresql', ['postgresql:///d?host=/run/postgresql']],
    ['postgres://h/d?target_session_attrs=any', ['postgres://h/d?target_session_attrs=any']],
    [
      'postgres://u:a%2Cb@h1:5432,[::1]:1,h2/d?sslmode=require',
      ['h1:5432', '[::1]:1', 'h2'].map((host) => `postgres://u:a%2Cb@${host}/d?sslmode=require`),
    ],
    [
      'postgres://h1,h2?target_session_attrs=read-write',
      ['h1', 'h2'].map((host) => `postgres://${host}?target_session_attrs=read-write`),
    ],
  ] as const
  for (const [text, value] of good) t.strictSame(parseDatabaseUrl(text), { ok: true, value }, text)
  const bad = [
    ['mysql://h/d', /must be a postgres:\/\//],
    ['postgres://h:x,h2/d', /must be a postgres:\/\//],
    ['postgres://u@h1,,h2/d', /a server before and after each comma/],
    ['postgres://,h2/d', /a server before and after each comma/],
    [`postgres://${'h,'.repeat(8)}h/d`, /at most 8 servers/],
    ['postgres:///d?host=h1,h2', /before its path/],
    ['postgres://h1,h2/d?target_session_attrs=any', /read-write or primary/],
    ['postgres://h1/d?target_session_attrs=prefer-standby', /read-write or primary/],
    ['postgres://h1,h2/d?target_session_attrs=read-only', /read-write or primary/],
  ] as const
  for (const [text, detail] of bad) t.match(parseDatabaseUrl(text), { ok: false, detail }, text)
  t.end()
})

const first = await startPostgres(t)
await first.query('create table kept (id serial primary key, text text)')
const second = await first.startStandby('second')

t.test('a commit that stopped waiting for its standby is not acknowledged', async (t) => {
  await first.query(`alter system set synchronous_standby_names = 'away'`)
  await first.query('select pg_reload_conf()')
  const { database } = open(t, first.url)
  const waiting = `from pg_stat_activity where wait_event = 'SyncRep'`
  let refused: unknown = null
  // Commits begin to wait some time after the reload, when a process of the server has told the others.
  while (refused === null) {
    let isOver = false
    const written = database
      .transact((transaction) => sql`insert into kept (text) values ('x')`.execute(transaction))
      .then(
        () => null,
        (error: unknown) => error,
      )
      .finally(() => (isOver = true))
    while (!isOver && (await first.query(`select 1 ${waiting}`)).length === 0) await sleep(20)
    await first.query(`select pg_cancel_backend(pid) ${waiting}`)
    refused = await written
  }
  t.match(refused, { name: 'Unavailable', message: /no standby has confirmed/ })
})

t.test(
  'connections lead to the primary, follow a promotion, and never go back to a server that was replaced',
  async (t) => {
    await confirm(first, 'second')
    const servers = [second, first]
    const { database, events } = open(t, address(servers, 'postgres?target_session_attrs=read-write'))
    t.strictSame(await write(database, 'on the first'), [], 'it finds the primary at once')
    t.equal(await portOf(database), first.port)

    await first.kill()
    await second.query('select 1')
    await t.rejects(portOf(database), Unavailable)
    t.equal(await database.ping(), 'unreachable', 'a standby is not used')
    await second.promote()
    await write(database, 'on the second')
    t.equal(await portOf(database), second.port)
    t.strictSame(
      events.filter((event) => event.includes('primary')),
      [`the primary of the database is 127.0.0.1:${second.port} now`],
    )

    await first.restart()
    await first.query(`set synchronous_commit = off; create table stale (id int)`)
    await second.stop()
    const faults: unknown[] = []
    for (let n = 0; n < 2; n++) await portOf(database).catch((error: unknown) => faults.push(error))
    t.equal(faults.length, 2, 'the first server says that it is a primary, but the second was promoted since')
    t.match(faults.at(-1), { cause: { message: /another server was promoted since/ } })
    await second.restart()
    await write(database, 'again on the second')
    const rows = await second.query(`select text from kept where text <> 'x' order by id`)
    t.strictSame(
      rows.map(({ text }) => text),
      ['on the first', 'on the second', 'again on the second'],
    )
  },
)

t.test('a primary that hangs is left for the one that is promoted', async (t) => {
  const third = await second.startStandby('third')
  // A server that takes connections and answers nothing comes first.
  const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const { database } = open(t, address([silent.address() as AddressInfo, second, third]))
  await Promise.all(['a', 'b', 'c'].map((text) => write(database, text)))
  second.hang()
  t.teardown(() => second.resume())
  await third.promote()
  await write(database, 'later')
  t.equal(await portOf(database), third.port)
  second.resume()
  t.equal(await portOf(database), third.port)
})
