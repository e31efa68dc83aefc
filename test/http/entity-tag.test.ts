import t from 'tap'
import { digestOf, entityTag, matchesEntityTag } from '../../src/http/entity-tag.ts'

const digest = digestOf(new TextEncoder().encode('body'))

t.test('equal bodies have equal tags and each coding has its own', async (t) => {
  t.equal(digestOf(new TextEncoder().encode('body')), digest)
  t.not(digestOf(new TextEncoder().encode('bodY')), digest)
  t.equal(new Set((['identity', 'br', 'gzip'] as const).map((coding) => entityTag(digest, coding))).size, 3)
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
