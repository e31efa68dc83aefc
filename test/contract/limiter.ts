import type { Test } from 'tap'
import { createRandom } from '../../bench/timing.ts'
import type { Limit, Limiter } from '../../src/limits/limiter.ts'

export interface LimiterUnderTest {
  readonly limiter: Limiter
  /** Advances the clock of the limiter. */
  readonly pass: (ms: number) => void
  /** @returns milliseconds on the limiter's clock */
  readonly now: () => number
}

const WINDOW_MS = 60_000
const ANONYMOUS: Limit = { limit: 120, windowMs: WINDOW_MS }

interface Admission {
  readonly atMs: number
  readonly cost: number
}

/** Times between requests, in milliseconds, which are chosen to find the boundaries of a window. */
const ARRIVALS: readonly (readonly [title: string, gap: (n: number, random: () => number) => number])[] = [
  ['all at once, again and again', (n) => (n % 150 === 149 ? 30_000 : 0)],
  [
    'a burst just before the window ends and one just after',
    (n) => (n % 130 === 129 ? (n % 260 === 129 ? 59_999 : 2) : 0),
  ],
  ['steadily at three times the limit', () => 167],
  ['steadily at the limit', () => 500],
  ['one after each part of the window', () => WINDOW_MS / 64],
  ['just short of each part of the window', () => WINDOW_MS / 64 - 0.001],
  ['at random', (_n, random) => random() * 800],
  ['in random bursts', (_n, random) => (random() < 0.03 ? random() * 50_000 : random() * 5)],
]

/** Contract of every limiter. `create` makes a new one at each call. */
export function limiterContract(t: Test, create: (t: Test) => Promise<LimiterUnderTest>): void {
  t.test("a fresh client's first 120 requests pass and its 121st does not", async (t) => {
    const { limiter } = await create(t)
    for (let n = 1; n <= 120; n++) {
      const taken = await limiter.take('a', 1, ANONYMOUS)
      if (!taken.allowed || taken.remaining !== 120 - n) return t.fail(`request ${n}: ${JSON.stringify(taken)}`)
    }
    const refused = await limiter.take('a', 1, ANONYMOUS)
    t.strictSame(refused, { allowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 60 })
    t.ok((await limiter.take('b', 1, ANONYMOUS)).allowed, 'another client has a limit of its own')
  })

  t.test('a request that costs more than is left is refused whole and uses nothing', async (t) => {
    const { limiter } = await create(t)
    t.match(await limiter.take('a', 100, ANONYMOUS), { allowed: true, remaining: 20 })
    t.match(await limiter.take('a', 21, ANONYMOUS), { allowed: false, remaining: 20, retryAfterSeconds: 60 })
    t.match(await limiter.take('a', 20, ANONYMOUS), { allowed: true, remaining: 0 })
  })

  t.test('what is refused does not put off what may come', async (t) => {
    const { limiter, pass } = await create(t)
    await limiter.take('a', 120, ANONYMOUS)
    for (let second = 1; second < 60; second++) {
      pass(1000)
      const taken = await limiter.take('a', 1, ANONYMOUS)
      if (taken.allowed || taken.retryAfterSeconds !== 60 - second) return t.fail(JSON.stringify(taken))
    }
    pass(1000)
    t.match(await limiter.take('a', 120, ANONYMOUS), { allowed: true, remaining: 0 })
  })

  t.test('a cost above the limit never passes, and waiting for it has an end', async (t) => {
    const { limiter, pass } = await create(t)
    t.match(await limiter.take('a', 121, ANONYMOUS), { allowed: false, remaining: 120 })
    await limiter.take('a', 1, ANONYMOUS)
    t.match(await limiter.take('a', 121, ANONYMOUS), { allowed: false, remaining: 119, retryAfterSeconds: 60 })
    pass(60_000)
    t.match(await limiter.take('a', 121, ANONYMOUS), { allowed: false, remaining: 120 })
  })

  t.test('the reset tells when more is left than now', async (t) => {
    const { limiter, pass } = await create(t)
    t.match(await limiter.take('a', 1, ANONYMOUS), { remaining: 119, resetSeconds: 60 })
    pass(20_000)
    t.match(await limiter.take('a', 1, ANONYMOUS), { remaining: 118, resetSeconds: 40 })
    pass(40_000)
    t.match(await limiter.take('a', 1, ANONYMOUS), { remaining: 118, resetSeconds: 20 }, 'the first is free again')
  })

  t.test('Retry-After is true to the second, for any cost after any past', async (t) => {
    const { limiter, pass } = await create(t)
    const random = createRandom(7)
    let clients = 0
    for (let client = 0; client < 40; client++) {
      const key = `client ${client}`
      for (let n = 0; n < 200; n++) {
        pass(random() * 900)
        await limiter.take(key, 1 + Math.floor(random() * 3), ANONYMOUS)
      }
      const cost = client % 2 === 0 ? 1 : 1 + Math.floor(random() * 100)
      let refused = await limiter.take(key, cost, ANONYMOUS)
      while (refused.allowed) refused = await limiter.take(key, cost, ANONYMOUS)
      pass((refused.retryAfterSeconds - 1) * 1000)
      if (refused.retryAfterSeconds > 1 && (await limiter.take(key, cost, ANONYMOUS)).allowed) {
        return t.fail(`${refused.retryAfterSeconds} s were one too many for a cost of ${cost}`)
      }
      pass(1000)
      const taken = await limiter.take(key, cost, ANONYMOUS)
      if (!taken.allowed) return t.fail(`${refused.retryAfterSeconds} s were too few for a cost of ${cost}`)
      clients += 1
    }
    t.equal(clients, 40)
  })

  for (const [title, gap] of ARRIVALS) {
    t.test(`no span of 60 seconds lets more than the limit through: ${title}`, async (t) => {
      const { limiter, pass, now } = await create(t)
      const random = createRandom(11)
      const admitted: Admission[] = []
      for (let n = 0; n < 1500; n++) {
        pass(gap(n, random))
        const cost = n % 7 === 0 ? 3 : 1
        if ((await limiter.take('a', cost, ANONYMOUS)).allowed) admitted.push({ atMs: now(), cost })
      }
      t.ok(admitted.length > 120, 'more than one window was used')
      const most = mostInSpan(admitted, WINDOW_MS)
      t.ok(most <= ANONYMOUS.limit, `at most ${most}`)
    })
  }

  t.test('a client that always wants more gets nearly all of its limit', async (t) => {
    const { limiter, pass } = await create(t)
    let admitted = 0
    for (let n = 0; n < 3000; n++) {
      if ((await limiter.take('a', 1, ANONYMOUS)).allowed) admitted += 1
      pass(200)
    }
    t.ok(admitted >= 1200 * 0.98, `${admitted} of 1,200 in ten minutes`)
  })
}

/**
 * @returns the largest cost in any half-open span of this length. It is enough to look at spans that begin with an
 * admission.
 */
function mostInSpan(admitted: readonly Admission[], spanMs: number): number {
  let most = 0
  let sum = 0
  let end = 0
  for (const { atMs, cost } of admitted) {
    while (end < admitted.length && admitted[end]!.atMs < atMs + spanMs) sum += admitted[end++]!.cost
    most = Math.max(most, sum)
    sum -= cost
  }
  return most
}
