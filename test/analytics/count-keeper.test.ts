import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CountKeeper } from '../../src/analytics/count-keeper.ts'
import type { Counted } from '../../src/analytics/counted.ts'
import { readDays } from '../../src/analytics/day-files.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { findMountFault, smallDisk } from '../support/small-disk.ts'

const NOON = Date.parse('2026-11-25T12:00:00Z')
const DAY = 86_400_000

function search(query: string, times = 3): Counted {
  return { kind: 'search', source: 'readers', locale: 'en', query, found: false, times }
}

function throwFault(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

t.test('counts of several processes and of several starts are read as one', async (t) => {
  const dataDir = await temporaryFolder(t)
  for (const seed of [1, 2]) {
    const keeper = new CountKeeper({ dataDir, days: 90, clock: () => NOON, seed, onFault: throwFault })
    keeper.add([search('install', seed * 3)])
    keeper.close()
  }
  const records = readDays(dataDir, 1, NOON, throwFault)
  t.strictSame(
    records.map(({ queries }) => queries[0]?.searches),
    [3, 6],
  )
})

t.test('a day ends at midnight in UTC, and its file holds what it had', async (t) => {
  const dataDir = await temporaryFolder(t)
  let nowMs = NOON
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => nowMs, seed: 1, onFault: throwFault })
  keeper.add([search('install')])
  nowMs += DAY / 2
  keeper.add([search('install', 1)])
  keeper.close()
  const records = readDays(dataDir, 2, nowMs, throwFault)
  t.match(records, [
    { day: '2026-11-25', queries: [{ searches: 3 }] },
    { day: '2026-11-26', queries: [{ searches: 1 }] },
  ])
})

t.test(
  'a clock that is put back over midnight loses no counts, and one that is put forward again neither',
  async (t) => {
    const dataDir = await temporaryFolder(t)
    let nowMs = NOON
    const keeper = new CountKeeper({ dataDir, days: 90, clock: () => nowMs, seed: 1, onFault: throwFault })
    for (const [atMs, times] of [
      [NOON, 3],
      [NOON + DAY, 4],
      [NOON, 5],
      [NOON + DAY, 6],
      [NOON, 7],
    ] as const) {
      nowMs = atMs
      keeper.add([search('install', times)])
    }
    keeper.close()
    const searches = (day: string): number =>
      readDays(dataDir, 2, NOON + DAY, throwFault)
        .filter((record) => record.day === day)
        .reduce((total, { queries }) => total + (queries[0]?.searches ?? 0), 0)
    t.strictSame([searches('2026-11-25'), searches('2026-11-26')], [15, 10])
  },
)

t.test('a text that came twice in one week and once in the next is not kept', async (t) => {
  const dataDir = await temporaryFolder(t)
  let nowMs = NOON
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => nowMs, seed: 1, onFault: throwFault })
  keeper.add([search('install', 2)])
  nowMs += 7 * DAY
  keeper.add([search('install', 1)])
  keeper.close()
  t.notMatch(JSON.stringify(readDays(dataDir, 30, nowMs, throwFault)), 'install')
})

t.test('files older than the days to keep go, and so do the oldest of too many bytes', async (t) => {
  const dataDir = await temporaryFolder(t)
  const folder = join(dataDir, 'analytics')
  mkdirSync(folder)
  const large = 'x'.repeat(40 * 1_048_576)
  writeFileSync(join(folder, '2026-11-24.00000001.json'), large)
  writeFileSync(join(folder, '2026-11-23.00000001.json'), large)
  writeFileSync(join(folder, '2026-11-22.00000001.json'), '{}')
  writeFileSync(join(folder, '2026-11-24.00000001.json.tmp'), '{}')
  writeFileSync(join(folder, '2026-11-01.00000001.json'), '{}')
  new CountKeeper({ dataDir, days: 10, clock: () => NOON, seed: 1, onFault: throwFault }).close()
  t.strictSame(readdirSync(folder), ['2026-11-24.00000001.json'])
})

t.test('a file that is damaged is reported and left out', async (t) => {
  const dataDir = await temporaryFolder(t)
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => NOON, seed: 1, onFault: throwFault })
  keeper.add([search('install')])
  keeper.close()
  writeFileSync(join(dataDir, 'analytics', '2026-11-25.0000beef.json'), '{"version":1,')
  const faults: string[] = []
  t.equal(readDays(dataDir, 1, NOON, (file) => faults.push(file)).length, 1)
  t.strictSame(faults, ['2026-11-25.0000beef.json'])
})

t.test('a folder that cannot be written stops nothing, and is written when it can be', async (t) => {
  const dataDir = await temporaryFolder(t)
  const folder = join(dataDir, 'analytics')
  writeFileSync(folder, 'in the way')
  const faults: string[] = []
  const onFault = (message: string): number => faults.push(message)
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => NOON, seed: 1, onFault })
  keeper.add([search('install')])
  keeper.write()
  t.strictSame(faults, ['old counts of searches cannot be removed', 'counts of searches cannot be written'])
  rmSync(folder)
  keeper.close()
  t.match(readDays(dataDir, 1, NOON, throwFault), [{ queries: [{ query: 'install' }] }])
})

t.test('a disk that is full leaves the counts of the day as they were', { skip: findMountFault() }, async (t) => {
  const disk = await smallDisk(t, 8)
  const faults: string[] = []
  const onFault = (message: string): number => faults.push(message)
  const keeper = new CountKeeper({ dataDir: disk.folder, days: 90, clock: () => NOON, seed: 1, onFault })
  keeper.add([search('install')])
  keeper.write()
  for (let n = 0; n < 1000; n++) keeper.add([search(`install ${n} ${'and then '.repeat(10)}`)])
  disk.fill(1 / 16)
  keeper.close()
  t.strictSame(faults, ['counts of searches cannot be written'])
  t.strictSame(readdirSync(join(disk.folder, 'analytics')), ['2026-11-25.00000001.json'])
  t.match(readDays(disk.folder, 1, NOON, throwFault), [{ queries: [{ query: 'install', searches: 3 }] }])
})

t.test('the file of a day has no time, no address and nothing else about who searched', async (t) => {
  const dataDir = await temporaryFolder(t)
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => NOON, seed: 1, onFault: throwFault })
  keeper.add([search('install')])
  keeper.close()
  const [name = ''] = readdirSync(join(dataDir, 'analytics'))
  const record = JSON.parse(readFileSync(join(dataDir, 'analytics', name), 'utf8')) as { queries: object[] }
  t.strictSame(Object.keys(record), ['version', 'day', 'totals', 'clicks', 'queries', 'pages'])
  t.strictSame(Object.keys(record.queries[0] ?? {}), [
    'source',
    'locale',
    'query',
    'searches',
    'nothing',
    'clicks',
    'positions',
    'pages',
  ])
})

t.test('counters for metrics name sources and no query', async (t) => {
  const dataDir = await temporaryFolder(t)
  const keeper = new CountKeeper({ dataDir, days: 90, clock: () => NOON, seed: 1, onFault: throwFault })
  keeper.add([search('install', 4), { kind: 'left-out', source: 'icons', found: true, times: 2 }])
  keeper.close()
  const values = Object.fromEntries(
    keeper.readings.flatMap(({ name, read }) =>
      read().map(({ labels, value }) => [`${name} ${Object.values(labels).join()}`, value]),
    ),
  )
  t.match(values, {
    'signpost_searches_total readers': 4,
    'signpost_searches_total icons': 2,
    'signpost_searches_without_results_total readers': 4,
    'signpost_searches_left_out_total icons': 2,
    'signpost_result_clicks_total ': 0,
  })
  t.notMatch(JSON.stringify(keeper.readings.map(({ read, ...named }) => [named, read()])), 'install')
})
