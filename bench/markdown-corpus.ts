import { readContent } from '../src/docs/read-content.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import type { Locale } from '../src/shared/locale.ts'
import type { CorpusPart, KnownItem } from './corpus-part.ts'
import { shuffle } from './timing.ts'

/** Queries of one kind; more titles and headings than this are drawn from at random, the same in every run. */
const QUERIES_PER_KIND = 400
const SEED = 20_240_609
/** A text such as the heading "Usage" stands on too many pages to ask for one of them. */
const PAGES_LIMIT = 3

/** A content folder as the service reads it, with its own titles and headings as known-item queries. */
export async function readMarkdownFamily(contentDir: string, locale: Locale): Promise<CorpusPart> {
  const content = await readContent(contentDir)
  const pages = content.locales.get(locale)?.pages ?? []
  const documents = pages.map(({ path, title, description, section, sections }): SearchDocument => {
    return { path, title, description: description ?? '', section, sections }
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
