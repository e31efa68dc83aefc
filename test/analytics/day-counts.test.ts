import t from 'tap'
import type { Counted } from '../../src/analytics/counted.ts'
import { DayCounts } from '../../src/analytics/day-counts.ts'
import { dayRecord } from '../../src/analytics/day-record.ts'
import { RareFilter } from '../../src/analytics/rare-filter.ts'

function search(query: string, more: Partial<Extract<Counted, { kind: 'search' }>> = {}): Counted {
  return { kind: 'search', source: 'readers', locale: 'en', query, found: true, times: 1, ...more }
}

function counts(): DayCounts {
  return new DayCounts('2026-11-25', new RareFilter(7))
}

t.test('a query is kept from its third time on, and then with all of them', (t) => {
  const day = counts()
  day.add(search('install'))
  day.add(search('install'))
  t.notMatch(JSON.stringify(day.toRecord()), 'install')
  t.equal(day.toRecord().totals.readers.searches, 2)
  day.add(search('install'))
  day.add(search('install'))
  t.match(day.toRecord().queries, [{ query: 'install', searches: 4, nothing: 0 }])
  t.end()
})

t.test('what came on earlier days of a week counts for the third time, but not for the day', (t) => {
  const rare = new RareFilter(7)
  const monday = new DayCounts('2026-11-23', rare)
  for (let n = 0; n < 5; n++) monday.add(search('install'))
  const tuesday = new DayCounts('2026-11-24', rare)
  tuesday.add(search('install'))
  t.match(tuesday.toRecord().queries, [{ query: 'install', searches: 1 }])
  t.end()
})

t.test('searches without results are kept beside those with results', (t) => {
  const day = counts()
  day.add(search('k8s', { found: false, times: 3 }))
  day.add(search('k8s', { found: true, times: 2 }))
  t.match(day.toRecord().queries, [{ query: 'k8s', searches: 3, nothing: 3 }], 'what was found twice is rare yet')
  day.add(search('k8s', { found: true }))
  t.match(day.toRecord().queries, [{ query: 'k8s', searches: 6, nothing: 3 }])
  t.match(day.toRecord().totals.readers, { searches: 6, nothing: 3 })
  t.end()
})

t.test('clicks are summed with their places and pages', (t) => {
  const day = counts()
  day.add(search('install', { times: 3 }))
  const click = { kind: 'click', locale: 'en', query: 'install', times: 1 } as const
  day.add({ ...click, position: 1, page: '/en/a' })
  day.add({ ...click, position: 3, page: '/en/a' })
  day.add({ ...click, position: 40, page: '/en/b' })
  day.add({ ...click, query: null, position: 2, page: '/en/c' })
  const { clicks, queries } = day.toRecord()
  t.strictSame(clicks, { byPosition: [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1], positions: 46 })
  t.match(queries, [{ clicks: 3, positions: 44, pages: { '/en/a': 2, '/en/b': 1 } }])
  t.end()
})

t.test('a query remembers at most five pages', (t) => {
  const day = counts()
  day.add(search('install', { times: 3 }))
  for (let n = 0; n < 9; n++) {
    day.add({ kind: 'click', locale: 'en', query: 'install', position: 1, page: `/en/${n}`, times: 1 })
  }
  const [query] = day.toRecord().queries
  t.equal(Object.keys(query?.pages ?? {}).length, 5)
  t.equal(query?.clicks, 9)
  t.end()
})

t.test('a flood of texts that come once pushes no query out and puts none in', (t) => {
  const day = counts()
  for (let n = 0; n < 1000; n++) day.add(search(`real ${n}`, { times: 5 }))
  for (let n = 0; n < 50_000; n++) day.add(search(`${n} random ${n * 7919}`))
  const { queries, totals } = day.toRecord()
  t.equal(queries.length, 1000)
  t.ok(queries.every(({ query }) => query.startsWith('real ')))
  t.equal(totals.readers.searches, 55_000)
  t.end()
})

t.test('a query that comes more often takes the place of the least frequent one in a full table', (t) => {
  const day = counts()
  for (let n = 0; n < 1000; n++) day.add(search(`real ${n}`, { times: n === 400 ? 5 : 9 }))
  day.add(search('new', { times: 4 }))
  t.notMatch(JSON.stringify(day.toRecord().queries), '"new"')
  day.add(search('new', { times: 4 }))
  const names = day.toRecord().queries.map(({ query }) => query)
  t.ok(names.includes('new'))
  t.notOk(names.includes('real 400'))
  t.equal(names.length, 1000)
  t.end()
})

t.test('a flood of programs pushes out nothing that readers search', (t) => {
  const day = counts()
  day.add(search('install', { times: 3 }))
  for (let n = 0; n < 1500; n++) day.add(search(`program ${n}`, { source: 'programs', times: 50 }))
  t.ok(day.toRecord().queries.some(({ query, source }) => query === 'install' && source === 'readers'))
  t.end()
})

t.test('the record of a day has the form of its file', (t) => {
  const day = counts()
  day.add(search('install', { times: 3 }))
  day.add({ kind: 'left-out', source: 'programs', found: false, times: 2 })
  day.add({ kind: 'feedback', page: '/en/a', helpful: true, times: 2 })
  day.add({ kind: 'feedback', page: '/en/a', helpful: false, times: 1 })
  const record = dayRecord.parse(JSON.parse(JSON.stringify(day.toRecord())))
  t.match(record.totals.programs, { searches: 2, nothing: 2, leftOut: 2 })
  t.strictSame(record.pages, [{ page: '/en/a', helpful: 2, unhelpful: 1 }])
  t.end()
})
