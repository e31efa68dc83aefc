import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { createAnswerCache, type AnswerName } from '../../../src/http/cache/answer-cache.ts'
import { headerLines } from '../../../src/http/wire/header-block.ts'
import { createRepresentation, sizeOf, variantOf } from '../../../src/http/cache/representation.ts'
import type { Representation } from '../../../src/http/cache/representation.ts'

const LIMIT_BYTES = 1024 * 1024
const COMMON = headerLines([])

function answer(length: number): Representation {
  const body = new Uint8Array(length).fill(0x61)
  return createRepresentation({ status: 200, mediaType: 'text/plain', body, cacheControl: 'no-store' }, COMMON)
}

const name = (key: string, variant = 0): AnswerName => ({ key, variant })

t.test('an alias leads to an answer from the second request on', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  const kept = answer(10)
  cache.keep(name('key'), kept, 1)
  t.equal(cache.find(1, '/a?x'), undefined)
  t.equal(cache.findByName('key', 0, 1, '/a?x'), kept)
  t.equal(cache.find(1, '/a?x'), kept)
})

t.test(
  'answers of one key are told apart by their variants, and requests alike by the places of their routes',
  async (t) => {
    const cache = createAnswerCache(LIMIT_BYTES, () => 1)
    const kept = [0, 1, 2].map((variant) => answer(10 + variant))
    for (const [variant, each] of kept.entries()) cache.keep(name('key', variant), each, 1)
    for (const [variant, each] of kept.entries()) t.equal(cache.findByName('key', variant, 10 + variant, 'x'), each)
    for (const [variant, each] of kept.entries()) t.equal(cache.find(10 + variant, 'x'), each)
    t.equal(cache.findByName('key', 3, 1, 'x'), undefined)
    t.equal(cache.find(1, 'x'), undefined)
  },
)

t.test('what is kept again takes the place of what was kept before', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  const first = answer(1000)
  cache.keep(name('key'), first, 1)
  const { sizeBytes } = cache
  cache.findByName('key', 0, 1, 'x')
  const second = answer(1000)
  cache.keep(name('key'), second, 1)
  t.equal(cache.entryCount, 1)
  t.equal(cache.find(1, 'x'), second, 'the request leads to it')
  t.equal(cache.findByName('key', 0, 1, 'x'), second)
  t.equal(cache.find(1, 'x'), second)
  cache.pin(name('text'), first, 1)
  cache.pin(name('text'), second, 1)
  t.equal(cache.findByName('text', 0, 1, 'y'), second)
  t.ok(cache.sizeBytes < sizeBytes + 1000)
})

t.test('the memory of all answers stays within the limit and the least recently used go first', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  cache.keep(name('hot'), answer(1000), 1)
  for (let count = 0; count < 5000; count++) {
    cache.keep(name(`key ${count}`), answer(1000), 1)
    cache.findByName('hot', 0, 1, `/hot?${count}`)
    if (cache.sizeBytes > LIMIT_BYTES) t.fail(`${cache.sizeBytes} bytes are kept`)
  }
  t.ok(cache.find(1, '/hot?4999'))
  t.equal(cache.findByName('key 0', 0, 1, 'a'), undefined)
  t.ok(cache.findByName('key 4999', 0, 1, 'b'))
})

t.test('an answer that would push out most others is not kept', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  cache.keep(name('large'), answer(LIMIT_BYTES / 2), 1)
  t.equal(cache.findByName('large', 0, 1, 'a'), undefined)
})

t.test('a new generation drops every answer, the pinned ones too', async (t) => {
  let generation = 1
  const cache = createAnswerCache(LIMIT_BYTES, () => generation)
  cache.keep(name('key'), answer(10), 1)
  cache.pin(name('text'), answer(10), 1)
  cache.findByName('key', 0, 1, 'alias')
  generation = 2
  t.equal(cache.find(1, 'alias'), undefined)
  t.equal(cache.findByName('key', 0, 1, 'alias'), undefined)
  t.equal(cache.findByName('text', 0, 1, 'alias'), undefined)
})

t.test('an answer made from an older generation is not kept', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 2)
  cache.keep(name('key'), answer(10), 1)
  cache.pin(name('text'), answer(10), 1)
  t.equal(cache.findByName('key', 0, 1, 'a'), undefined)
  t.equal(cache.findByName('text', 0, 1, 'a'), undefined)
})

t.test('a limit of nothing keeps nothing but what is pinned', async (t) => {
  const cache = createAnswerCache(0, () => 1)
  cache.keep(name('key'), answer(10), 1)
  cache.pin(name('text'), answer(10), 1)
  t.equal(cache.findByName('key', 0, 1, 'a'), undefined)
  t.ok(cache.findByName('text', 0, 1, 'b'))
})

t.test('a coding that was added counts', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  const kept = answer(2000)
  cache.keep(name('key'), kept, 1)
  const before = cache.sizeBytes
  const size = sizeOf(kept)
  await variantOf(kept, 'gzip', (grown) => cache.regrow(grown))
  t.ok(sizeOf(kept) > size)
  t.equal(cache.sizeBytes - before, sizeOf(kept) - size)
})

t.test('what is lent is kept as a copy when it is asked for again', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  const passing = answer(1000)
  cache.keepCopy(name('key'), passing, 1, false)
  t.equal(cache.findByName('key', 0, 1, '/a?x'), undefined, 'once')
  t.equal(cache.sizeBytes, 0)
  cache.keepCopy(name('key'), passing, 1, false)
  passing.identity.bytes.fill(0)
  const found = cache.findByName('key', 0, 1, '/a?x')
  t.strictSame(found, answer(1000), 'twice')
  t.equal(cache.find(1, '/a?x'), found)
  t.equal(cache.findByName('key', 0, 1, '/b?x'), found)
})

t.test('what is lent to several at once is kept', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  cache.keepCopy(name('key'), answer(1000), 1, true)
  t.strictSame(cache.findByName('key', 0, 1, '/a?x'), answer(1000))
})

t.test('a key that is a piece of a long text does not hold the whole of it', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  collect()
  const before = process.memoryUsage().heapUsed
  const ENTRIES = 500
  for (let n = 0; n < ENTRIES; n++) {
    const long = Buffer.alloc(30_000, `${n} installs the server `).toString('latin1')
    cache.keepCopy(name(long.slice(0, 20 + (n % 10))), answer(100), 1, true)
    cache.keep(name(long.slice(30, 60)), answer(100), 1)
  }
  collect()
  t.equal(cache.entryCount, 2 * ENTRIES)
  t.ok(process.memoryUsage().heapUsed - before < 2 * LIMIT_BYTES)
})

t.test('queries that are asked once do not push out what is asked for again', async (t) => {
  const cache = createAnswerCache(LIMIT_BYTES, () => 1)
  for (let times = 0; times < 2; times++) cache.keepCopy(name('again'), answer(1000), 1, false)
  const again = cache.findByName('again', 0, 1, '/again')
  t.ok(again)
  const before = cache.sizeBytes
  for (let count = 0; count < 5000; count++) cache.keepCopy(name(`key ${count}`), answer(1000), 1, false)
  t.ok(cache.sizeBytes - before < 10_000, 'they hold nothing, but for hashes that meet')
  t.equal(cache.find(1, '/again'), again)
})

t.test('a copy of an older generation is neither kept nor found', async (t) => {
  let generation = 1
  const cache = createAnswerCache(LIMIT_BYTES, () => generation)
  cache.keepCopy(name('key'), answer(10), 1, true)
  t.ok(cache.findByName('key', 0, 1, 'a'))
  generation = 2
  cache.keepCopy(name('late'), answer(10), 1, true)
  t.equal(cache.findByName('key', 0, 1, 'a'), undefined)
  t.equal(cache.findByName('late', 0, 1, 'b'), undefined)
})

t.test('what was asked for in one generation is kept at once in the next', async (t) => {
  let generation = 1
  const cache = createAnswerCache(LIMIT_BYTES, () => generation)
  cache.keepCopy(name('key'), answer(10), 1, false)
  generation = 2
  cache.keepCopy(name('key'), answer(20), 2, false)
  t.strictSame(cache.findByName('key', 0, 1, 'a'), answer(20))
})
