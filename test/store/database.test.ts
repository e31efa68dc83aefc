import t from 'tap'
import { openDatabase } from '../../src/store/open-database.ts'
import { databaseContract } from '../contract/database.ts'
import { startPostgres } from '../support/start-postgres.ts'

const postgres = await startPostgres(t)

databaseContract(t, async (t) => {
  const database = openDatabase({ url: postgres.url, connections: 10, name: 'test' })
  t.teardown(() => database.close())
  return database
})
