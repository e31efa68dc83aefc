import t from 'tap'
import { bearerToken, claimedIssuer, isCanonicalBase64url } from '../../src/tokens/bearer.ts'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

t.test('the credentials of Bearer are what follows the scheme', async (t) => {
  for (const [field, token] of [
    ['Bearer a.b.c', 'a.b.c'],
    ['bEARER   a.b.c  ', 'a.b.c'],
    ['Bearer a b', 'a b'],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearer    ', null],
    ['Bearera.b.c', null],
    ['Basic a.b.c', null],
    ['X Bearer a.b.c', null],
    ['', null],
    [`Bearer a${' '.repeat(30_000)}b`, `a${' '.repeat(30_000)}b`],
  ] as const) {
    t.equal(bearerToken(field), token, field.slice(0, 20))
  }
})

t.test('the issuer is read from three parts alone, and from nothing that is not an object with a string', async (t) => {
  const payload = encode({ iss: 'https://a.example' })
  t.equal(claimedIssuer(`x.${payload}.y`), 'https://a.example')
  t.equal(claimedIssuer(`.${payload}.`), 'https://a.example')
  for (const token of [
    `x.${payload}`,
    `x.${payload}.y.z`,
    payload,
    'x..y',
    `x.${encode({ iss: 1 })}.y`,
    `x.${encode(['iss'])}.y`,
    `x.${encode(null)}.y`,
    `x.${encode('iss')}.y`,
    `x.${payload.slice(0, -3)}.y`,
    `${'x'.repeat(9000)}.${payload}.y`,
    `x.${Buffer.from(`{"iss":"https://a.example","a":${'['.repeat(64)}${']'.repeat(64)}}`).toString('base64url')}.y`,
  ]) {
    t.equal(claimedIssuer(token), null, token.slice(0, 30))
  }
})

t.test('of the texts that decode to the same bytes one is canonical', async (t) => {
  for (const bytes of [1, 2, 3, 64]) {
    const text = Buffer.alloc(bytes, 0xa5).toString('base64url')
    t.ok(isCanonicalBase64url(text))
    const same = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => text.slice(0, -1) + last)
      .filter((other) => Buffer.from(other, 'base64url').equals(Buffer.alloc(bytes, 0xa5)))
    t.strictSame(same.filter(isCanonicalBase64url), [text], `${same.length} texts of ${bytes} bytes`)
  }
  for (const text of ['', 'A', 'AAAAA', 'AA==', 'A+A', 'A/A', 'AA\n', ' AA', 'ÄÄ'])
    t.notOk(isCanonicalBase64url(text), text)
})
