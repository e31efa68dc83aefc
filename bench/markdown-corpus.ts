import { labelPages } from '../src/docs/links/page-labels.ts'
import { readContent } from '../src/docs/read-content.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import type { Locale } from '../src/shared/locale.ts'
import type { CorpusPart, KnownItem } from './corpus-part.ts'
import { shuffle } from './timing.ts'

/** Number of queries of one kind. From more titles or headings a random sample is taken, the same in every run. */
const QUERIES_PER_KIND = 400
const SEED = 20_240_609
/** Most pages on which the text of a query may occur. A text such as the heading "Usage" is on too many to identify one. */
const PAGES_LIMIT = 3

/** Contents of folders that were read before. Nothing that calls this changes a folder after it was read. */
const contents = new Map<string, ReturnType<typeof readContent>>()

/** Reads a content folder once, as the service does. Its titles and headings become known-item queries. */
export async function readMarkdownFamily(contentDir: string, locale: Locale): Promise<CorpusPart> {
  const reading = contents.get(contentDir) ?? readContent(contentDir)
  contents.set(contentDir, reading)
  const content = await reading
  const pages = content.locales.get(locale)?.pages ?? []
  const labels = labelPages(content, locale)
  const documents = pages.map(({ path, title, description, section, sections }): SearchDocument => {
    return { path, title, description: description ?? '', section, sections, ...labels.get(path) }
  })
  const queries = [
    ...knownItems('title', documents, ({ title }) => [title]),
    ...knownItems('heading', documents, ({ sections }) => sections.map(({ heading }) => heading)),
  ]
  return { documents, queries }
}

function knownItems(
  kind: string,
  documents: readonly SearchDocument[],
  textsOf: (document: SearchDocument) => readonly string[],
): KnownItem[] {
  const pathsByText = new Map<string, Set<string>>()
  for (const document of documents) {
    for (const text of textsOf(document)) {
      if (text === '') continue
      const paths = pathsByText.get(text) ?? new Set()
      pathsByText.set(text, paths.add(document.path))
    }
  }
  const items = [...pathsByText]
    .filter(([, paths]) => paths.size <= PAGES_LIMIT)
    .map(([query, paths]) => ({ query, relevant: [...paths], kind }))
  return shuffle(items, SEED).slice(0, QUERIES_PER_KIND)
}
