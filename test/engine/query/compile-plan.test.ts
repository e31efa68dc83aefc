import t from 'tap'
import { createByteWriter } from '../../../src/engine/index/byte-writer.ts'
import { page, searcherOf } from '../../support/search-fixture.ts'

t.test('a word on every page gives scores that are numbers, however many rare words stand beside it', async (t) => {
  const rare = Array.from({ length: 30 }, (_, i) => `q${String.fromCharCode(97 + (i % 26))}${i}`)
  const pages = Array.from({ length: 16_000 }, (_, i) =>
    page(`p${i}`, i < 10 ? rare.slice(3 * i, 3 * i + 3).join(' ') : 'b', 'zz filler text that is here'),
  )
  const out = createByteWriter()
  searcherOf(pages).writeAnswer({ query: `${rare.join(' ')} zz`, locale: 'en', limit: 50 }, out)
  const answer = JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString())
  t.equal(answer.total, 16_000)
  t.equal(answer.results.length, 50)
  t.ok(answer.results.every(({ score }: { score: number }) => score > 0))
})
