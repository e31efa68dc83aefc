// Tests that `Retry-After` is accurate to the second. Windows last 60 seconds, so that this file takes a little longer,
// mostly asleep. All cases run in the same minute.
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createIconsClient, newAddress, type IconsClient } from '../support/icons-client.ts'
import { limitsAreShared, signingKeyFile, startNodes, startSmallIcons } from '../support/small-icons-service.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { startRedis } from '../support/start-redis.ts'

/** Time between the first request and the rest. */
const SPREAD_MS = 5000
/** Time by which a hasty client returns early. */
const HASTE_MS = 1500

t.jobs = 5

const redis = await startRedis(t)
const alone = await startSmallIcons(t)
const nodes = await startNodes(t, 2, { REDIS_URL: redis.url, ICONS_SIGNING_KEY_FILE: await signingKeyFile(t) })
await Promise.all(nodes.map((node) => limitsAreShared(node, redis)))

interface Case {
  readonly name: string
  readonly limit: number
  readonly ask: (client: IconsClient, from: string) => Promise<RawAnswer>
}

const CASES: readonly Case[] = [
  { name: 'the API', limit: 120, ask: (client, from) => client.ask('/api/v1/sets', { from }) },
  { name: 'registration', limit: 10, ask: (client, from) => client.register({ from }) },
]

interface Timed {
  readonly status: number
  /** Value of `Retry-After`. */
  readonly waitSeconds: number
  /** The service answered between these times. A busy machine may have held up either way. */
  readonly askedAt: number
  readonly answeredAt: number
}

async function timed(ask: () => Promise<RawAnswer>): Promise<Timed> {
  const askedAt = performance.now()
  const { headers, status } = await ask()
  return { status, waitSeconds: Number(headers.get('retry-after')), askedAt, answeredAt: performance.now() }
}

/** Asserts that a client passes if it waits as long as the refusal says, and does not if it is a little early. */
async function assertRetryAfter(t: Test, refused: Timed, ask: () => Promise<Timed>): Promise<void> {
  const { answeredAt, askedAt, waitSeconds } = refused
  const until = (ms: number): Promise<void> => sleep(Math.max(0, answeredAt + ms - performance.now()))
  t.ok(Number.isInteger(waitSeconds) && waitSeconds >= 2 && waitSeconds <= 60, `told to wait ${waitSeconds} s`)
  await until(waitSeconds * 1000 - HASTE_MS)
  const hasty = await ask()
  if (hasty.answeredAt - askedAt < (waitSeconds - 1) * 1000 - 100) {
    t.equal(hasty.status, 429, 'too early')
    t.ok(hasty.waitSeconds <= 2, `then told to wait ${hasty.waitSeconds} s`)
  } else if (hasty.status === 200) return t.comment('the hasty client was held up, and took the place')
  await until(waitSeconds * 1000)
  t.equal((await ask()).status, 200, `after ${waitSeconds} s`)
}

for (const [setting, clients] of [
  ['one process', [createIconsClient(t, alone.iconsUrl)]],
  ['two processes', nodes.map(({ nodeUrl }) => createIconsClient(t, nodeUrl))],
] as const) {
  for (const { ask, limit, name } of CASES) {
    t.test(`${setting}: the waiting time for ${name} is true to the second`, { buffered: true }, async (t) => {
      const from = newAddress()
      let turn = 0
      const next = (): Promise<Timed> => timed(() => ask(clients[turn++ % clients.length]!, from))
      const first = await next()
      t.equal(first.status, 200)
      await sleep(SPREAD_MS)
      for (let n = 1; n < limit; n++) t.equal((await next()).status, 200)
      const refused = await next()
      t.equal(refused.status, 429)
      t.ok(refused.waitSeconds * 1000 >= first.askedAt + 60_000 - refused.answeredAt - 100, 'no shorter than needed')
      t.ok(refused.waitSeconds * 1000 <= first.answeredAt + 60_000 - refused.askedAt + 1500, 'and no longer')
      await assertRetryAfter(t, refused, next)
      const again = await next()
      if (again.answeredAt - first.askedAt > 60_000 + SPREAD_MS - 2000)
        return t.comment('the next place is free by now')
      t.equal(again.status, 429, 'one place was free')
      await assertRetryAfter(t, again, next)
    })
  }
}

t.test('a batch waits until all of it fits', { buffered: true }, async (t) => {
  const client = createIconsClient(t, alone.iconsUrl)
  const from = newAddress()
  const batch = (length: number): Promise<Timed> =>
    timed(() =>
      client.post(
        '/mcp',
        Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
        { from },
      ),
    )
  t.equal((await batch(10)).status, 200)
  await sleep(SPREAD_MS)
  for (const size of [50, 50, 10]) t.equal((await batch(size)).status, 200)
  const [small, large] = [await batch(10), await batch(11)]
  t.strictSame([small.status, large.status], [429, 429])
  const laterSeconds = large.waitSeconds - small.waitSeconds + (large.answeredAt - small.askedAt) / 1000
  t.ok(laterSeconds >= SPREAD_MS / 1000 - 1, `${small.waitSeconds} s for 10, ${large.waitSeconds} s for 11`)
  await assertRetryAfter(t, small, () => batch(10))
})
