import t from 'tap'
import { collectExpressions } from '../../scripts/expressions/collect.ts'
import { BUILT, EXCUSED } from '../../scripts/expressions/excused.ts'
import { verdictOn } from '../../scripts/expressions/verdict.ts'

// The compiled forms of recheck are not installed.
process.env['RECHECK_BACKEND'] = 'pure'

t.test('an expression whose neighbours take the same characters is found, and one without is proved', (t) => {
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- four neighbours that take a tab
  const slow = /^([ \t]*)\{!(>?)[ \t]*([^\n!{}[\]]+?)[ \t]*(?:\[ln:(\d*)[-.](\d*)\])?[ \t]*!\}[ \t]*$/
  const mended = /^([ \t]*)\{!>?([^\n!{}[\]]+)(?:\[ln:(\d*)[-.](\d*)\][ \t]*)?!\}[ \t]*$/
  t.equal(verdictOn(slow, false).fault, '4th degree polynomial')
  t.equal(verdictOn(mended, false).fault, null)
  t.equal(verdictOn(/\s+$/, false).fault, '2nd degree polynomial')
  t.end()
})

t.test('expressions are collected that are written as such, and that modules and functions build', async (t) => {
  const { found, unknown } = await collectExpressions()
  const files = [...found.values()].flatMap(({ places }) => places)
  t.ok(found.size > 500, `${found.size} expressions`)
  t.ok(
    files.some((place) => place.startsWith('src/docs/sources/kinds/mkdocs/snippets.ts:')),
    'a literal',
  )
  t.ok(
    files.some((place) => place.startsWith('src/docs/sources/kinds/mkdocs/blocks.ts:5')),
    'one that a module builds',
  )
  t.ok(
    unknown.some((place) => place.startsWith('src/docs/sources/config/text-function.ts:')),
    'one that a function builds',
  )
})

t.test('each excuse names a file, and says what bounds the texts', (t) => {
  for (const { bound, expressions, file } of EXCUSED) {
    t.match(bound, /^[A-Z].{20,}\.$/, file)
    t.ok(expressions.length > 0, file)
  }
  for (const [file, values] of BUILT) t.match(values, /^[A-Z].{10,}\.$/, file)
  t.end()
})
