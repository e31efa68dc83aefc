import type { Test } from 'tap'
import { emptyTotals, noClicks, type DayRecord } from '../../src/analytics/day-record.ts'
import type { Database } from '../../src/store/postgres/database.ts'
import { createSqlSearchCounts } from '../../src/store/postgres/sql-search-counts.ts'

/** Counts of a day on which readers searched so often. */
export function dayWith(day: string, searches: number, query = 'install'): DayRecord {
  return {
    version: 1,
    day,
    totals: { ...emptyTotals(), readers: { searches, nothing: 0, leftOut: 0 } },
    clicks: { byPosition: noClicks(), positions: 0 },
    queries: [{ source: 'readers', locale: 'en', query, searches, nothing: 0, clicks: 0, positions: 0, pages: {} }],
    pages: [],
  }
}

/** Contract of `DayStore`, in a database with tables. */
export function searchCountsContract(t: Test, database: Database): void {
  t.test('counts of each process and day are put as often as they grow, and never go back', async (t) => {
    const store = createSqlSearchCounts(database)
    await store.put({ process: 'aaaaaaaa', record: dayWith('2026-03-02', 5) })
    await store.put({ process: 'bbbbbbbb', record: dayWith('2026-03-02', 1) })
    await store.put({ process: 'aaaaaaaa', record: dayWith('2026-03-01', 2) })
    await store.put({ process: 'aaaaaaaa', record: dayWith('2026-03-02', 7) })
    await store.put({ process: 'aaaaaaaa', record: dayWith('2026-03-02', 6) })
    t.strictSame(await store.list('2026-03-01'), [
      dayWith('2026-03-01', 2),
      dayWith('2026-03-02', 7),
      dayWith('2026-03-02', 1),
    ])
    t.strictSame((await store.list('2026-03-02')).length, 2)
    t.strictSame([...(await store.sums('2026-03-02'))].toSorted(), [
      ['2026-03-02.aaaaaaaa', 7],
      ['2026-03-02.bbbbbbbb', 1],
    ])
    t.equal(await store.prune('2026-03-02'), 0, 'days that are over are no loss')
    t.strictSame(await store.list('2026-03-01'), [dayWith('2026-03-02', 7), dayWith('2026-03-02', 1)])
    const bytes = JSON.stringify(dayWith('2026-03-02', 7)).length
    t.equal(
      await createSqlSearchCounts(database, bytes).prune('2026-03-02'),
      1,
      'what is removed for its size is counted',
    )
    t.strictSame((await store.list('2026-03-01')).length, 1)
    await store.prune('2026-03-03')
    t.strictSame(await store.list('2026-03-01'), [])
  })
}
