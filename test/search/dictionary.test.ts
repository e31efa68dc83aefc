import t from 'tap'
import { hashText } from '../../src/search/hash.ts'
import { page, pathsOf, searcherOf } from '../support/search-fixture.ts'

t.test('words of one length and one hash are still different words', async (t) => {
  const [first, second] = ['wdprhblhz', 'nznrdg7pk']
  t.equal(hashText(first), hashText(second))
  const searcher = searcherOf([page('a', 'One', first), page('b', 'Two', second)])
  t.same(pathsOf(searcher, `${first} .`), ['a'])
  t.same(pathsOf(searcher, `${second} .`), ['b'])
})
