import t from 'tap'
import { normaliseQuery, normaliseText, toNfkc, toStreamSafe } from '../../src/shared/normalise-query.ts'

t.test(
  'a text that is too long for a query stays as it is, since ordering its marks takes quadratic time',
  async (t) => {
    const marks = `a${'\u0315\u0300'.repeat(10_000)}`
    t.equal(normaliseQuery(marks), marks)
    t.equal(normaliseQuery(` \uff41${' '.repeat(998)}b`), ` \uff41${' '.repeat(998)}b`, 'from 1,001 characters on')
    t.equal(normaliseQuery(` \uff41${' '.repeat(997)}b`), 'a b')
    t.equal(normaliseText(` \uff41${' '.repeat(2000)}b`), 'a b', 'texts of the content have no such limit')
  },
)

t.test('a long row of marks is parted by joiners, so that no row that is ordered is longer than 30', (t) => {
  const marks = '\u0315\u0300'.repeat(100)
  const parted = toStreamSafe(`a${marks}b`)
  t.equal(parted.replaceAll('\u034f', ''), `a${marks}b`, 'nothing is lost')
  t.strictSame(
    new Set(
      parted
        .slice(1, -1)
        .split('\u034f')
        .map((row) => row.length <= 30),
    ),
    new Set([true]),
  )
  t.equal(toNfkc(`b${marks}`).length, 1 + 200 + 6)
  for (const text of ['', 'plain', '\uac01\u1112\u1161\u11ab', `e${'\u0301'.repeat(30)}`, '\ud83d\ude00'])
    t.equal(toStreamSafe(text), text)
  t.equal(toNfkc('e\u0301\uff21'), '\u00e9A')
  t.end()
})
