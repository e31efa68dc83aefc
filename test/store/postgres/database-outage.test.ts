import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { freePort } from '../../support/free-port.ts'
import { startPostgres } from '../../support/start-postgres.ts'

const postgres = await startPostgres(t)
await postgres.query('create table kept (id serial primary key, text text unique)')

/** Opens a database and records its faults and recoveries, as reported to an operator. */
function open(t: Test, statementLimitMs = 4000, name = 'test'): { database: Database; events: string[] } {
  const events: string[] = []
  const database = openDatabase({
    url: postgres.url,
    connections: 4,
    name,
    statementLimitMs,
    onFault: () => void events.push('fault'),
    onRecovered: () => void events.push('recovered'),
  })
  t.teardown(() => database.close())
  return { database, events }
}

/** Writes in transactions until it is stopped. It records the texts that were acknowledged, and the faults. */
function write(database: Database, name: string) {
  const acknowledged: string[] = []
  const faults: unknown[] = []
  let going = true
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let n = 0; going; n++) {
      const text = `${name} ${writer} ${n}`
      try {
        await database.transact(async (transaction) => {
          await sql`insert into kept (text) values (${text})`.execute(transaction)
          await sql`select 1`.execute(transaction)
        })
        acknowledged.push(text)
      } catch (error) {
        faults.push(error)
        await sleep(10)
      }
    }
  })
  return {
    acknowledged,
    faults,
    async end() {
      going = false
      await Promise.all(writers)
    },
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}

for (const [how, interrupt] of [
  ['dies', () => postgres.kill()],
  ['is stopped', () => postgres.stop()],
] as const) {
  t.test(
    `a server that ${how} under load loses nothing that it acknowledged, and is used again when it is back`,
    async (t) => {
      const { database, events } = open(t)
      const writing = write(database, how)
      await until(() => writing.acknowledged.length > 50)
      await interrupt()
      await until(() => writing.faults.length > 20)
      t.equal(await database.ping(), 'unreachable')
      const before = writing.acknowledged.length
      await postgres.restart()
      await until(() => writing.acknowledged.length > before + 20)
      t.equal(await database.ping(), 'reachable')
      await writing.end()
      t.strictSame(
        writing.faults.filter((fault) => !(fault instanceof Unavailable)),
        [],
      )
      t.strictSame(events, ['fault', 'recovered'], 'told once')
      const kept = new Set((await postgres.query('select text from kept')).map(({ text }) => text))
      t.strictSame(
        writing.acknowledged.filter((text) => !kept.has(text)),
        [],
      )
    },
  )
}

t.test('a server that hangs keeps nobody waiting without end, and is used again when it goes on', async (t) => {
  const { database, events } = open(t, 1000)
  await Promise.all(
    Array.from({ length: 4 }, () => database.run((kysely) => sql`select pg_sleep(0.05)`.execute(kysely))),
  )
  postgres.hang()
  t.teardown(() => postgres.resume())
  const asked = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => database.run((kysely) => sql`select 1`.execute(kysely))),
    ...Array.from({ length: 6 }, () => database.transact((transaction) => sql`select 1`.execute(transaction))),
  ])
  t.ok(asked.every((answer) => answer.status === 'rejected' && answer.reason instanceof Unavailable))
  t.equal(await database.ping(), 'unreachable')
  postgres.resume()
  await database.run((kysely) => sql`select 1`.execute(kysely))
  t.strictSame(events, ['fault', 'recovered'])
})

t.test('a statement that takes too long is ended by the server, and its connection serves on', async (t) => {
  const { database } = open(t, 700, 'slow')
  await t.rejects(
    database.run((kysely) => sql`select pg_sleep(10)`.execute(kysely)),
    { name: 'Unavailable', cause: { code: '57014' } },
  )
  await database.run((kysely) => sql`select 1`.execute(kysely))
  const { rows } = await sql<{ mine: number }>`
    select count(*) as mine from pg_stat_activity where application_name = 'slow' and pid <> pg_backend_pid()`.execute(
    database.kysely,
  )
  t.strictSame(rows, [{ mine: 0 }])
})

t.test('who finds every connection taken is refused after a while', async (t) => {
  const { database } = open(t)
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const holders = Array.from({ length: 4 }, () => database.transact(() => released))
  await t.rejects(
    database.run((kysely) => sql`select 1`.execute(kysely)),
    { name: 'Unavailable' },
  )
  release()
  await Promise.all(holders)
  await database.run((kysely) => sql`select 1`.execute(kysely))
})

t.test('a connection that the server ends while nobody uses it does no harm', async (t) => {
  const { database, events } = open(t)
  await database.run((kysely) => sql`select 1`.execute(kysely))
  await postgres.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'test'`)
  await sleep(50)
  // What the system has of the end is read before this.
  await new Promise((resolve) => setImmediate(resolve))
  await database.run((kysely) => sql`select 1`.execute(kysely))
  t.strictSame(events, [])
})

t.test('a server that was never there is unavailable', async (t) => {
  const url = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`
  const database = openDatabase({ url, connections: 2, name: 'test' })
  t.teardown(() => database.close())
  await t.rejects(
    database.run((kysely) => sql`select 1`.execute(kysely)),
    { name: 'Unavailable', retryAfterSeconds: 1 },
  )
  t.equal(await database.ping(), 'unreachable')
})

t.test('what is closed while the server hangs keeps no thread from ending', async (t) => {
  const sockets = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const before = sockets()
  const database = openDatabase({ url: postgres.url, connections: 4, name: 'test' })
  await Promise.all(
    Array.from({ length: 4 }, () => database.run((kysely) => sql`select pg_sleep(0.1)`.execute(kysely))),
  )
  postgres.hang()
  try {
    await database.close()
    await sleep(100)
    t.ok(sockets() <= before)
  } finally {
    postgres.resume()
  }
})
