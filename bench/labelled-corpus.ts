import { existsSync, readFileSync } from 'node:fs'
import { labelPages } from '../src/docs/links/page-labels.ts'
import { readContent } from '../src/docs/read-content.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'
import { normaliseTitle } from '../src/engine/text/normalise-title.ts'
import { LOCALES, type Locale } from '../src/shared/locale.ts'
import type { CorpusPart, KnownItem } from './corpus-part.ts'
import { readPart } from './corpus.ts'
import { createOwnEngine } from './own-engine.ts'
import { rankOfFirstRelevant } from './quality.ts'

/** Indexes among which the queries of links are dealt, so that each lacks the labels of few of them. */
const FOLDS = 6

/** Reads a tree of content with its links, and the queries of each locale from `<queries>.<locale>.queries.jsonl`. */
export async function readTree(folder: string, queries: string): Promise<Map<Locale, CorpusPart>> {
  const content = await readContent(folder)
  const parts = new Map<Locale, CorpusPart>()
  for (const [locale, { pages }] of content.locales) {
    const file = `${queries}.${locale}.queries.jsonl`
    if (!existsSync(file)) continue
    const labels = labelPages(content, locale)
    const documents = pages.map((page) => ({
      ...page,
      ...labels.get(page.path),
      description: page.description ?? '',
    }))
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    parts.set(locale, { documents, queries: lines.map((line) => JSON.parse(line) as KnownItem) })
  }
  return parts
}

/** Reads the parts of a family, with the titles of other locales beside those of a page. */
export async function readLabelledFamily(corpus: string, family: string): Promise<Map<Locale, CorpusPart>> {
  const parts = new Map<Locale, CorpusPart>()
  for (const locale of LOCALES) parts.set(locale, await readPart(corpus, family, locale))
  const titles = [...parts].map(([locale, { documents }]) => {
    return { locale, byPath: new Map(documents.map(({ path, title }) => [path, title])) }
  })
  return new Map(
    [...parts].map(([locale, { documents, queries }]) => {
      const others = titles.filter((other) => other.locale !== locale)
      const named = documents.map((page) => {
        const otherTitles = others.flatMap(({ byPath }) => byPath.get(page.path) ?? [])
        return { ...page, otherTitles: otherTitles.filter((title) => title !== page.title) }
      })
      return [locale, { documents: named, queries }]
    }),
  )
}

/** @returns the rank of the first relevant page for each query, 0 for none. Queries that are the text of a link are asked where it is no label of their page. */
export function ranksOf({ documents, queries }: CorpusPart, locale: Locale): number[] {
  const hasLinks = documents.some(({ links = [] }) => links.length > 0)
  const folds = queries.map(({ kind }, i) => (hasLinks && kind === 'anchor' ? 1 + (i % FOLDS) : 0))
  const ranks: number[] = []
  for (const fold of new Set(folds)) {
    const own = queries.flatMap((item, i) => (folds[i] === fold ? [{ item, i }] : []))
    const engine = createOwnEngine('auto')
    engine.build(
      fold === 0
        ? documents
        : without(
            documents,
            own.map(({ item }) => item),
          ),
      locale,
    )
    for (const { i, item } of own) ranks[i] = rankOfFirstRelevant(engine.search(item.query), item.relevant)
  }
  return ranks
}

function without(documents: readonly SearchDocument[], items: readonly KnownItem[]): SearchDocument[] {
  const asked = new Set(
    items.flatMap(({ query, relevant }) => relevant.map((path) => `${path}\n${normaliseTitle(query)}`)),
  )
  return documents.map((page) => {
    const links = (page.links ?? []).filter(({ text }) => !asked.has(`${page.path}\n${normaliseTitle(text)}`))
    return { ...page, links }
  })
}
