import t from 'tap'
import {
  buildCatalogueIndex,
  type CatalogueEntry,
  type NearbyWords,
} from '../../../src/engine/catalogue/catalogue-index.ts'
import { createCatalogueSearcher } from '../../../src/engine/catalogue/catalogue-searcher.ts'
import { createByteWriter } from '../../../src/engine/index/byte-writer.ts'

const NAMES = ['bone', 'cake', 'cat', 'cup', 'fish', 'leaf', 'paw', 'shell', 'ship', 'wave']

/** Entries of one word. The cat has two variants. The facet is the colour. */
const ENTRIES: readonly CatalogueEntry[] = NAMES.map((name, n) => {
  const variant = (v: number) => ({ id: `${name}-${v}`, json: JSON.stringify({ id: `${name}-${v}` }), facets: [[v]] })
  return {
    name,
    localNames: [],
    aliases: [],
    category: n === 0 ? 'things' : '',
    tags: [],
    variants: name === 'cat' ? [variant(0), variant(1)] : [variant(0)],
  }
})

const NEARBY: readonly NearbyWords[] = [
  { names: ['paw', 'cat', 'no such entry', 'bone'], words: ['giraffe', 'zoo', '长颈鹿', '-鹿', '기린'] },
  { names: ['ship', 'wave'], words: ['sailor', 'harbour', 'cruise ticket', '-boat', '水手', '항구'] },
  { names: ['wave', 'fish', 'shell', 'ship', 'leaf', 'cup', 'cake'], words: ['seaside', '海边', '바닷가'] },
]
const KNOWN = ['tailor', 'giraffes']

const searcher = createCatalogueSearcher(buildCatalogueIndex(ENTRIES, [['red', 'blue']], [], KNOWN, NEARBY))

function nearest(query: string, colour = -1): readonly string[] {
  return searcher.nearest({ query, limit: 10, offset: 0, wanted: [colour] }).map((id) => id.slice(0, -2))
}

function answerOf(query: string): object {
  const out = createByteWriter()
  searcher.writeAnswer({ query, limit: 10, offset: 0, wanted: [-1] }, out)
  return JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString()) as object
}

t.test('a word of the table gives the entries that it names, in any form and among other words', (t) => {
  const expected = ['paw', 'cat', 'bone']
  for (const query of ['giraffe', 'Giraffes', 'a tall giraffe!', '长颈鹿', '기린'])
    t.strictSame(nearest(query), expected, query)
  t.strictSame(nearest('cruise tickets'), ['ship', 'wave'], 'a phrase counts as a whole')
  t.strictSame(nearest('ticket'), [], 'and its words alone do not')
  t.end()
})

t.test('several words take turns, and there are six entries at most', (t) => {
  t.strictSame(nearest('giraffe sailor'), ['paw', 'ship', 'cat', 'wave', 'bone'])
  t.strictSame(nearest('seaside'), ['wave', 'fish', 'shell', 'ship', 'leaf', 'cup'])
  t.end()
})

t.test('of a compound its ending counts, and in Chinese and Korean a part of two signs', (t) => {
  t.strictSame(nearest('houseboat'), ['ship', 'wave'])
  t.strictSame(nearest('aboat'), [], 'an ending without a stem is none')
  t.strictSame(nearest('白唇鹿'), ['paw', 'cat', 'bone'])
  t.strictSame(nearest('老水手们'), ['ship', 'wave'])
  t.strictSame(nearest('남항구로'), ['ship', 'wave'])
  t.end()
})

t.test('a word that is known nowhere may be a typo of one of the table, and no other word may', (t) => {
  t.strictSame(nearest('girafe'), ['paw', 'cat', 'bone'])
  t.strictSame(nearest('zoe'), [], 'short words have no typos')
  t.strictSame(nearest('tailor'), [], 'a known word is meant')
  t.strictSame(nearest('jailor'), [], 'the first letter is seldom wrong')
  t.end()
})

t.test('what is near nothing has nothing nearest', (t) => {
  for (const query of ['', '!!!', 'xqzvkwj', '龘靐齉', '쀍뛟쳟', `${'no '.repeat(8)}giraffe`])
    t.strictSame(nearest(query), [], query)
  t.end()
})

t.test('the nearest entries pass the filters, with their best variant that does', (t) => {
  t.strictSame(nearest('giraffe', 1), ['cat'])
  t.strictSame(searcher.nearest({ query: 'giraffe', limit: 10, offset: 0, wanted: [1] }), ['cat-1'])
  t.end()
})

t.test('an answer has the nearest entries only where nothing matches and something is near', (t) => {
  const empty = { total: 0, limit: 10, offset: 0, results: [] }
  t.strictSame(answerOf('giraffe'), {
    query: 'giraffe',
    ...empty,
    nearest: [{ id: 'paw-0' }, { id: 'cat-0' }, { id: 'bone-0' }],
  })
  t.strictSame(answerOf('xqzvkwj'), { query: 'xqzvkwj', ...empty })
  t.notMatch(answerOf('cat giraffe'), { nearest: [] }, 'a word that matches is an answer')
  t.end()
})
