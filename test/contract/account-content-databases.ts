import type { Test } from 'tap'
import type { Database } from '../../src/store/postgres/database.ts'
import { openEmbedded } from '../../src/store/embedded/embedded-database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { startEmbedded } from '../support/start-embedded.ts'
import { startPostgres } from '../support/start-postgres.ts'

/** Starts a PostgreSQL with all tables. */
export async function postgresDatabase(t: Test): Promise<Database> {
  const { url } = await startPostgres(t)
  return ready(t, openDatabase({ url, connections: 10, name: 'test' }))
}

/** Starts an embedded database with all tables. */
export async function embeddedDatabase(t: Test): Promise<Database> {
  const embedded = await startEmbedded(t, { tables: true })
  return ready(t, openEmbedded(embedded.connect()))
}

async function ready(t: Test, database: Database): Promise<Database> {
  t.teardown(() => database.close())
  await migrate(database)
  return database
}
