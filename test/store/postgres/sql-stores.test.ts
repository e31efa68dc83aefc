import t, { type Test } from 'tap'
import { openEmbedded } from '../../../src/store/embedded/embedded-database.ts'
import type { Database } from '../../../src/store/postgres/database.ts'
import { migrate } from '../../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../../src/store/postgres/open-database.ts'
import { auditContract } from '../../contract/audit.ts'
import { clientsContract } from '../../contract/clients.ts'
import { documentAddressesContract } from '../../contract/document-addresses.ts'
import { grantsContract } from '../../contract/grants.ts'
import { keysContract } from '../../contract/keys.ts'
import { rotationContract } from '../../contract/rotation.ts'
import { searchCountsContract } from '../../contract/search-counts.ts'
import { usersContract } from '../../contract/users.ts'
import { startEmbedded } from '../../support/start-embedded.ts'
import { startPostgres } from '../../support/start-postgres.ts'

/** What both databases promise, to one node and to two. */
function holdContracts(t: Test, database: Database, other: Database): void {
  for (const contract of [
    usersContract,
    auditContract,
    clientsContract,
    keysContract,
    grantsContract,
    searchCountsContract,
  ])
    contract(t, database)
  rotationContract(t, [database, other])
  documentAddressesContract(t, [database, other])
}

t.test('on PostgreSQL', async (t) => {
  const postgres = await startPostgres(t)
  const database = openDatabase({ url: postgres.url, connections: 10, name: 'test' })
  const other = openDatabase({ url: postgres.url, connections: 10, name: 'other node' })
  t.teardown(() => Promise.all([database.close(), other.close()]))
  await migrate(database)
  holdContracts(t, database, other)
  t.test('nobody ever waited for somebody who waited for them', async (t) => {
    await Promise.all([database.close(), other.close()])
    const rows = await postgres.query(`select sum(deadlocks)::integer as deadlocks from pg_stat_database`)
    t.strictSame(rows, [{ deadlocks: 0 }])
  })
})

t.test('embedded', async (t) => {
  const embedded = await startEmbedded(t)
  const database = openEmbedded(embedded.connect())
  const other = openEmbedded(embedded.connect())
  t.teardown(() => Promise.all([database.close(), other.close()]))
  await migrate(database)
  holdContracts(t, database, other)
})
