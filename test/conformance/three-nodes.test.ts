import t from 'tap'
import { startBalancer } from '../support/balancer.ts'
import { startRedis } from '../support/start-redis.ts'
import { connectClient1, connectClient2 } from './clients.ts'
import { assertPasses, REVISIONS } from './run-suite.ts'
import { startFixture } from './start-fixture.ts'

/** Three processes that share a Redis, for all tests. Each test has a balancer that sends each request to a random one. */
const redis = await startRedis(t)
const nodes = await Promise.all([1, 2, 3].map(() => startFixture(t, [redis.url])))
const origins = nodes.map(({ origin }) => origin)

for (const revision of REVISIONS) {
  t.test(`three nodes behind a random balancer pass all that revision ${revision} requires`, async (t) => {
    const { counts, url } = await startBalancer(t, origins)
    await assertPasses(t, `${url}/mcp`, revision)
    t.ok(
      counts.every((count) => count > 0),
      'every node had its share',
    )
  })
}

t.test('a call on one node is cancelled by a message that reaches another', async (t) => {
  const { url } = await startBalancer(t, origins)
  const direct = await Promise.all(origins.map((origin) => connectClient2(t, `${origin}/mcp`, { pin: '2026-07-28' })))
  const total = async (name: 'waiting' | 'cancelled'): Promise<number> => {
    const counts = await Promise.all(direct.map((client) => client.callTool({ name: 'test_waiting' })))
    return counts.reduce((sum, { structuredContent }) => sum + (structuredContent as Record<string, number>)[name]!, 0)
  }
  const client = await connectClient1(t, `${url}/mcp`)
  const CALLS = 8
  const controllers = Array.from({ length: CALLS }, () => new AbortController())
  const calls = controllers.map(({ signal }) => client.callTool({ name: 'test_wait' }, undefined, { signal }))
  const ended = Promise.allSettled(calls)
  while ((await total('waiting')) < CALLS);
  for (const controller of controllers) controller.abort()
  t.ok((await ended).every(({ status }) => status === 'rejected'))
  while ((await total('cancelled')) < CALLS);
  t.equal(await total('waiting'), 0)
})

t.test('a subscription on one node hears of changes on every node', async (t) => {
  const { url } = await startBalancer(t, origins)
  const client = await connectClient2(t, `${url}/mcp`, { pin: '2026-07-28' })
  let changes = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes++
  })
  const subscription = await client.listen({ toolsListChanged: true })
  for (const [index, origin] of origins.entries()) {
    const publisher = await connectClient2(t, `${origin}/mcp`, { pin: '2026-07-28' })
    await publisher.callTool({ name: 'test_trigger_tool_change' })
    while (changes <= index) await new Promise((resolve) => setImmediate(resolve))
  }
  t.equal(changes, origins.length)
  await subscription.close()
})
