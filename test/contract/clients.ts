import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { PUBLIC_CLIENT, type Client } from '../../src/oauth/client/client-store.ts'
import { newObjectId } from '../../src/shared/object-id.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlClients } from '../../src/store/postgres/sql-clients.ts'
import { createSqlGrants } from '../../src/store/postgres/sql-grants.ts'
import { after, approvalOf, approve, makeUser } from './stores.ts'

/** A time that is earlier than those of all other tests. */
const LONG_AGO = new Date('2001-01-01T00:00:00.000Z')

function newClient(): Client {
  const id = newObjectId('cli', LONG_AGO.getTime())
  return {
    id,
    name: 'Näme',
    uri: null,
    redirectUris: ['http://127.0.0.1/cb', 'app.example:/cb?x="1"'],
    authentication: PUBLIC_CLIENT,
  }
}

/** Contract of `ClientStore`, in a database with tables that others may use too. */
export function clientsContract(t: Test, database: Database): void {
  const clients = createSqlClients(database)
  const grants = createSqlGrants(database)

  t.test('a registered client is found as it was registered', async (t) => {
    const client = newClient()
    await clients.register(client, LONG_AGO)
    t.strictSame(await clients.find(client.id), client)
    t.equal(await clients.find('cli_0'), null)
  })

  t.test('a client that nobody uses is dropped, unless it still has a refresh token that lives', async (t) => {
    const [unused, used, granted, expired, revoked] = [newClient(), newClient(), newClient(), newClient(), newClient()]
    for (const client of [unused, used, granted, expired, revoked]) await clients.register(client, LONG_AGO)
    await clients.touch(used.id, after(LONG_AGO, 60_000))
    await clients.touch(used.id, LONG_AGO)
    const { id: userId } = await makeUser(database)
    for (const { id: clientId } of [granted, expired, revoked]) {
      const grant = await approve(grants, approvalOf(userId, clientId), LONG_AGO)
      const livesUntil = after(LONG_AGO, clientId === expired.id ? -1 : 60_000)
      await grants.addRefreshToken(grant.id, randomBytes(32), LONG_AGO, livesUntil)
      if (clientId === revoked.id) await grants.revoke(grant.id, { reason: 'user', at: LONG_AGO, address: null })
    }
    t.ok((await clients.dropUnused(after(LONG_AGO, 60_000), LONG_AGO)) >= 3)
    t.equal(await clients.find(unused.id), null)
    t.equal(await clients.find(expired.id), null, 'a grant without tokens is of no use to it')
    t.equal(await clients.find(revoked.id), null)
    t.strictSame(await clients.find(used.id), used, 'use renews its life, and only forwards')
    t.strictSame(await clients.find(granted.id), granted)
  })

  t.test('a client that is used while it is about to be dropped is kept', async (t) => {
    const client = newClient()
    await clients.register(client, LONG_AGO)
    const dropping = await database.transact(async (transaction) => {
      const lastUse = { last_used_at: after(LONG_AGO, 60_000) }
      await transaction.updateTable('clients').set(lastUse).where('id', '=', client.id).execute()
      const dropping = clients.dropUnused(after(LONG_AGO, 60_000), LONG_AGO)
      await sleep(100)
      return { dropping }
    })
    await dropping.dropping
    t.strictSame(await clients.find(client.id), client)
  })

  t.test('a metadata document is kept until it has expired, and replaced by a newer one', async (t) => {
    const client = { ...newClient(), id: `https://client.example/${newClient().id}` }
    t.equal(await clients.findDocument(client.id), null)
    await clients.keepDocument({ client, expiresAt: after(LONG_AGO, 1000) })
    t.strictSame(await clients.findDocument(client.id), { client, expiresAt: after(LONG_AGO, 1000) })
    const newer = {
      client: { ...client, name: null, redirectUris: ['https://new/'] },
      expiresAt: after(LONG_AGO, 2000),
    }
    await clients.keepDocument(newer)
    t.strictSame(await clients.findDocument(client.id), newer)
    await clients.dropUnused(LONG_AGO, after(LONG_AGO, 2000))
    t.strictSame(await clients.findDocument(client.id), newer)
    t.equal(await clients.dropUnused(LONG_AGO, after(LONG_AGO, 2001)), 1)
    t.equal(await clients.findDocument(client.id), null)
    t.equal(await clients.find(client.id), null, 'it is no registered client')
  })
}
