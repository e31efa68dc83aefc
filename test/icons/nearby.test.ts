// The table of everyday words that no icon shows, over the catalogue that comes with the project.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { buildCatalogueIndex } from '../../src/engine/catalogue/catalogue-index.ts'
import { createCatalogueSearcher } from '../../src/engine/catalogue/catalogue-searcher.ts'
import { readNearby } from '../../src/icons/build/words.ts'
import type { CatalogueFault } from '../../src/icons/catalogue.ts'
import { facetsOf, facetTable, searchEntries } from '../../src/icons/publish.ts'
import { contentTree } from '../support/content-tree.ts'
import { openOwnCatalogue } from '../support/own-catalogue.ts'

const { catalogue } = openOwnCatalogue(t)
const facets = facetTable(facetsOf(catalogue))
const { knownWords, nearby, synonyms } = catalogue
const searcher = createCatalogueSearcher(
  buildCatalogueIndex(searchEntries(catalogue, 'http://icons.test'), facets, synonyms, knownWords, nearby),
)

/** Queries that find nothing, with an icon that is among the nearest. */
const CASES: readonly (readonly [query: string, name: string])[] = [
  ['giraffe', 'paw-print'],
  ['strawberries', 'cherry'],
  ['oxygen', 'flask-conical'],
  ['grandfather', 'users'],
  ['my sandals', 'footprints'],
  ['whatsapp', 'message-circle'],
  ['飞行员', 'plane'],
  ['酱油', 'soup'],
  ['洗脸盆', 'bath'],
  ['护士', 'stethoscope'],
  ['老虎', 'cat'],
  ['선생님', 'graduation-cap'],
  ['초콜릿', 'candy'],
  ['바닷가', 'waves-horizontal'],
  ['간호사', 'hospital'],
  ['하늘', 'cloud'],
]

function ask(query: string) {
  return { query, limit: 1, offset: 0, wanted: facets.map(() => -1) }
}

t.test('every row names icons that there are, and no word of it twice', (t) => {
  const names = new Set(catalogue.icons.flatMap(({ records }) => records.map(({ name }) => name)))
  const rows = JSON.parse(
    readFileSync(new URL('../../content/icons/nearby.json', import.meta.url), 'utf8'),
  ) as readonly Record<'icons' | 'en' | 'zh' | 'ko', readonly string[]>[]
  for (const { en, icons, ko, zh } of rows) {
    t.strictSame(
      icons.filter((name) => !names.has(name)),
      [],
    )
    const words = [...en, ...zh, ...ko]
    t.equal(new Set(words).size, words.length, words.slice(0, 3).join(', '))
  }
  t.end()
})

t.test('what finds nothing has icons nearest in sense', (t) => {
  const names = new Map(catalogue.icons.flatMap(({ records }) => records.map(({ id, name }) => [id, name] as const)))
  for (const [query, name] of CASES) {
    t.equal(searcher.search(ask(query)).total, 0, `${query} finds nothing`)
    const near = searcher.nearest(ask(query)).map((id) => names.get(id))
    t.ok(near.includes(name), `${query}: ${near.join(', ')}`)
  }
  t.end()
})

t.test('without the file nothing is near, and a bad one is a fault that the build goes on without', async (t) => {
  for (const [files, expected] of [
    [{}, []],
    [{ 'icons/nearby.json': '[{"icons": [], "en": ["zoo"]}]' }, ['icons/nearby.json']],
    [{ 'icons/nearby.json': 'none' }, ['icons/nearby.json']],
  ] as const) {
    const faults: CatalogueFault[] = []
    t.strictSame(readNearby(await contentTree(t, files), faults), [])
    t.strictSame(
      faults.map(({ file }) => file),
      expected,
    )
  }
})
