import t from 'tap'
import { readForm, readFormText } from '../../../src/http/wire/form.ts'

const NAMES = ['grant_type', 'scope'] as const
const read = (text: string) => readForm(new TextEncoder().encode(text), NAMES)

for (const [what, text, values] of [
  ['both', 'grant_type=a%20b&scope=c+d', { grant_type: 'a b', scope: 'c d' }],
  ['coded names', 'grant%5Ftype=a', { grant_type: 'a', scope: '' }],
  ['none', '', { grant_type: '', scope: '' }],
  ['names without a value', 'scope&grant_type=', { grant_type: '', scope: '' }],
  ['equals signs in a value', 'scope=a=b==', { grant_type: '', scope: 'a=b==' }],
  ['others that come again', 'x=1&scope=a&x=2&&', { grant_type: '', scope: 'a' }],
  ['coded signs of every length', 'scope=%C3%A9%E4%BD%A0%F0%9F%98%80', { grant_type: '', scope: 'é你😀' }],
  ['signs that are not coded', 'scope=你', { grant_type: '', scope: '你' }],
  ['names of members that every object has', '__proto__=1&toString=2', { grant_type: '', scope: '' }],
] as const) {
  t.test(`a form with ${what} is read`, async (t) => {
    t.same(read(text), { ok: true, values })
  })
}

for (const [what, text, fault] of [
  ['a name twice', 'scope=a&scope=a', { reason: 'repeated', name: 'scope' }],
  ['a name twice, once coded', 'scope=a&%73cope=', { reason: 'repeated', name: 'scope' }],
  ['a percent sign that encodes nothing', 'scope=%zz', { reason: 'coding' }],
  ['a percent sign at the end', 'scope=%4', { reason: 'coding' }],
  ['a percent sign that encodes nothing in a name that nobody asked for', '%g0=1', { reason: 'coding' }],
  ['coded bytes that are not UTF-8', 'scope=%ff', { reason: 'coding' }],
  ['half of a pair of surrogates', 'scope=%ED%A0%80', { reason: 'coding' }],
  ['more parameters than anyone needs', '&'.repeat(200), { reason: 'too-many' }],
] as const) {
  t.test(`a form with ${what} is refused`, async (t) => {
    t.match(read(text), { ok: false, fault })
  })
}

t.test('a body that is not UTF-8 is refused', async (t) => {
  t.match(readForm(Buffer.from('scope=\xff', 'latin1'), NAMES), { ok: false, fault: { reason: 'coding' } })
})

t.test('a raw query string is read as a form is', async (t) => {
  t.same(readFormText('scope=a&state=%2B', ['state']), { ok: true, values: { state: '+' } })
})
