import t from 'tap'
import { createMemoryLimiter } from '../../src/limits/memory-limiter.ts'
import { limiterContract } from '../contract/limiter.ts'

const LIMIT = { limit: 3, windowMs: 60_000 }

function withClock(options: { readonly keyLimit?: number; readonly sharedWindows?: number } = {}) {
  let nowMs = 1_000_000
  const limiter = createMemoryLimiter({ ...options, clock: () => nowMs })
  return { limiter, pass: (ms: number) => void (nowMs += ms), now: () => nowMs }
}

limiterContract(t, async () => withClock())

t.test('a client that has been quiet for a window is forgotten', async (t) => {
  const { limiter, pass } = withClock()
  for (let client = 0; client < 1000; client++) limiter.take(`early ${client}`, 1, LIMIT)
  t.equal(limiter.size, 1000)
  pass(60_000)
  for (let n = 0; n < 70; n++) {
    limiter.take('late', 1, { ...LIMIT, limit: 100 })
    pass(10)
  }
  t.equal(limiter.size, 1, 'when nobody new comes')
  for (let client = 0; client < 1000; client++) limiter.take(`next ${client}`, 1, LIMIT)
  pass(60_700)
  for (let client = 0; client < 600; client++) limiter.take(`last ${client}`, 1, LIMIT)
  t.equal(limiter.size, 600, 'and at once when many do')
})

t.test('a full table lets nobody through early, neither those in it nor those that find no place', async (t) => {
  const { limiter, pass } = withClock({ keyLimit: 100, sharedWindows: 8 })
  const admitted = new Map<string, number>()
  const ask = (key: string): void => {
    if (limiter.take(key, 1, LIMIT).allowed) admitted.set(key, (admitted.get(key) ?? 0) + 1)
  }
  for (let round = 0; round < 6; round++) {
    for (let client = 0; client < 300; client++) ask(`client ${client}`)
    pass(5000)
  }
  // Clients in the table leave it. This makes room for those outside while their requests still count.
  pass(29_000)
  for (let round = 0; round < 6; round++) for (let client = 299; client >= 0; client--) ask(`client ${client}`)
  t.equal(limiter.size, 100)
  t.equal(Math.max(...admitted.values()), 3)
  t.equal(
    [...admitted.values()].filter((count) => count === 3).length >= 100,
    true,
    'those in the table had their limit',
  )
})

t.test('clients that shared a counter get places of their own when there is room again', async (t) => {
  const { limiter, pass } = withClock({ keyLimit: 1, sharedWindows: 1 })
  limiter.take('first', 1, LIMIT)
  for (const key of ['a', 'b', 'c', 'd']) limiter.take(key, 1, LIMIT)
  t.notOk(limiter.take('e', 1, LIMIT).allowed, 'the shared counter is used up')
  pass(60_000)
  t.match(limiter.take('a', 1, LIMIT), { allowed: true, remaining: 2 })
})

t.test('peeking uses nothing, and what was let in elsewhere counts even past the limit', async (t) => {
  const { limiter } = withClock()
  t.match(limiter.peek('a', 3, LIMIT), { allowed: true, remaining: 3 })
  t.match(limiter.take('a', 1, LIMIT), { allowed: true, remaining: 2 })
  limiter.add('a', 3, LIMIT)
  t.match(limiter.peek('a', 1, LIMIT), { allowed: false, remaining: 0 })
})
