import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { catalogFile } from '../icons/catalog-file.ts'
import type { Catalogue } from '../icons/catalogue.ts'
import { facetsOf, facetTable, searchEntries } from '../icons/publish.ts'
import { guideFor } from '../icons/guides.ts'
import type { Guide } from '../icons/icons-service.ts'
import { listSuggestions } from '../icons/suggestions.ts'
import { buildIndex } from '../engine/build/build.ts'
import { buildCatalogueIndex } from '../engine/catalogue/catalogue-index.ts'
import { FALLBACK_LOCALE } from '../shared/locale.ts'
import { ICON_TEXTS, type BuiltIcons } from './generation.ts'
import { inMemory } from './records/in-memory.ts'
import { packRecords, type NewRecord } from './records/pack-records.ts'

/** Brotli's default for text, 11, takes ten times as long and saves only a twentieth. */
const BROTLI_QUALITY = 9

/**
 * Builds from a catalogue all data that is searched and served beside its assets. This takes a second or two of a thread, so no
 * result is kept on disk.
 */
export function buildIcons(catalogue: Catalogue, written: readonly Guide[], siteUrl: string): BuiltIcons {
  const guides = written.map((guide) => guideFor(guide, siteUrl))
  const facets = facetsOf(catalogue)
  const file = Buffer.from(catalogFile(catalogue, siteUrl))
  const text = (key: string, body: string | Uint8Array): NewRecord => ({ key, meta: '', body })
  return {
    siteUrl,
    catalogue: buildCatalogueIndex(
      searchEntries(catalogue, siteUrl),
      facetTable(facets),
      catalogue.synonyms,
      catalogue.knownWords,
      catalogue.nearby,
    ),
    guidesIndex: buildIndex(
      guides.map(({ description, markdown, slug, title }) => ({
        path: slug,
        title,
        description,
        section: '',
        sections: [{ heading: '', anchor: '', text: markdown }],
      })),
      { locale: FALLBACK_LOCALE },
    ),
    texts: inMemory(
      packRecords([
        text(ICON_TEXTS.catalog, file),
        text(
          ICON_TEXTS.catalogBrotli,
          brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
        ),
        text(ICON_TEXTS.catalogGzip, gzipSync(file, { level: constants.Z_BEST_COMPRESSION })),
        text(ICON_TEXTS.facets, JSON.stringify(facets)),
        text(ICON_TEXTS.sets, JSON.stringify({ sets: catalogue.sets })),
        text(ICON_TEXTS.categories, JSON.stringify({ categories: catalogue.categories })),
        text(ICON_TEXTS.suggestions, JSON.stringify(listSuggestions(catalogue))),
        text(ICON_TEXTS.guides, JSON.stringify(guides)),
      ]),
    ),
  }
}
