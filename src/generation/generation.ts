import type { CatalogueIndexParts } from '../engine/catalogue/catalogue-index.ts'
import type { Locale } from '../shared/locale.ts'
import type { RecordStoreParts } from './records/record-store.ts'

/**
 * One immutable state of the content with everything made from it. It goes through `postMessage` without a copy: the
 * buffers are shared, and the descriptors stay open in the process until the main thread closes them.
 */
export interface Generation extends DocsParts {
  /** Null where the icons host is not served. */
  readonly icons: IconParts | null
}

/** Its documentation, which is what is kept on disk under its number; without the docs host it has no locales. */
export interface DocsParts {
  /** Grows with every build; also the name of its folder under `DATA_DIR/generations`. */
  readonly number: number
  /** Milliseconds since the epoch. */
  readonly builtAt: number
  /** `DOCS_URL` that it was built for. */
  readonly siteUrl: string
  readonly locales: ReadonlyMap<Locale, LocaleParts>
  /** `TextName` and `navKey()` → text. */
  readonly texts: RecordStoreParts
}

export interface IconParts {
  /** `ICONS_URL` that it was built for. */
  readonly siteUrl: string
  /** For `createCatalogueSearcher`. */
  readonly catalogue: CatalogueIndexParts
  /** For `openIndex`; paths are slugs. */
  readonly guidesIndex: SharedArrayBuffer
  /** `ICON_TEXTS` → text. */
  readonly texts: RecordStoreParts
  /** See `catalogue-folder.ts`. */
  readonly assets: RecordStoreParts
}

export interface LocaleParts {
  /** For `openIndex`. */
  readonly index: SharedArrayBuffer
  /** Page path → `PageMeta` and Markdown. */
  readonly pages: RecordStoreParts
  readonly pageCount: number
}

/** Names of the texts of an icon catalogue in `IconParts.texts`. */
export const ICON_TEXTS = {
  catalog: 'catalog.json',
  catalogBrotli: 'catalog.json.br',
  catalogGzip: 'catalog.json.gz',
  facets: 'facets.json',
  sets: 'sets.json',
  categories: 'categories.json',
  suggestions: 'suggestions.json',
  guides: 'guides.json',
} as const

/** Where the texts keep a locale's navigation, a JSON array of NavSection. */
export function navKey(locale: Locale): string {
  return `${locale}/nav.json`
}
