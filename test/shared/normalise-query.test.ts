import t from 'tap'
import { normaliseQuery, normaliseText } from '../../src/shared/normalise-query.ts'

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
