import t from 'tap'
import { digestOf, entityTag, matchesEntityTag } from '../../../src/http/wire/entity-tag.ts'

const digest = digestOf(new TextEncoder().encode('body'))

t.test('equal bodies have equal tags and each coding has its own', async (t) => {
  t.equal(digestOf(new TextEncoder().encode('body')), digest)
  t.not(digestOf(new TextEncoder().encode('bodY')), digest)
  t.equal(new Set((['identity', 'br', 'gzip'] as const).map((coding) => entityTag(digest, coding))).size, 3)
})

t.test('a digest depends on every byte and on nothing but the bytes', async (t) => {
  const memory = new Uint8Array(1100).map((_, index) => index * 31)
  for (const length of [0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 1027]) {
    const body = memory.slice(0, length)
    const plain = digestOf(body)
    t.match(plain, /^[\w-]{22}$/)
    const shifted = new Uint8Array(1100)
    for (const offset of [1, 2, 3, 4]) {
      shifted.set(body, offset)
      t.equal(digestOf(shifted.subarray(offset, offset + length)), plain, 'wherever it lies in memory')
    }
    const others = new Set([plain])
    for (let at = 0; at < length; at++) {
      const changed = body.slice()
      changed[at] = changed[at]! ^ (1 << (at % 8))
      others.add(digestOf(changed))
    }
    for (const shorter of [memory.slice(0, length + 1), new Uint8Array([...body, 0])]) others.add(digestOf(shorter))
    t.ok(others.size >= length + 2)
  }
})

for (const field of ['"a"', 'W/"a"', '*', ' "a" ', '"b", "a"', '"b",W/"a"', 'nonsense, "a"']) {
  t.test(`If-None-Match ${field} matches "a"`, async (t) => {
    t.ok(matchesEntityTag(field, '"a"'))
  })
}

for (const field of ['"b"', 'a', '"a', '"A"', 'w/"a"', '"*"', '', '"a-br"']) {
  t.test(`If-None-Match ${field} does not match "a"`, async (t) => {
    t.notOk(matchesEntityTag(field, '"a"'))
  })
}
