import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { normaliseQuery, normaliseText, normalised, toStreamSafe } from '../../src/shared/normalise-query.ts'

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
  const marks = '\u0315\u0300\u0327\uff9e'.repeat(50)
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
  t.equal(normalised(`b${marks}`, 'NFKC').length, 1 + 200 + 6)
  for (const text of ['', 'plain', '\uac01\u1112\u1161\u11ab', `e${'\u0301'.repeat(30)}`, '\ud83d\ude00'])
    t.equal(toStreamSafe(text), text)
  t.equal(normalised('e\u0301\uff21', 'NFKC'), '\u00e9A')
  t.end()
})

/** Files that normalise texts of which something else bounds the length, and what that is. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/shared/normalise-query.ts': 'it is the one place for texts of any length',
  'src/engine/build/collect.ts': 'the text has been made stream-safe',
  'src/engine/build/places.ts': 'the text has been made stream-safe',
  'src/engine/query/matcher.ts': 'texts of the index have been made stream-safe',
  'src/account/users/password-rules.ts': 'the length of a password',
  'src/account/users/email.ts': 'the length of an address',
  'src/account/content/words.ts': 'the length of a name or description',
  'src/icons/suggestions.ts': 'the length of a name or tag',
  'src/icons/build/tags.ts': 'the length of a name or tag',
  'src/hosts/docs/cards/set-text.ts': 'TEXT_LIMIT_CHARS of a card',
  'src/hosts/docs/pages/mcp-install.ts': 'the length of a name of a site',
  'src/docs/files/file-address.ts': 'the length of a path',
  'src/docs/sources/config/text-function.ts': 'TEXT_LIMIT_CHARS of an expression',
}

t.test('texts are normalised in one place, or are bounded otherwise', (t) => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const normalising = files
    .filter((file) => /\.[jt]s$/.test(file) && !file.startsWith('web/static/'))
    .map((file) => `src/${file}`)
    .filter((file) => readFileSync(file, 'utf8').includes('.normalize('))
  t.strictSame(normalising.toSorted(), Object.keys(BOUNDED).toSorted())
  t.end()
})
