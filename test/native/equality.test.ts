import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { CorpusPart } from '../../bench/corpus-part.ts'
import { readPart } from '../../bench/corpus.ts'
import type { LinkLabel, SearchDocument } from '../../src/engine/index/document.ts'
import { LOCALES, type Locale } from '../../src/shared/locale.ts'
import { indexOf, seededRandom } from '../support/search-fixture.ts'
import { compareSearchers } from './compare-searchers.ts'
import { withAddon } from './native-addon.ts'

t.setTimeout(1_200_000)

const ROOT = join(import.meta.dirname, '../..')
/** The corpora of real documentation are not part of this repository. They are beside it where the engine is developed. */
const CORPUS = join(ROOT, '../shared/corpus')
const absent = existsSync(CORPUS) ? false : 'the corpus of real documentation is not beside this checkout'

const FAMILIES = [
  { name: 'own documentation', folder: join(ROOT, 'content'), family: 'content', count: 6000, skip: false },
  { name: 'corpus of GIMP', folder: CORPUS, family: 'gimp', count: 12_000, skip: absent },
  { name: 'corpus of MDN', folder: CORPUS, family: 'mdn', count: 12_000, skip: absent },
]

/** Gives the pages of a corpus without links the texts of their queries as labels. */
function withLabels({ documents, queries }: CorpusPart): readonly SearchDocument[] {
  if (documents.some(({ links = [] }) => links.length > 0)) return documents
  const random = seededRandom(7)
  const links = new Map<string, LinkLabel[]>()
  for (const { query, relevant } of queries) {
    for (const path of relevant) {
      const label = { text: query, pages: 1 + Math.floor(random() * 5) }
      links.set(path, [...(links.get(path) ?? []), label])
    }
  }
  return documents.map((page) => ({ ...page, links: links.get(page.path) ?? [], prominence: random() }))
}

withAddon((addon) => {
  for (const { count, family, folder, name, skip } of FAMILIES) {
    t.test(`both engines give the same bytes for the ${name} in all languages`, { skip }, async (t) => {
      const documents = new Map<Locale, readonly SearchDocument[]>()
      const queries: string[] = []
      for (const locale of LOCALES) {
        const part = await readPart(folder, family, locale)
        documents.set(locale, withLabels(part))
        queries.push(...part.queries.map(({ query }) => query))
      }
      compareSearchers(t, addon, {
        indexes: new Map([...documents].map(([locale, pages]) => [locale, indexOf(pages, locale)])),
        source: { documents: [...documents.values()].flat(), queries },
        count,
      })
    })
  }
})
