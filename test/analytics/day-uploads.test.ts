import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CountKeeper } from '../../src/analytics/count-keeper.ts'
import type { Counted } from '../../src/analytics/counted.ts'
import { DayUploads } from '../../src/analytics/day-uploads.ts'
import { summarise } from '../../src/analytics/report/summarise.ts'
import { Unavailable } from '../../src/shared/unavailable.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { openDatabase } from '../../src/store/postgres/open-database.ts'
import { createSqlSearchCounts } from '../../src/store/postgres/sql-search-counts.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { startPostgres } from '../support/start-postgres.ts'

const NOON = Date.parse('2026-11-25T12:00:00Z')
const DAY_MS = 86_400_000

function throwFault(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

const search: Counted = { kind: 'search', source: 'readers', locale: 'en', query: 'install', found: true, times: 3 }

const postgres = await startPostgres(t)
const database = openDatabase({ url: postgres.url, connections: 2, name: 'test' })
t.teardown(() => database.close())
await migrate(database)
const store = createSqlSearchCounts(database)
const searches = async (): Promise<number> => summarise(await store.list('2026-01-01')).totals.readers.searches

t.test('counts of all nodes are in the database, and those of an outage come when it is over', async (t) => {
  const nodes = await Promise.all(
    [1, 2].map(async (seed) => {
      const dataDir = await temporaryFolder(t)
      const keeper = new CountKeeper({ dataDir, days: 90, clock: () => NOON, seed, onFault: throwFault })
      t.teardown(() => keeper.close())
      const uploads = new DayUploads({ dataDir, days: 90, clock: () => NOON, store, onFault: throwFault })
      const count = (): void => {
        keeper.add([search])
        keeper.write()
      }
      return { count, dataDir, uploads }
    }),
  )
  const [here, there] = [nodes[0]!, nodes[1]!]
  for (const { count, uploads } of nodes) {
    count()
    await uploads.run()
  }
  t.equal(await searches(), 6)
  await here.uploads.run()
  t.equal(await searches(), 6, 'what has not changed is not counted again')

  await postgres.stop()
  here.count()
  there.count()
  await t.rejects(here.uploads.run(), Unavailable)
  here.count()
  t.equal(here.uploads.waiting, 1)
  await postgres.restart()
  await here.uploads.run()
  t.equal(here.uploads.waiting, 0)
  t.equal(await searches(), 12)
  // That node ended during the outage. The next process with its folder finds the file.
  const next = new DayUploads({ dataDir: there.dataDir, days: 90, clock: () => NOON, store, onFault: throwFault })
  await Promise.all([next.run(), next.run()])
  t.equal(await searches(), 15)
  t.equal(next.dropped, 0)
})

t.test('what is removed before the database has it is counted, and a damaged file holds up nothing', async (t) => {
  const dataDir = await temporaryFolder(t)
  let nowMs = NOON + 30 * DAY_MS
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => nowMs, seed: 3, onFault: throwFault })
  t.teardown(() => keeper.close())
  keeper.add([search])
  keeper.write()
  const faults: string[] = []
  const onFault = (message: string): number => faults.push(message)
  const uploads = new DayUploads({ dataDir, days: 90, clock: () => nowMs, store, onFault })
  writeFileSync(join(dataDir, 'analytics', '2026-12-24.0000beef.json'), '{')
  await uploads.run()
  t.strictSame(faults, ['2026-12-24.0000beef.json of the counts cannot be read'])
  t.equal(uploads.waiting, 0)
  uploads.noteRemoved(['2026-12-25.00000003.json', '2026-12-20.00000007.json'])
  t.equal(uploads.dropped, 1, 'the database has the other')
  rmSync(join(dataDir, 'analytics'), { recursive: true })
  nowMs += 100 * DAY_MS
  await uploads.run()
  t.equal(await searches(), 0, 'days that are over are removed from the database too')
})
