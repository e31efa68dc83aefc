import type { Locale } from '../shared/locale.ts'
import { buildDeletions } from './deletions.ts'
import { buildDisplay } from './display.ts'
import { buildPostings } from './postings.ts'
import { buildSigns, buildSurfaces, buildTermHash, numberTerms } from './dictionary-build.ts'
import { buildTitles } from './titles.ts'
import { collect } from './collect.ts'
import type { SearchDocument, SynonymTable } from './document.ts'
import { packIndex, PARTITION_PAGES } from './layout.ts'
import { IMPACT, type ImpactWeights } from './scoring.ts'

export interface BuildOptions {
  readonly locale: Locale
  /** Origin that the `url` and `markdownUrl` of results begin with; no slash at its end. */
  readonly siteUrl: string
  readonly synonyms?: SynonymTable
  /** What the fields are worth; default those of documentation. */
  readonly impact?: ImpactWeights
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Builds the index of one locale: immutable, in one SharedArrayBuffer that every thread maps without a copy (its parts:
 * `layout.ts`). Documents may come in any order; pages are numbered by path, compared by code unit, which is what breaks
 * ties in the rank.
 */
export function buildIndex(documents: readonly SearchDocument[], options: BuildOptions): SharedArrayBuffer {
  const pages = documents.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  const collection = collect(pages, options.onProgress)
  const order = numberTerms(collection)
  const surfaces = buildSurfaces(collection, order)
  return packIndex(
    {
      locale: options.locale,
      siteUrl: options.siteUrl,
      pageCount: pages.length,
      partitionCount: Math.max(1, Math.ceil(pages.length / PARTITION_PAGES)),
      termCount: collection.termTexts.length,
      synonyms: options.synonyms ?? [],
    },
    {
      ...buildTermHash(collection.termTexts, order.newNumber),
      ...buildPostings(collection, order, options.impact ?? IMPACT),
      ...surfaces,
      ...buildDeletions(surfaces.surfaceStarts, surfaces.surfaceUnits),
      ...buildSigns(collection.termTexts, order),
      ...buildTitles(pages, collection, order.newNumber),
      ...buildDisplay(pages),
    },
  )
}
