import t from 'tap'
import { outlivedKids, signingKeyAt, toAccountKey, type AccountKey } from '../../src/tokens/account-key.ts'
import { generateSigningKey } from '../../src/tokens/signing-key.ts'

const LIFE_MS = 700

function key(kid: string, activeFromMs: number): AccountKey {
  return { kid, activeFromMs, privateJwk: {}, publicJwk: {} }
}

t.test('the last key to have become active signs, in whatever order the keys come', (t) => {
  const keys = [key('a', 100), key('b', 200), key('c', 300)]
  for (const order of [keys, keys.toReversed(), [keys[1]!, keys[2]!, keys[0]!]]) {
    t.equal(signingKeyAt(order, 100)?.kid, 'a')
    t.equal(signingKeyAt(order, 199)?.kid, 'a')
    t.equal(signingKeyAt(order, 200)?.kid, 'b')
    t.equal(signingKeyAt(order, 9999)?.kid, 'c')
    t.equal(signingKeyAt(order, 50)?.kid, 'a', 'a clock that is behind takes the first')
  }
  t.equal(signingKeyAt([], 100), null)
  t.end()
})

t.test('of keys that became active at once, all nodes take the same one', (t) => {
  const keys = [key('b', 100), key('a', 100)]
  for (const nowMs of [100, 500]) {
    t.equal(signingKeyAt(keys, nowMs)?.kid, signingKeyAt(keys.toReversed(), nowMs)?.kid)
  }
  t.end()
})

t.test('a key is needed until the last token that it has signed has expired', (t) => {
  const keys = [key('a', 100), key('b', 1000), key('c', 5000)]
  t.strictSame(outlivedKids(keys, 1000 + LIFE_MS - 1, LIFE_MS), [])
  t.strictSame(outlivedKids(keys, 1000 + LIFE_MS, LIFE_MS), ['a'])
  t.strictSame(outlivedKids(keys, 5000 + LIFE_MS, LIFE_MS), ['a', 'b'])
  t.strictSame(outlivedKids([key('a', 100)], 1e9, LIFE_MS), [], 'the one that signs stays')
  t.strictSame(outlivedKids([key('a', 100), key('b', 100)], 100 + LIFE_MS - 1, LIFE_MS), [])
  const rest = outlivedKids([key('a', 100), key('b', 100)], 100 + LIFE_MS, LIFE_MS)
  t.equal(rest.length, 1)
  t.not(rest[0], signingKeyAt([key('a', 100), key('b', 100)], 100 + LIFE_MS)?.kid)
  t.end()
})

t.test('a key from the store is the key that went there, and nothing else is one', async (t) => {
  const { kid, privateJwk, publicJwk } = await generateSigningKey()
  const dates = { createdAt: new Date(), activeFrom: new Date(1234) }
  t.strictSame(await toAccountKey({ kid: 'whatever', privateJwk, ...dates }), {
    kid,
    privateJwk,
    publicJwk,
    activeFromMs: 1234,
  })
  const { x = '', y = '' } = (await generateSigningKey()).publicJwk
  await t.rejects(toAccountKey({ kid, privateJwk: publicJwk, ...dates }), { name: 'KeyError' })
  await t.rejects(toAccountKey({ kid, privateJwk: { ...privateJwk, x, y }, ...dates }), {
    name: 'KeyError',
  })
})
