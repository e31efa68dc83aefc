import t from 'tap'
import {
  buildCatalogueIndex,
  FACET_VALUES,
  type CatalogueEntry,
} from '../../../src/engine/catalogue/catalogue-index.ts'
import { createByteWriter } from '../../../src/engine/index/byte-writer.ts'
import {
  createCatalogueSearcher,
  type CatalogueQuery,
  type CatalogueSearcher,
} from '../../../src/engine/catalogue/catalogue-searcher.ts'

const WORDS = ['cloud', 'rain', 'sun', 'arrow', 'home', 'bell', 'heart', 'star', 'moon', 'wind']
const COLOURS = ['red', 'green', 'blue']
const SIZES = ['small', 'large']

/** Entries with names of two words. Every third entry has a second variant. Facets: colour (of a variant), size. */
const ENTRIES: readonly CatalogueEntry[] = Array.from({ length: 200 }, (_, n) => {
  const variant = (v: number) => ({
    id: `entry-${n}-${v}`,
    json: JSON.stringify({ id: `entry-${n}-${v}`, note: '“✓”' }),
    facets: [[(n + v) % 3], v === 0 ? [0] : [0, 1]],
  })
  return {
    name: `${WORDS[n % 10]} ${WORDS[Math.floor(n / 10) % 10]}`,
    localNames: n === 8 ? ['돋보기'] : [],
    aliases: n === 7 ? ['magnifying glass', '돋보기'] : [],
    category: 'things',
    tags: n % 5 === 0 ? ['delete'] : [],
    variants: n % 3 === 0 ? [variant(0), variant(1)] : [variant(0)],
  }
})

function open(synonyms: readonly (readonly string[])[] = []) {
  return createCatalogueSearcher(buildCatalogueIndex(ENTRIES, [COLOURS, SIZES], synonyms))
}

function ask(query: string, rest: Partial<CatalogueQuery> = {}): CatalogueQuery {
  return { query, limit: 100, offset: 0, wanted: [-1, -1], ...rest }
}

type Facets = Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>

function answerOf(searcher: CatalogueSearcher, query: CatalogueQuery): object {
  const out = createByteWriter()
  searcher.writeAnswer(query, out)
  return JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString()) as object
}

t.test('a known word that no entry has finds nothing, and is no typo of another', (t) => {
  const known = ['bell', 'bells', 'train', 'mood', 'glass']
  const parts = buildCatalogueIndex(ENTRIES, [COLOURS, SIZES], [['moon', 'mood']], known)
  const searcher = createCatalogueSearcher(parts)
  t.ok(open().search(ask('train')).total > 0, 'without a list it is a typo of rain')
  t.equal(searcher.search(ask('train')).total, 0)
  t.equal(searcher.search(ask('trains')).total, 0, 'nor is another form of it')
  t.equal(searcher.search(ask('rian')).total, open().search(ask('rian')).total, 'what is no word may be a typo')
  t.equal(searcher.search(ask('train cloud')).total, searcher.search(ask('cloud')).total, 'others are still looked for')
  t.ok(searcher.search(ask('mood')).total > 0, 'a synonym stands for what entries have')
  t.end()
})

t.test('without a query everything is listed in the order of the catalogue', (t) => {
  const { ids, total } = open().search(ask(''))
  t.equal(total, 200)
  t.strictSame(
    ids,
    ENTRIES.slice(0, 100).map(({ variants }) => variants[0]!.id),
  )
  t.end()
})

t.test('total counts exactly what matches all words, else what matches any', (t) => {
  const searcher = open()
  const having = (...words: string[]): number =>
    ENTRIES.filter(({ name }) => words.every((word) => name.split(' ').includes(word))).length
  t.equal(searcher.search(ask('cloud')).total, having('cloud'))
  t.equal(searcher.search(ask('cloud rain')).total, having('cloud', 'rain'))
  t.equal(searcher.search(ask('cloud qqqqqq')).total, having('cloud'), 'no entry has both, so any')
  t.equal(searcher.search(ask('qqqqqq')).total, 0)
  t.equal(searcher.search(ask('!!')).total, 0)
  t.end()
})

t.test('pages of results are whole and never overlap', (t) => {
  const searcher = open()
  for (const query of ['', 'cloud', 'delete', 'star moon']) {
    const all: string[] = []
    const { total } = searcher.search(ask(query))
    for (let offset = 0; offset < total + 7; offset += 7) {
      all.push(...searcher.search(ask(query, { limit: 7, offset })).ids)
    }
    t.equal(all.length, total, query)
    t.equal(new Set(all).size, total, query)
  }
  t.end()
})

t.test('filters leave what passes, shown in its best variant that does', (t) => {
  const searcher = open()
  for (const [colour] of COLOURS.entries()) {
    for (const size of [-1, 0, 1]) {
      const expected = ENTRIES.flatMap(({ variants }) => {
        const best = variants.find(
          ({ facets }) => facets[0]!.includes(colour) && (size === -1 || facets[1]!.includes(size)),
        )
        return best === undefined ? [] : [best.id]
      })
      const found = searcher.search(ask('', { wanted: [colour, size] }))
      t.equal(found.total, expected.length)
      t.strictSame(found.ids, expected.slice(0, 100))
    }
  }
  t.end()
})

t.test('a count of a facet is the total of the same query with that value', (t) => {
  const searcher = open()
  const names = ['category', 'style']
  const tables = [COLOURS, SIZES]
  for (const query of ['', 'cloud', 'rain cloud', 'rain delete', 'qqzzxx', 'bell bells train']) {
    for (const wanted of [
      [-1, -1],
      [0, -1],
      [-1, 1],
      [2, 1],
    ]) {
      const { facets } = answerOf(searcher, ask(query, { wanted, facets: true })) as { facets: Facets }
      for (const [facet, values] of tables.entries()) {
        const expected = values.flatMap((value, at) => {
          const { total } = searcher.search(ask(query, { wanted: wanted.with(facet, at) }))
          return total === 0 ? [] : [{ value, count: total }]
        })
        t.strictSame(facets[names[facet]!], expected, `${query} ${wanted.join()} ${names[facet]}`)
      }
    }
  }
  t.notOk('facets' in answerOf(searcher, ask('cloud')), 'only where it is asked for')
  t.end()
})

t.test('an entry that is called as the query comes before those that only have the word', (t) => {
  const searcher = open([['delete', 'sun sun']])
  t.equal(searcher.search(ask('magnifying glass')).ids[0], 'entry-7-0', 'by an alias')
  t.strictSame(searcher.search(ask('돋보기')).ids, ['entry-8-0', 'entry-7-0'], 'the name itself comes before an alias')
  t.equal(searcher.search(ask('arrow arrow')).ids[0], 'entry-33-0', 'by its name')
  t.equal(searcher.search(ask('delete')).ids[0], 'entry-22-0', 'by a synonym of its name')
  t.end()
})

t.test('the answer is JSON of the variants, with scores that fall', (t) => {
  const searcher = open()
  const out = createByteWriter(16)
  searcher.writeAnswer(ask('rain "q"', { limit: 9, offset: 2 }), out)
  const answer = JSON.parse(Buffer.from(out.bytes.subarray(0, out.length)).toString()) as {
    results: { id: string; note: string; score: number }[]
  }
  t.match(answer, { query: 'rain "q"', limit: 9, offset: 2, total: searcher.search(ask('rain "q"')).total })
  t.strictSame(
    answer.results.map(({ id }) => id),
    searcher.search(ask('rain "q"', { limit: 9, offset: 2 })).ids,
  )
  t.ok(answer.results.every(({ note }) => note === '“✓”'))
  const scores = answer.results.map(({ score }) => score)
  t.strictSame(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  t.ok(scores.every((score) => score > 0 && Number.isFinite(score)))
  t.end()
})

t.test('a facet with more values than fit its bits is refused', (t) => {
  const many = Array.from({ length: FACET_VALUES + 1 }, (_, n) => `value-${n}`)
  t.throws(() => buildCatalogueIndex(ENTRIES, [many], []), RangeError)
  t.end()
})
