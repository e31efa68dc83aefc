import t from 'tap'
import { startBalancer } from '../support/balancer.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { startRedis } from '../support/start-redis.ts'
import { assertPasses, REVISIONS } from './run-suite.ts'
import { startFixture } from './start-fixture.ts'

const TRANSPORT = new URL('account-transport.ts', import.meta.url)

const [postgres, redis] = await Promise.all([startPostgres(t), startRedis(t)])
const nodes = await Promise.all([1, 2, 3].map(() => startFixture(t, [postgres.url, redis.url], TRANSPORT)))
const origins = nodes.map(({ origin }) => origin)

for (const revision of REVISIONS) {
  t.test(`three nodes of the account host's transport pass all that revision ${revision} requires`, async (t) => {
    // The token is from the first node. Every node has to know that node's key, and to whom the token belongs.
    const { counts, url } = await startBalancer(t, origins, { fields: nodes[0]?.fields ?? {}, patient: true })
    await assertPasses(t, `${url}/mcp`, revision)
    t.ok(
      counts.every((count) => count > 0),
      'every node had its share',
    )
  })
}
