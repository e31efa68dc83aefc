import t from 'tap'
import { SEARCH_PARAMETERS } from '../../../../src/hosts/docs/api/search.ts'
import { seededRandom } from '../../../support/search-fixture.ts'

const { quick, schema } = SEARCH_PARAMETERS.q
/** Texts of all kinds that normalising and counting treat differently. */
const PIECES = [
  ...'aZ 9"<&\t\n\u3000\u00a0é가한',
  'e\u0301',
  'ﬁ',
  '\u1100\u1161',
  '😀',
  '\ud800',
  '\udc00',
  '数组',
  'ｆｕｌｌ',
]

t.test('what is taken without the schema is what the schema would make of it', async (t) => {
  const random = seededRandom(7)
  const below = (limit: number): number => Math.floor(random() * limit)
  const texts = ['', 'a', 'ab', 'a'.repeat(200), 'a'.repeat(201), '😀'.repeat(200), '😀'.repeat(201), '  a  ', ' a b ']
  for (let n = 0; n < 5000; n++)
    texts.push(Array.from({ length: below(12) }, () => PIECES[below(PIECES.length)]).join(''))
  let taken = 0
  for (const text of texts) {
    const value = quick(text)
    const parsed = schema.safeParse(text)
    if (value === undefined) t.notOk(parsed.success, JSON.stringify(text))
    else if (parsed.data !== value) t.fail(JSON.stringify(text))
    else taken++
  }
  t.ok(taken > 1000, `${taken} of ${texts.length} were taken`)
})
