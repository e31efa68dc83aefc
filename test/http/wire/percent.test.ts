import t from 'tap'
import { decodeFormPart, decodeFormPercent } from '../../../src/http/wire/percent.ts'

const DECODED: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['', ''],
  ['%41%42', 'AB'],
  ['%e4%b8%ad', '中'],
  ['%E4%B8%AD', '中'],
  ['中%20文', '中 文'],
  ['%F0%9F%98%80', '😀'],
  ['%25', '%'],
  ['%2541', '%41'],
  ['%00', '\0'],
  ['a+b', 'a b'],
  ['%EF%BF%BD', '\uFFFD'],
  ['%EF%BB%BFx', '\uFEFFx'],
]

const MALFORMED = [
  '%',
  '%4',
  '%zz',
  '%g0',
  'a%',
  '%80',
  '%C0%AF',
  '%ED%A0%80',
  '%F5%80%80%80',
  '%E4%B8',
  '\uFFFD',
  '%20\uFFFD',
  '%E4%B8%AD\uFFFD',
  '%E4%B8%AD%4',
  '%FF',
  '%%41',
]

for (const [raw, text] of DECODED) {
  t.test(`${JSON.stringify(raw)} decodes to ${JSON.stringify(text)}`, async (t) => {
    t.equal(decodeFormPercent(raw), text)
  })
}

for (const raw of MALFORMED) {
  t.test(`${JSON.stringify(raw)} is malformed`, async (t) => {
    t.equal(decodeFormPercent(raw), null)
  })
}

t.test('a plus sign is a space in a query string and an encoded one a plus sign', async (t) => {
  t.equal(decodeFormPercent('a+b%2Bc'), 'a b+c')
  t.equal(decodeFormPercent('+%E4%B8%AD+%2B'), ' 中 +')
})

t.test('a part is decoded as if it stood alone', async (t) => {
  for (const [raw, text] of DECODED) t.equal(decodeFormPart(`%41${raw}%42`, 3, 3 + raw.length), text, raw)
  for (const raw of MALFORMED) t.equal(decodeFormPart(`41${raw}41`, 2, 2 + raw.length), null, raw)
})

t.test('long texts are decoded as short ones are', async (t) => {
  for (const [raw, text] of DECODED)
    t.equal(decodeFormPercent(`${'a+'.repeat(600)}${raw}`), `${'a '.repeat(600)}${text}`)
  for (const raw of MALFORMED) t.equal(decodeFormPercent(`${'a+'.repeat(600)}${raw}`), null)
})

t.test('decoding is the inverse of encodeURIComponent', async (t) => {
  for (let code = 0; code < 0x11_0000; code += 97) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const text = String.fromCodePoint(code)
    if (decodeFormPercent(encodeURIComponent(text)) !== text) t.fail(`U+${code.toString(16)} does not come back`)
  }
})
