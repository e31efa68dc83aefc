import t from 'tap'
import { assertPasses, hasPassed } from './run-suite.ts'
import type { SuiteResult } from './run-suite.ts'
import { startFixture } from './start-fixture.ts'

/**
 * @returns the scenarios that pass although they are not required. The others are of the tasks extension and of resumed
 * streams.
 */
function passedBeyond({ unscored }: SuiteResult): string[] {
  return unscored.filter(hasPassed).map(({ name }) => name)
}

t.test('one node passes all that revision 2025-11-25 requires', async (t) => {
  const { origin } = await startFixture(t)
  const result = await assertPasses(t, `${origin}/mcp`, '2025-11-25')
  t.same(passedBeyond(result), ['json-schema-2020-12', 'server-session-lifecycle'])
})

t.test('one node passes all that revision 2026-07-28 requires', async (t) => {
  const { origin } = await startFixture(t)
  const result = await assertPasses(t, `${origin}/mcp`, '2026-07-28')
  t.same(passedBeyond(result), [
    'http-custom-header-server-validation',
    'http-header-validation',
    'json-schema-2020-12',
  ])
})
