import t from 'tap'
import { measureQuality, qualityOfRanks, rankOfFirstRelevant } from '../../bench/quality.ts'

t.test('the rank is that of the first relevant page, counted from one', async (t) => {
  t.equal(rankOfFirstRelevant(['a', 'b', 'c'], ['c', 'b']), 2)
  t.equal(rankOfFirstRelevant(['a'], ['a']), 1)
})

t.test('a relevant page past the tenth place counts as not found', async (t) => {
  const results = Array.from({ length: 11 }, (_, i) => `page-${i}`)
  t.equal(rankOfFirstRelevant(results, ['page-9']), 10)
  t.equal(rankOfFirstRelevant(results, ['page-10']), 0)
})

t.test('the mean reciprocal rank counts queries without a relevant page as zero', async (t) => {
  t.same(qualityOfRanks([1, 2, 4, 0]), { queries: 4, mrr10: 0.4375, success1: 0.25, success10: 0.75 })
})

t.test('no queries give zeros instead of dividing by zero', async (t) => {
  t.same(qualityOfRanks([]), { queries: 0, mrr10: 0, success1: 0, success10: 0 })
})

t.test('quality is given overall and for every kind by itself', async (t) => {
  const items = [
    { query: 'one', relevant: ['a'], kind: 'title' },
    { query: 'two', relevant: ['b'], kind: 'typo' },
    { query: 'three', relevant: ['none'], kind: 'typo' },
  ]
  const { overall, kinds } = measureQuality(items, () => ['a', 'b'])
  t.equal(overall.mrr10, 0.5)
  t.equal(kinds['title']?.mrr10, 1)
  t.same(kinds['typo'], { queries: 2, mrr10: 0.25, success1: 0, success10: 0.5 })
})
