import t from 'tap'
import {
  createRandom,
  latencyPoints,
  median,
  medianRound,
  percentile,
  PERCENTILES,
  shuffle,
  spreadOfEvenWork,
  summarise,
  timeRound,
  typicalOf,
} from '../../bench/timing.ts'

t.test('a percentile is the smallest value that the given part of all values does not exceed', async (t) => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
  t.equal(percentile(hundred, 0.5), 50)
  t.equal(percentile(hundred, 0.99), 99)
  t.equal(percentile([7], 0.99), 7)
  t.ok(Number.isNaN(percentile([], 0.5)))
})

t.test('the median of an even number of values is the mean of the two in the middle', async (t) => {
  t.equal(median([3, 1, 2]), 2)
  t.equal(median([10, 1, 3, 2]), 2.5)
})

t.test('a round is summed up from unsorted latencies', async (t) => {
  const percentilesMs = [2, 3, 4, 4, 4, 4, 4]
  t.same(summarise([4, 1, 3, 2], 10), { queriesPerSecond: 400, p50Ms: 2, p99Ms: 4, percentilesMs })
})

t.test('the median round takes the median of each figure by itself', async (t) => {
  const percentiles = (first: number): number[] => PERCENTILES.map((_, place) => first + place)
  const rounds = [
    { queriesPerSecond: 1, p50Ms: 30, p99Ms: 200, percentilesMs: percentiles(30) },
    { queriesPerSecond: 2, p50Ms: 10, p99Ms: 300, percentilesMs: percentiles(10) },
    { queriesPerSecond: 3, p50Ms: 20, p99Ms: 100, percentilesMs: percentiles(20) },
  ]
  t.same(medianRound(rounds), { queriesPerSecond: 2, p50Ms: 20, p99Ms: 200, percentilesMs: percentiles(20) })
})

t.test('points of a plot of latencies are the recorded percentiles with the median of the rounds', async (t) => {
  const rounds = [5, 1, 3].map((ms) => ({ percentilesMs: PERCENTILES.map(() => ms) }))
  t.same(
    latencyPoints(rounds),
    PERCENTILES.map((part) => [part, 3]),
  )
})

t.test('a round asks whole passes over the queries, in their order', async (t) => {
  const asked: string[] = []
  timeRound(['a', 'b'], (query) => asked.push(query), 0)
  t.same(asked, ['a', 'b'])
  timeRound(['a', 'b', 'c'], (query) => asked.push(query), 1)
  t.equal((asked.length - 2) % 3, 0)
})

t.test('what a query takes is the median of its passes', async (t) => {
  const passes = [
    [1, 40],
    [9, 4],
    [2, 5],
  ].flat()
  t.same(typicalOf(passes, 2), { p50Ms: 2, p99Ms: 5 })
  t.equal(typicalOf([1, 2], 2), null, 'one pass has none')
})

t.test('work that is always the same has a spread, however long it takes', async (t) => {
  for (const lengthMs of [0, 0.02, 400]) {
    const spread = spreadOfEvenWork(lengthMs)
    t.ok(Number.isFinite(spread) && spread >= 1, `${lengthMs} ms`)
  }
})

t.test('a round without queries is refused, since it would never end', async (t) => {
  t.throws(() => timeRound([], () => {}, 1), { message: 'no queries to time' })
})

t.test('the same seed gives the same shuffle of all items, another seed another', async (t) => {
  const items = Array.from({ length: 50 }, (_, i) => i)
  const shuffled = shuffle(items, 1)
  t.same(shuffle(items, 1), shuffled)
  t.notSame(shuffle(items, 2), shuffled)
  t.notSame(shuffled, items)
  t.same(
    shuffled.toSorted((a, b) => a - b),
    items,
  )
})

t.test('random numbers lie in [0, 1) and spread over it', async (t) => {
  const random = createRandom(42)
  const numbers = Array.from({ length: 1_000 }, random)
  t.ok(numbers.every((number) => number >= 0 && number < 1))
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  t.ok(mean > 0.45 && mean < 0.55)
})
