import t from 'tap'
import { openEmbedded } from '../../src/store/embedded-database.ts'
import { databaseContract } from '../contract/database.ts'
import { startEmbedded } from '../support/start-embedded.ts'

const embedded = await startEmbedded(t)

databaseContract(t, async (t) => {
  const database = openEmbedded(embedded.connect())
  t.teardown(() => database.close())
  return database
})
