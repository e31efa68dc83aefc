import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import t from 'tap'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import { openEmbedded } from '../../../src/store/embedded/embedded-database.ts'
import { databaseContract } from '../../contract/database.ts'
import { startEmbedded } from '../../support/start-embedded.ts'

const embedded = await startEmbedded(t)

databaseContract(t, async (t) => {
  const database = openEmbedded(embedded.connect())
  t.teardown(() => database.close())
  return database
})

t.test('a transaction ends with the port of its thread, and the others go on', async (t) => {
  const [lost, other] = [openEmbedded(embedded.connect()), openEmbedded(embedded.connect())]
  t.teardown(() => other.close())
  await sql`create table held (n integer)`.execute(other.kysely)
  const worker = new Worker(
    `const { parentPort, workerData: port } = require('node:worker_threads')
    const query = (text) => {
      const bytes = new Uint8Array([0x51, 0, 0, 0, text.length + 5, ...Buffer.from(text), 0])
      port.postMessage({ channel: 0, bytes })
    }
    query('begin')
    query('insert into held values (1)')
    port.once('message', () => port.once('message', () => parentPort.postMessage('inserted')))`,
    (() => {
      const port = embedded.connect()
      return { eval: true, workerData: port, transferList: [port] }
    })(),
  )
  await once(worker, 'message')
  const waiting = other.run((kysely) => sql<{ n: number }>`select n from held`.execute(kysely))
  await worker.terminate()
  t.strictSame((await waiting).rows, [])
  await lost.close()
})

t.test('who falls silent in a transaction loses it', async (t) => {
  const [silent, other] = [openEmbedded(embedded.connect()), openEmbedded(embedded.connect())]
  t.teardown(() => Promise.all([silent.close(), other.close()]))
  await sql`create table silence (n integer)`.execute(other.kysely)
  const late = silent.transact(async (transaction) => {
    await sql`insert into silence values (1)`.execute(transaction)
    await other.run((kysely) => sql`select 1`.execute(kysely))
    await sql`insert into silence values (2)`.execute(transaction)
  })
  await t.rejects(late, { name: 'Unavailable' })
  const { rows } = await sql`select n from silence`.execute(silent.kysely)
  t.strictSame(rows, [], 'what it says afterwards is not taken for something else')
})

t.test('when its thread is closed, whoever asks is told that it is unavailable', async (t) => {
  const short = await startEmbedded(t)
  const database = openEmbedded(short.connect())
  t.teardown(() => database.close())
  await sql`create table a (n integer)`.execute(database.kysely)
  const asked = Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => database.run((kysely) => sql`insert into a values (${n})`.execute(kysely))),
  )
  await short.close()
  const refused = (await asked).filter((answer) => answer.status === 'rejected')
  t.ok(refused.every(({ reason }) => reason instanceof Unavailable))
  await t.rejects(
    database.run((kysely) => sql`select 1`.execute(kysely)),
    { name: 'Unavailable' },
  )
})
