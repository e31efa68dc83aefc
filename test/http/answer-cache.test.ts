import t from 'tap'
import { createAnswerCache } from '../../src/http/answer-cache.ts'
import { headerLines } from '../../src/http/header-block.ts'
import { createRepresentation, sizeOf, variantOf } from '../../src/http/representation.ts'
import type { Representation } from '../../src/http/representation.ts'
import { hashed } from '../support/hashed.ts'

const LIMIT_BYTES = 1024 * 1024
const COMMON = headerLines([])

function answer(length: number): Representation {
  const body = new Uint8Array(length).fill(0x61)
  return createRepresentation({ status: 200, mediaType: 'text/plain', body, cacheControl: 'no-store' }, COMMON)
}

t.test('an alias leads to an answer from the second request on', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  const kept = answer(10)
  cache.keep('key', kept, 1)
  t.equal(cache.find('/a?x'), undefined)
  t.equal(cache.findByKey('key', '/a?x'), kept)
  t.equal(cache.find('/a?x'), kept)
})

t.test('the memory of all answers stays within the limit and the least recently used go first', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  cache.keep('hot', answer(1000), 1)
  for (let count = 0; count < 5000; count++) {
    cache.keep(`key ${count}`, answer(1000), 1)
    cache.findByKey('hot', `/hot?${count}`)
    if (cache.sizeBytes > LIMIT_BYTES) t.fail(`${cache.sizeBytes} bytes are kept`)
  }
  t.ok(cache.find('/hot?4999'))
  t.equal(cache.findByKey('key 0', 'a'), undefined)
  t.ok(cache.findByKey('key 4999', 'b'))
})

t.test('an answer that would push out most others is not kept', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  cache.keep('large', answer(LIMIT_BYTES / 2), 1)
  t.equal(cache.findByKey('large', 'a'), undefined)
})

t.test('a new generation drops every answer, the pinned ones too', async (t) => {
  let generation = 1
  const cache = createAnswerCache(LIMIT_BYTES, () => generation)
  cache.keep('key', answer(10), 1)
  cache.pin('text', answer(10), 1)
  cache.findByKey('key', 'alias')
  generation = 2
  t.equal(cache.find('alias'), undefined)
  t.equal(cache.findByKey('key', 'alias'), undefined)
  t.equal(cache.findByKey('text', 'alias'), undefined)
})

t.test('an answer made from an older generation is not kept', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 2)
  cache.keep('key', answer(10), 1)
  cache.pin('text', answer(10), 1)
  t.equal(cache.findByKey('key', 'a'), undefined)
  t.equal(cache.findByKey('text', 'a'), undefined)
})

t.test('a limit of nothing keeps nothing but what is pinned', async (t) => {
  const cache = createAnswerCache(0, () => 1)
  cache.keep('key', answer(10), 1)
  cache.pin('text', answer(10), 1)
  t.equal(cache.findByKey('key', 'a'), undefined)
  t.ok(cache.findByKey('text', 'b'))
})

t.test('a coding that was added counts', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  const kept = answer(2000)
  cache.keep('key', kept, 1)
  const before = cache.sizeBytes
  const size = sizeOf(kept)
  await variantOf(kept, 'gzip', (grown) => cache.regrow(grown))
  t.ok(sizeOf(kept) > size)
  t.equal(cache.sizeBytes - before, sizeOf(kept) - size)
})

t.test('what is lent is kept as a copy when it is asked for again', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  const passing = answer(1000)
  cache.keepCopy(hashed('key'), passing, 1, false)
  t.equal(cache.findByKey('key', '/a?x'), undefined, 'once')
  t.equal(cache.sizeBytes, 0)
  cache.keepCopy(hashed('key'), passing, 1, false)
  passing.identity.bytes.fill(0)
  const found = cache.findByKey('key', '/a?x')
  t.strictSame(found, answer(1000), 'twice')
  t.equal(cache.find('/a?x'), found)
  t.equal(cache.findByKey('key', '/b?x'), found)
})

t.test('what is lent to several at once is kept', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  cache.keepCopy(hashed('key'), answer(1000), 1, true)
  t.strictSame(cache.findByKey('key', '/a?x'), answer(1000))
})

t.test('queries that are asked once do not push out what is asked for again', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  for (let times = 0; times < 2; times++) cache.keepCopy(hashed('again'), answer(1000), 1, false)
  const again = cache.findByKey('again', '/again')
  t.ok(again)
  const before = cache.sizeBytes
  for (let count = 0; count < 5000; count++) cache.keepCopy(hashed(`key ${count}`), answer(1000), 1, false)
  t.ok(cache.sizeBytes - before < 10_000, 'they hold nothing, but for hashes that meet')
  t.equal(cache.find('/again'), again)
})

t.test('a copy of an older generation is neither kept nor found', async (t) => {
  let generation = 1
  const cache = createAnswerCache(LIMIT_BYTES, () => generation)
  cache.keepCopy(hashed('key'), answer(10), 1, true)
  t.ok(cache.findByKey('key', 'a'))
  generation = 2
  cache.keepCopy(hashed('late'), answer(10), 1, true)
  t.equal(cache.findByKey('key', 'a'), undefined)
  t.equal(cache.findByKey('late', 'b'), undefined)
})

t.test('what was asked for in one generation is kept at once in the next', async (t) => {
  let generation = 1
  const cache = createAnswerCache(LIMIT_BYTES, () => generation)
  cache.keepCopy(hashed('key'), answer(10), 1, false)
  generation = 2
  cache.keepCopy(hashed('key'), answer(20), 2, false)
  t.strictSame(cache.findByKey('key', 'a'), answer(20))
})
