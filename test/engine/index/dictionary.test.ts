import t from 'tap'
import { hashText } from '../../../src/engine/text/hash.ts'
import { page, pathsOf, searcherOf } from '../../support/search-fixture.ts'

t.test(
  'in a small tree a word on one page alone is completed and mended, in a large one it may be a slip',
  async (t) => {
    const small = [page('a', 'Deploy', 'Runs on kubernetes.'), page('b', 'Other', 'text')]
    const many = Array.from({ length: 170 }, (_, i) =>
      page(`many/${i}`, 'Many', Array.from({ length: 100 }, (_, j) => `filler${i * 100 + j}`).join(' ')),
    )
    for (const query of ['kuber', 'kubrenetes .']) {
      t.same(pathsOf(searcherOf(small), query), ['a'], query)
      t.same(pathsOf(searcherOf([...small, ...many]), query), [], query)
    }
  },
)

t.test('words of one length and one hash are still different words', async (t) => {
  const [first, second] = ['wdprhblhz', 'nznrdg7pk']
  t.equal(hashText(first), hashText(second))
  const searcher = searcherOf([page('a', 'One', first), page('b', 'Two', second)])
  t.same(pathsOf(searcher, `${first} .`), ['a'])
  t.same(pathsOf(searcher, `${second} .`), ['b'])
})
