import t from 'tap'
import { startBalancer } from '../support/balancer.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { faultsOf, hasPassed, runSuite } from './run-suite.ts'
import { startFixture } from './start-fixture.ts'

const TRANSPORT = new URL('account-transport.ts', import.meta.url)
const ASKED = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }

for (const [revision, scenarios] of [
  ['2025-11-25', 30],
  ['2026-07-28', 37],
] as const) {
  t.test(`the account host's transport passes all that revision ${revision} requires`, async (t) => {
    const { url: databaseUrl } = await startPostgres(t)
    const { fields, origin } = await startFixture(t, [databaseUrl], TRANSPORT)
    t.equal((await fetch(`${origin}/mcp`, ASKED)).status, 401, 'only with a token')
    const { url } = await startBalancer(t, [origin], { fields, patient: true })
    const result = await runSuite(`${url}/mcp`, revision)
    t.same(faultsOf(result.scored), [])
    t.equal(result.scored.filter(hasPassed).length, scenarios)
    t.equal(result.code, 0, result.output.slice(-2000))
  })
}
