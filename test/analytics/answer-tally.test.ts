import t, { type Test } from 'tap'
import { AnswerTally } from '../../src/analytics/answer-tally.ts'
import type { Counted } from '../../src/analytics/counted.ts'
import { ReaderCounts } from '../../src/analytics/reader-counts.ts'
import { readSearch } from '../../src/hosts/docs/api/search.ts'
import { readIconSearch } from '../../src/hosts/icons/api/search.ts'

function answer(query: string, locale: string, results: readonly object[]): Uint8Array {
  return Buffer.from(JSON.stringify({ query, locale, total: results.length, results, facets: {} }))
}

function tally(t: Test): { tally: AnswerTally; counts: ReaderCounts; counted: Counted[] } {
  const counted: Counted[] = []
  const counts = new ReaderCounts((sums) => counted.push(...sums))
  t.teardown(() => counts.close())
  return { counts, counted, tally: new AnswerTally('programs', counts, readSearch) }
}

t.test('equal searches are one sum, however their requests are written', (t) => {
  const { counted, counts, tally: each } = tally(t)
  each.count('q=Rate+limit', answer('Rate limit', 'en', [{}]))
  each.count('q=Rate+limit', answer('Rate limit', 'en', [{}]))
  each.count('limit=5&q=rate%20limit', answer('rate limit', 'en', [{}]))
  counts.handOver()
  t.strictSame(counted, [
    { kind: 'search', source: 'programs', locale: 'en', query: 'rate limit', found: true, times: 3 },
  ])
  counts.handOver()
  t.equal(counted.length, 1, 'nothing is counted twice')
  t.end()
})

t.test('results of another locale, and none at all, are a search without results', (t) => {
  const { counted, counts, tally: each } = tally(t)
  each.count('q=webhook&locale=ko', answer('webhook', 'en', [{}]))
  each.count('q=zz&locale=en&include=facets', answer('"locale":"ko', 'en', []))
  counts.handOver()
  t.match(counted, [
    { query: 'webhook', locale: 'ko', found: false },
    { query: 'zz', locale: 'en', found: false },
  ])
  t.end()
})

t.test('a search of a reader who is still typing, or within one section, is not counted', (t) => {
  const { counted, counts, tally: each } = tally(t)
  each.count('q=rat&typing=1', answer('rat', 'en', [{}]))
  each.count('q=rat&section=api', answer('rat', 'en', [{}]))
  each.count('q=rate&typing=0', answer('rate', 'en', [{}]))
  counts.handOver()
  t.match(counted, [{ query: 'rate' }])
  t.equal(counted.length, 1)
  t.end()
})

t.test('a search that holds a secret is counted without its text', (t) => {
  const { counted, counts, tally: each } = tally(t)
  each.count('q=jane%40example.com', answer('jane@example.com', 'en', [{}]))
  counts.handOver()
  t.strictSame(counted, [{ kind: 'left-out', source: 'programs', found: true, times: 1 }])
  t.end()
})

t.test('many different requests are handed over before the time', (t) => {
  const { counted, tally: each } = tally(t)
  for (let n = 0; n < 10_000; n++) each.count(`q=word${n}`, answer(`word${n}`, 'en', [{}]))
  t.ok(counted.length >= 5000, 'so that they take a bounded part of the memory')
  t.end()
})

t.test('lists of icons and further pages of results are no searches', (t) => {
  t.equal(readIconSearch('limit=20'), null)
  t.equal(readIconSearch('q=lock&offset=20'), null)
  t.strictSame(readIconSearch('q=lock&set=mdi'), { query: 'lock', locale: 'en' })
  t.end()
})
