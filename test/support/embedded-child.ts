// Program that writes numbers into the embedded database of a folder, and prints each number that was acknowledged.
import { sql } from 'kysely'
import { openEmbedded, startEmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts'
import { EMBEDDED_WORKER } from './start-embedded.ts'

const [dataDir = '', from = '0'] = process.argv.slice(2)
const embedded = await startEmbeddedDatabase({ dataDir, onDeath: () => process.exit(1), workerFile: EMBEDDED_WORKER })
const { kysely } = openEmbedded(embedded.connect())
await sql`create table if not exists kept (n integer primary key, text text)`.execute(kysely)
for (let n = Number(from); ; n++) {
  await kysely.transaction().execute(async (transaction) => {
    await sql`insert into kept values (${n}, ${'x'.repeat(2000)})`.execute(transaction)
    await sql`insert into kept values (${-n - 1}, '')`.execute(transaction)
  })
  process.stdout.write(`${n}\n`)
}
