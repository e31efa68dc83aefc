import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import type { Database } from '../../../src/store/postgres/database.ts'
import { openEmbedded } from '../../../src/store/embedded/embedded-database.ts'
import { migrate } from '../../../src/store/postgres/migrate.ts'
import { MIGRATIONS } from '../../../src/store/postgres/migrations/all.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { createSqlGrants } from '../../../src/store/postgres/sql-grants.ts'
import { after, makeUser, newHash } from '../../contract/stores.ts'
import { startEmbedded } from '../../support/start-embedded.ts'
import { startPostgres } from '../../support/start-postgres.ts'

const NOW = new Date()
const CLIENT = 'https://editor.example/client.json'
const CONSENT = { clientId: CLIENT, redirectUri: 'https://editor.example/cb', scope: 'mcp:full' }

async function addGrant(database: Database, id: string, userId: string, lastUsedAt: Date): Promise<void> {
  await sql`
    insert into grants (id, user_id, client_id, client_name, scope, created_at, last_used_at)
    values (${id}, ${userId}, ${CLIENT}, 'Editor', 'mcp:full', ${after(NOW, -90_000)}, ${lastUsedAt})`.execute(
    database.kysely,
  )
  await sql`insert into grant_redirects values (${id}, ${CONSENT.redirectUri}), (${id}, 'http://localhost/cb')`.execute(
    database.kysely,
  )
}

async function addToken(database: Database, grantId: string, madeMs: number, usedMs: number | null): Promise<Buffer> {
  const hash = randomBytes(32)
  const usedAt = usedMs === null ? null : after(NOW, usedMs)
  await sql`
    insert into refresh_tokens (hash, grant_id, created_at, expires_at, used_at)
    values (${hash}, ${grantId}, ${after(NOW, madeMs)}, ${after(NOW, 10_000_000)}, ${usedAt})`.execute(database.kysely)
  return hash
}

/** Migrates a grant of the first version that two installations and a lost answer share, and checks the result. */
async function tryMigration(t: Test, database: Database): Promise<void> {
  const [first] = MIGRATIONS
  await migrate(database, { migrations: [first!] })
  const { id: userId } = await makeUser(database)
  const { id: other } = await makeUser(database)
  await addGrant(database, 'grt_shared', userId, after(NOW, -1000))
  await addGrant(database, 'grt_unused', other, after(NOW, -90_000))
  const old = await addToken(database, 'grt_shared', -80_000, -60_000)
  const replaced = await addToken(database, 'grt_shared', -60_000, -5000)
  const desktop = await addToken(database, 'grt_shared', -70_000, null)
  const lost = await addToken(database, 'grt_shared', -59_000, null)
  const laptop = await addToken(database, 'grt_shared', -5000, null)
  t.strictSame(
    await migrate(database),
    MIGRATIONS.slice(1).map(({ name }) => name),
  )

  const grants = createSqlGrants(database)
  const rotate = async (hash: Uint8Array): Promise<string> => {
    const [at, nextHash] = [NOW, newHash()]
    const request = {
      hash,
      clientId: CLIENT,
      nextHash,
      nextSealed: nextHash,
      at,
      overlapMs: 30_000,
      nextExpiresAt: after(at, 9e6),
    }
    return (await grants.rotate({ ...request, address: null })).outcome
  }
  const listed = await grants.list(userId)
  t.equal(listed.length, 3, 'a grant for each token that lives')
  for (const grant of listed) {
    t.match(grant, { clientId: CLIENT, clientName: 'Editor', lastUsedAt: after(NOW, -1000), firstUsedAt: null })
    t.strictSame(grant.place, { browser: null, system: null, network: null })
  }
  t.equal((await grants.findByRefreshToken(laptop))?.id, 'grt_shared', 'the newest keeps the grant')
  t.equal((await grants.list(other))[0]?.lastUsedAt, null, 'what was never used says so')
  t.equal(await grants.isApproved({ userId, ...CONSENT }), true)
  t.equal(await grants.isApproved({ userId, ...CONSENT, redirectUri: 'http://localhost/cb' }), true)

  t.equal(await rotate(replaced), 'rotated', 'its overlap goes on')
  for (const hash of [laptop, desktop, lost]) t.equal(await rotate(hash), 'rotated')
  t.equal(await rotate(old), 'reused')
  t.equal((await grants.list(userId)).length, 2, 'which ends the grant that it belonged to alone')
}

t.test('grants that installations shared are parted by the migration, on PostgreSQL', async (t) => {
  const postgres = await startPostgres(t)
  const database = openDatabase({ url: postgres.url, connections: 2, name: 'test' })
  t.teardown(() => database.close())
  await tryMigration(t, database)
})

t.test('and embedded', async (t) => {
  const database = openEmbedded((await startEmbedded(t)).connect())
  t.teardown(() => database.close())
  await tryMigration(t, database)
})
