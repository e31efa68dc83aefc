import t from 'tap'
import { facetsOf, facetTable, searchEntries } from '../../../src/icons/publish.ts'
import { buildCatalogueIndex } from '../../../src/engine/catalogue/catalogue-index.ts'
import { createCatalogueSearcher } from '../../../src/engine/catalogue/catalogue-searcher.ts'
import { chooseKernel } from '../../../src/engine/native/kernels.ts'
import { normaliseQuery } from '../../../src/shared/normalise-query.ts'
import { openOwnCatalogue } from '../../support/own-catalogue.ts'
import {
  FILTERED_ICON_SEARCH_CASES,
  ICON_SEARCH_CASES,
  UNFINDABLE_FILTERED,
  UNFINDABLE_QUERIES,
  type FilteredIconSearchCase,
} from './icon-search-cases.ts'

/** Number of first results among which one must match the query. */
const HEAD = 3

const { catalogue } = openOwnCatalogue(t)
const table = facetTable(facetsOf(catalogue))
const searcher = createCatalogueSearcher(
  buildCatalogueIndex(
    searchEntries(catalogue, 'http://icons.example'),
    table,
    catalogue.synonyms,
    catalogue.knownWords,
  ),
  (index, synonyms) => chooseKernel('auto').createScorer(index, synonyms),
)
const records = new Map(
  catalogue.icons.flatMap(({ key, records: styles }) => styles.map((record) => [record.id, { key, record }])),
)

function search(query: string, filters: FilteredIconSearchCase['filters'] = {}) {
  const wanted = [filters.category, filters.style, filters.set, filters.format].map((value, facet) =>
    value === undefined ? -1 : table[facet]!.indexOf(value),
  )
  const { ids, total } = searcher.search({ query: normaliseQuery(query), limit: 100, offset: 0, wanted })
  return { total, found: ids.map((id) => records.get(id)!) }
}

function isExpected(key: string, expected: readonly string[]): boolean {
  return expected.some((glob) => new RegExp(`^${glob.split('*').map(escape).join('.*')}$`).test(key))
}

function escape(text: string): string {
  return text.replaceAll(/[^a-z0-9-]/g, (character) => `\\${character}`)
}

for (const { expect, locale, query } of ICON_SEARCH_CASES) {
  t.test(`"${query}" (${locale}) finds it in the first three results`, (t) => {
    const keys = search(query)
      .found.slice(0, HEAD)
      .map(({ key }) => key)
    t.ok(
      keys.some((key) => isExpected(key, expect)),
      `${keys.join(', ')}; wanted ${expect.join(' or ')}`,
    )
    t.end()
  })
}

for (const { expect, filters, query } of FILTERED_ICON_SEARCH_CASES) {
  t.test(`"${query}" with ${JSON.stringify(filters)} finds it among what passes the filters`, (t) => {
    const { found } = search(query, filters)
    const keys = found.slice(0, HEAD).map(({ key }) => key)
    t.ok(
      keys.some((key) => isExpected(key, expect)),
      `${keys.join(', ')}; wanted ${expect.join(' or ')}`,
    )
    for (const { record } of found) {
      const { category, format, set, style } = filters
      const passes =
        (category === undefined || record.category === category) &&
        (style === undefined || record.style === style) &&
        (set === undefined || record.set === set) &&
        (format === undefined || record.formats.some(({ ext }) => ext === format))
      if (!passes) t.fail(`${record.id} does not pass`)
    }
    t.end()
  })
}

t.test('what no icon is called finds nothing', (t) => {
  for (const query of UNFINDABLE_QUERIES) t.equal(search(query).total, 0, query)
  for (const { filters, query } of UNFINDABLE_FILTERED)
    t.equal(search(query, filters).total, 0, JSON.stringify({ query, filters }))
  t.end()
})

t.test('every icon is found first, or beside icons of the same name, by its own name', (t) => {
  for (const { key, records: styles } of catalogue.icons) {
    const name = styles[0]!.name.replaceAll('-', ' ')
    const { found } = search(name)
    const other = found.findIndex(({ record }) => record.name !== styles[0]!.name)
    const first = found.slice(0, Math.max(HEAD, other)).map((hit) => hit.key)
    if (!first.includes(key)) t.fail(`"${name}" gives ${first.join(', ')} before ${key}`)
  }
  t.end()
})
