import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import t from 'tap'
import { Unavailable } from '../../../src/shared/unavailable.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'

/** @returns a message of PostgreSQL's protocol: its kind, its length and its body */
function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind), length, body])
}

const AUTHENTICATED = message('R', Buffer.alloc(4))
const READY = message('Z', Buffer.from('I'))
const ENDING = message('E', Buffer.from('SFATAL\0VFATAL\0C57P02\0Mterminating connection\0\0'))

t.test('a server that ends in the packet that completes a connection is an outage, and no error escapes', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDING])))
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const database = openDatabase({ url: `postgres://someone@127.0.0.1:${port}/any`, connections: 2, name: 'test' })
  t.teardown(() => database.close())
  for (let n = 0; n < 3; n++) {
    await t.rejects(
      database.transact(async (transaction) => await sql`select 1`.execute(transaction)),
      Unavailable,
    )
  }
})
