import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '../src/shared/locale.ts'
import { listFamilies, listLocales, MARKDOWN_FAMILY, readPart } from './corpus.ts'
import type { PathRange } from './load/load.ts'
import { writeMarkdownTree } from './load/markdown-tree.ts'
import { composeQueries } from './load/query-stream.ts'
import { UsageError, type BenchOptions } from './options.ts'
import { progress } from './report.ts'

/** Origin without the port, which differs in each process. An index belongs to one origin. */
export const DOCS_ENV = { DOCS_URL: 'http://localhost:4000' }
const QUERY_SEED = 20_240_608

/** A cycle of queries, in which each query repeats only after all others. */
export interface QueryCircle {
  /** @returns the next queries, without advancing. `pass` advances. */
  next(count: number): { readonly queries: readonly string[]; readonly range: PathRange }
  pass(count: number): void
  readonly pathOf: (query: string) => string
  readonly remove: () => Promise<void>
}

/** @returns a content folder as it is, or the largest family of a corpus, written as Markdown */
export async function chooseContent({
  corpus,
  locales,
}: BenchOptions): Promise<{ readonly content: string; readonly locale: Locale }> {
  const family = listFamilies(corpus)[0]
  if (family === undefined) throw new UsageError(`no documents in ${corpus}`)
  const locale = listLocales(corpus, family).find((known) => locales.includes(known))
  if (locale === undefined) throw new UsageError(`no such locale in ${corpus}`)
  if (family === MARKDOWN_FAMILY) return { content: corpus, locale }
  progress(`writing ${family} ${locale} as Markdown`)
  return { content: await writeMarkdownTree(corpus, family, locale), locale }
}

/** @returns the cycle of queries, and the number of pages of the content */
export async function composeCircle(
  content: string,
  locale: Locale,
  count: number,
): Promise<{ readonly circle: QueryCircle; readonly pages: number }> {
  const { documents } = await readPart(content, MARKDOWN_FAMILY, locale)
  progress(`composing queries of ${documents.length} titles`)
  const titles = documents.map((document) => document.title)
  const all = composeQueries(titles, count, QUERY_SEED)
  const pathOf = (query: string): string => `/api/search?locale=${locale}&q=${encodeURIComponent(query)}`
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-paths-'))
  const file = join(folder, 'paths')
  await writeFile(file, all.map(pathOf).join('\n'))
  let place = 0
  const circle: QueryCircle = {
    next(wanted) {
      if (wanted > all.length) throw new Error(`there are ${all.length} queries, not ${wanted}`)
      if (place + wanted > all.length) place = 0
      return { queries: all.slice(place, place + wanted), range: { file, skip: place, count: wanted } }
    },
    pass: (passed) => void (place += passed),
    pathOf,
    remove: () => rm(folder, { recursive: true }),
  }
  return { circle, pages: documents.length }
}
