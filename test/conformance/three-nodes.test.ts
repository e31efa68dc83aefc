import t, { type Test } from 'tap'
import { startBalancer } from '../support/balancer.ts'
import { startRedis } from '../support/start-redis.ts'
import { faultsOf, hasPassed, runSuite } from './run-suite.ts'
import { startFixture } from './start-fixture.ts'

/** Three processes that share a Redis, each request to one of them by chance. */
async function startNodes(t: Test) {
  const redis = await startRedis(t)
  const nodes = await Promise.all([1, 2, 3].map(() => startFixture(t, [redis.url])))
  return startBalancer(
    t,
    nodes.map(({ origin }) => origin),
  )
}

t.test('three nodes behind a random balancer pass all that revision 2025-11-25 requires', async (t) => {
  const { counts, url } = await startNodes(t)
  const result = await runSuite(`${url}/mcp`, '2025-11-25')
  t.same(faultsOf(result.scored), [])
  t.equal(result.scored.filter(hasPassed).length, 30)
  t.equal(result.code, 0, result.output.slice(-2000))
  t.ok(
    counts.every((count) => count > 0),
    'every node had its share',
  )
})

t.test('three nodes behind a random balancer pass all that revision 2026-07-28 requires', async (t) => {
  const { counts, url } = await startNodes(t)
  const result = await runSuite(`${url}/mcp`, '2026-07-28')
  t.same(faultsOf(result.scored), [])
  t.equal(result.scored.filter(hasPassed).length, 37)
  t.equal(result.code, 0, result.output.slice(-2000))
  t.ok(
    counts.every((count) => count > 0),
    'every node had its share',
  )
})
