import t from 'tap'
import { rewriteRule } from '../../../src/docs/sources/rewrite-rules.ts'

t.test('a rule rewrites the whole path, each name within a folder, a rest over several', async (t) => {
  const rule = rewriteRule('packages/:name/docs/:rest*', 'docs/:name/:rest*')
  t.equal(rule?.('packages/core/docs/guide/start.md'), 'docs/core/guide/start.md')
  t.equal(rule?.('packages/core/docs/'), 'docs/core/')
  t.equal(rule?.('packages/a/b/docs/start.md'), null)
  t.equal(rewriteRule('en/:rest*', ':rest*')?.('en/index.md'), 'index.md')
  t.equal(rewriteRule('a.(b)/:x', ':x/:y')?.('a.(b)/c.md'), 'c.md/:y')
  t.equal(rewriteRule(':a*/:b', ':b|:a')?.('x/y/z'), 'z|x/y')
})

t.test('a pattern that can match in many ways takes no longer for it, and a very long one is refused', async (t) => {
  const rule = rewriteRule(':a*:b*:c*:d*:e*:f*:g*:h*!', 'x')
  const started = process.cpuUsage()
  t.equal(rule?.('a'.repeat(1000)), null)
  t.ok(process.cpuUsage(started).user < 2_000_000)
  t.equal(rewriteRule(Array.from({ length: 11 }, (_, at) => `:n${at}`).join('/'), 'x'), null)
  t.equal(rewriteRule('a'.repeat(2000), 'x'), null)
})
