import t from 'tap'
import { readStrictForm } from '../../../src/http/wire/form.ts'

const NAMES = ['grant_type', 'scope'] as const
const read = (text: string) => readStrictForm(new TextEncoder().encode(text), NAMES)

for (const [what, text, values] of [
  ['both', 'grant_type=a%20b&scope=c+d', { grant_type: 'a b', scope: 'c d' }],
  ['coded names', 'grant%5Ftype=a', { grant_type: 'a', scope: '' }],
  ['none', '', { grant_type: '', scope: '' }],
  ['names without a value', 'scope&grant_type=', { grant_type: '', scope: '' }],
  ['equals signs in a value', 'scope=a=b==', { grant_type: '', scope: 'a=b==' }],
  ['others that come again', 'x=1&scope=a&x=2&&', { grant_type: '', scope: 'a' }],
  ['coded characters of every length', 'scope=%C3%A9%E4%BD%A0%F0%9F%98%80', { grant_type: '', scope: 'é你😀' }],
  ['characters that are not coded', 'scope=你', { grant_type: '', scope: '你' }],
  ['names of members that every object has', '__proto__=1&toString=2', { grant_type: '', scope: '' }],
] as const) {
  t.test(`a form with ${what} is read`, async (t) => {
    t.same(read(text), { ok: true, value: values })
  })
}

for (const [what, text, fault] of [
  ['a name twice before a percent sign that encodes nothing', 'scope=a&scope=b&x=%zz', { code: 'repeated' }],
  ['a percent sign that encodes nothing before a name twice', 'x=%zz&scope=a&scope=b', { code: 'coding' }],
  ['a name twice', 'scope=a&scope=a', { code: 'repeated', detail: 'The parameter scope may be given only once.' }],
  [
    'a name twice, once coded',
    'scope=a&%73cope=',
    { code: 'repeated', detail: 'The parameter scope may be given only once.' },
  ],
  ['a percent sign that encodes nothing', 'scope=%zz', { code: 'coding' }],
  ['a percent sign at the end', 'scope=%4', { code: 'coding' }],
  ['a percent sign that encodes nothing in a name that nobody asked for', '%g0=1', { code: 'coding' }],
  ['coded bytes that are not UTF-8', 'scope=%ff', { code: 'coding' }],
  ['half of a pair of surrogates', 'scope=%ED%A0%80', { code: 'coding' }],
  ['more parameters than anyone needs', '&'.repeat(200), { code: 'too-many' }],
] as const) {
  t.test(`a form with ${what} is refused`, async (t) => {
    t.match(read(text), { ok: false, ...fault })
  })
}

t.test('a body that is not UTF-8 is refused', async (t) => {
  t.match(readStrictForm(Buffer.from('scope=\xff', 'latin1'), NAMES), { ok: false, code: 'coding' })
})

t.test('a raw query string is read as a form is', async (t) => {
  t.same(readStrictForm('scope=a&state=%2B', ['state']), { ok: true, value: { state: '+' } })
})
