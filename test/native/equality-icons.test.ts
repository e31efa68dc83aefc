import t from 'tap'
import { facetsOf, facetTable, searchEntries } from '../../src/icons/publish.ts'
import { createByteWriter } from '../../src/engine/index/byte-writer.ts'
import { buildCatalogueIndex, type CatalogueEntry } from '../../src/engine/catalogue/catalogue-index.ts'
import { createCatalogueSearcher, type CatalogueQuery } from '../../src/engine/catalogue/catalogue-searcher.ts'
import type { SearchDocument } from '../../src/engine/index/document.ts'
import { createNativeScorer } from '../../src/engine/native/native-scorer.ts'
import { ICON_SEARCH_CASES } from '../engine/catalogue/icon-search-cases.ts'
import { openOwnCatalogue } from '../support/own-catalogue.ts'
import { page, seededRandom } from '../support/search-fixture.ts'
import { LONG, SEED } from './compare-searchers.ts'
import { withAddon } from './native-addon.ts'
import { createQueryMaker } from './random-queries.ts'

t.setTimeout(1_200_000)

const QUERIES = 6000
const LIMITS = [1, 20, 100]
const OFFSETS = [0, 0, 0, 5, 100]

/** Texts from which queries are made: the names of an icon in all languages, and its tags. */
function textsOf({ aliases, category, localNames, name, tags }: CatalogueEntry): SearchDocument {
  return page(name, name, [...localNames, ...aliases, ...tags].join(' '), { description: category })
}

withAddon((addon) => {
  t.test('both engines give the same bytes for the icons that come with the project', (t) => {
    const { catalogue } = openOwnCatalogue(t)
    const facets = facetTable(facetsOf(catalogue))
    const entries = searchEntries(catalogue, 'http://icons.example')
    const parts = buildCatalogueIndex(entries, facets, catalogue.synonyms, catalogue.knownWords)
    const javascript = createCatalogueSearcher(parts)
    const native = createCatalogueSearcher(parts, (index, synonyms) => createNativeScorer(addon, index, synonyms))
    const random = seededRandom(SEED)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const makeQuery = createQueryMaker(
      { documents: entries.map(textsOf), queries: ICON_SEARCH_CASES.map(({ query }) => query) },
      random,
    )
    const ours = createByteWriter()
    const theirs = createByteWriter()
    let matches = 0
    for (let i = 0; i < QUERIES * LONG; i++) {
      const wanted = facets.map((values) => (random() < 0.15 ? Math.floor(random() * values.length) : -1))
      const query: CatalogueQuery = { query: makeQuery(), limit: pick(LIMITS), offset: pick(OFFSETS), wanted }
      ours.length = 0
      theirs.length = 0
      javascript.writeAnswer(query, ours)
      native.writeAnswer(query, theirs)
      const expected = Buffer.from(ours.bytes.buffer, 0, ours.length)
      const found = Buffer.from(theirs.bytes.buffer, 0, theirs.length)
      if (expected.includes('"score":')) matches++
      if (expected.equals(found)) continue
      t.equal(found.toString(), expected.toString(), 'the bytes', { seed: SEED, number: i, ...query })
      break
    }
    t.ok(matches > 0, `${matches} of ${QUERIES * LONG} queries have results, all the same`)
    t.end()
  })
})
