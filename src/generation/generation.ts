import type { CatalogueIndexParts } from '../engine/catalogue/catalogue-index.ts'
import type { ExtractParts } from '../engine/index/extracts.ts'
import type { Locale } from '../shared/locale.ts'
import type { RecordStoreParts } from './records/record-store.ts'

/** What a generation lacks, as public health checks name it. Reasons, paths and lines are told on the metrics port alone. */
export type DegradedCode = ContentCode | FollowedCode

type ContentCode = 'content_fault' | 'icons_fault' | 'incomplete_build'

/** A node that is late with what is published is not ready. One that cannot read the pointer does not know whether it is. */
type FollowedCode = 'generation_lag' | 'icons_lag' | 'pointer_fault'

/**
 * One immutable state of the content with all data built from it. It passes through `postMessage` without a copy: the buffers are
 * shared, and the descriptors stay open in the process until the main thread closes them.
 */
export interface Generation extends DocsParts {
  /** Number that grows in this process with every change of documentation or icons. */
  readonly number: number
  /** Icons; null where the icons host is not served, or has none yet. */
  readonly icons: IconParts | null
}

/** Documentation of a generation. It has no locales where the docs host is not served, or has none yet. */
export interface DocsParts {
  /** Number that grows with every build, and the name of its folder in `DATA_DIR/generations`. */
  readonly number: number
  /** Hash of everything that is served of it, in hexadecimal digits: see `content-hash.ts`. Empty without the docs host. */
  readonly content: string
  /** Reasons why these pages are not all that the content has; empty if they are. */
  readonly degraded: readonly DegradedCode[]
  /** `DOCS_URL` under which it is served. */
  readonly siteUrl: string
  readonly locales: ReadonlyMap<Locale, LocaleParts>
  /** Texts by `TextName` and `navKey()`. Origins in them are `ORIGIN_MARK`. */
  readonly texts: RecordStoreParts
  readonly files: FileParts
}

/** Files beside pages. */
export interface FileParts {
  /** See `file-record.ts`, by address. They are in memory, so that they outlive the descriptors of their generation. */
  readonly records: RecordStoreParts
  /** Folder of the file store with their bytes. */
  readonly folder: string
}

/** Icons of a generation: what is built from a catalogue, and the catalogue's assets. */
export interface IconParts extends BuiltIcons {
  /** Fingerprint of everything on which the icons depend. */
  readonly fingerprint: string
  /** Hash of what is served: the catalogue and the guides. It does not depend on code, times or folders. */
  readonly content: string
  /** Assets; see `catalogue-folder.ts`. */
  readonly assets: RecordStoreParts
}

/** What is searched and served beside the assets. It is in memory, so the next generation takes it over where nothing changed. */
export interface BuiltIcons {
  /** `ICONS_URL` under which it is served. */
  readonly siteUrl: string
  /** Catalogue for `createCatalogueSearcher`. */
  readonly catalogue: CatalogueIndexParts
  /** Index of the guides for `openIndex`; paths are slugs. */
  readonly guidesIndex: SharedArrayBuffer
  /** Texts by `ICON_TEXTS`. */
  readonly texts: RecordStoreParts
}

export interface LocaleParts {
  /** Index for `openIndex`: of the pages of the default version and those without versions. */
  readonly index: SharedArrayBuffer
  /** The same of the other versions, by `versionNumber`. */
  readonly versions: ReadonlyMap<number, SharedArrayBuffer>
  /** Extracts of each index, by `versionNumber`; 0: of the default version. */
  readonly extracts: ReadonlyMap<number, ExtractParts>
  /** `PageMeta` and Markdown, by page path. */
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

/** Key of what the hosts know of `site.yaml` among the texts: `SiteRecord` as JSON. It is absent where that changes nothing. */
export const SITE_KEY = 'site.json'

/** Key among the texts for the paths of the pages of `/llms-full.txt` in their order, as JSON. */
export const FULL_ORDER_KEY = 'llms-full.json'

/** Key among the texts for the page that an address of the site leads to (`siteAddressKey`): `[locale, path]` as JSON. */
export function addressKey(key: string): string {
  return `address ${key}`
}

/**
 * Key of a locale's navigation among the texts: a JSON array of NavSection.
 *
 * @param version `versionNumber` of the version
 */
export function navKey(locale: Locale, version = 0): string {
  return version === 0 ? `${locale}/nav.json` : `${locale}/nav.${version}.json`
}

/** Key among the texts for the paths of a page in its versions: names of versions and paths, in pairs, as JSON. */
export function alikeKey(locale: Locale, path: string): string {
  return `alike ${locale} ${path}`
}
