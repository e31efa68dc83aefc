// Whether the first icon that a search finds for an everyday word is one that fits it.
import t from 'tap'
import { buildCatalogueIndex } from '../../src/engine/catalogue/catalogue-index.ts'
import { createCatalogueSearcher } from '../../src/engine/catalogue/catalogue-searcher.ts'
import { facetsOf, facetTable, searchEntries } from '../../src/icons/publish.ts'
import { openOwnCatalogue } from '../support/own-catalogue.ts'
import { EVERYDAY_WORDS } from './everyday-words.ts'

/** Parts of names of icons that show the opposite of a thing, or that it is missing. */
const NEGATIONS = ['off', 'slash', 'remove', 'minus', 'x', 'cancel']

const { catalogue } = openOwnCatalogue(t)
const facets = facetTable(facetsOf(catalogue))
const searcher = createCatalogueSearcher(
  buildCatalogueIndex(searchEntries(catalogue, 'http://icons.test'), facets, catalogue.synonyms, catalogue.knownWords),
)
const records = new Map(catalogue.icons.flatMap(({ records }) => records.map((record) => [record.id, record] as const)))

function firstFor(query: string): string | null {
  return searcher.search({ query, limit: 1, offset: 0, wanted: facets.map(() => -1) }).ids[0] ?? null
}

function isFitting(id: string | null, fits: string): boolean {
  const record = records.get(id ?? '')
  if (record === undefined) return false
  const names = [record.name, ...record.aliases].map((name) => ` ${name.replaceAll('-', ' ')} `)
  if (NEGATIONS.some((word) => names[0]?.includes(` ${word} `))) return false
  return fits.split(', ').some((fit) => names.some((name) => name.includes(` ${fit} `)))
}

const LANGUAGES = ['English', 'Chinese', 'Korean'] as const

for (const [column, language] of LANGUAGES.entries()) {
  t.test(`95 of 100 everyday words in ${language} find a fitting icon first`, (t) => {
    const missed = EVERYDAY_WORDS.filter((row) => !isFitting(firstFor(row[column] ?? ''), row[3]))
    const open = missed.filter((row) => EVERYDAY_WORDS.indexOf(row) % 2 === 0)
    const named = open.map((row) => `${row[column]} → ${firstFor(row[column] ?? '') ?? 'nothing'}`)
    const hits = EVERYDAY_WORDS.length - missed.length
    t.comment(`${hits} of ${EVERYDAY_WORDS.length}; closed words missed: ${missed.length - open.length}`)
    t.ok(hits >= 95, `${hits} of ${EVERYDAY_WORDS.length}; open words missed: ${named.join(', ')}`)
    t.end()
  })
}
