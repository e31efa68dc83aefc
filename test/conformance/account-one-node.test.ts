import t from 'tap'
import { startBalancer } from '../support/balancer.ts'
import { startPostgres } from '../support/start-postgres.ts'
import { assertPasses, REVISIONS } from './run-suite.ts'
import { startFixture } from './start-fixture.ts'

const TRANSPORT = new URL('account-transport.ts', import.meta.url)
const ASKED = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }

for (const revision of REVISIONS) {
  t.test(`the account host's transport passes all that revision ${revision} requires`, async (t) => {
    const { url: databaseUrl } = await startPostgres(t)
    const { fields, origin } = await startFixture(t, [databaseUrl], TRANSPORT)
    t.equal((await fetch(`${origin}/mcp`, ASKED)).status, 401, 'only with a token')
    const { url } = await startBalancer(t, [origin], { fields, patient: true })
    await assertPasses(t, `${url}/mcp`, revision)
  })
}
