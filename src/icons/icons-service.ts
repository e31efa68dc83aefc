import type { IconExtension } from './icon-record.ts'
import type { Answer } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'

/** Filters of a query: ids that exist in the catalogue; null allows any. */
export interface IconFilters {
  readonly category: string | null
  readonly style: string | null
  readonly set: string | null
  readonly format: IconExtension | null
}

export interface IconQuery extends IconFilters {
  /** Normalised text (`normaliseQuery`); `''` browses in a stable order. */
  readonly query: string
  /** Number from 1 to 100. */
  readonly limit: number
  /** Number from 0 to 10,000. */
  readonly offset: number
  /** Whether the answer counts the matches by the values of the filters. */
  readonly facets?: boolean
}

/** Numbers of matches by the values of one filter, without that filter itself. Values without a match are missing. */
export type FacetCounts = readonly { readonly value: string; readonly count: number }[]

export interface IconAsset {
  readonly mediaType: string
  /** SHA-256 of the uncompressed file, in hex. */
  readonly sha256: string
  readonly bytes: Uint8Array
  /** Absent when compression does not pay (PNG, .lottie). */
  readonly br?: Uint8Array
  readonly gzip?: Uint8Array
}

export interface Guide {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly markdown: string
}

/** Values of the filters, for validation and for people. */
export interface IconFacets {
  readonly categories: readonly { readonly id: string; readonly title: string; readonly icons: number }[]
  readonly sets: readonly {
    readonly id: string
    readonly title: string
    readonly icons: number
    readonly records: number
  }[]
  readonly styles: readonly string[]
  readonly formats: readonly IconExtension[]
}

/**
 * The services that the icons host needs from the rest of the process. One instance serves one listener thread. Every
 * answer comes from a single generation of the content. JSON comes as bytes, ready to be sent.
 */
export interface IconsService {
  readonly generation: number
  /** Hash of the current generation's icons and guides. It is equal wherever the same is served. */
  readonly content: string
  readonly facets: IconFacets
  /** Answers `{query, total, limit, offset, results: [IconRecord + score]}` (choices §3), and `facets` if they are asked for. `aborted` tells whether anyone still waits. */
  search(query: IconQuery, aborted: () => boolean): Promise<Answer<Uint8Array>>
  /** Packs everything of a query except its text into one number above 0. It identifies the answer together with the text. */
  shapeOf(query: Omit<IconQuery, 'query'>): number
  /** Searches like `search`, without a promise and without a copy. `waiter` may be called before this returns. */
  ask(query: string, shape: number, waiter: SearchWaiter): void
  /** Answers up to `limit` names and words that begin with the prefix: `{prefix, suggestions: [{text, icons}]}`. */
  suggest(prefix: string, limit: number): Promise<Answer<Uint8Array>>
  /** One IconRecord from memory; null when no record has the id. */
  icon(id: string): Uint8Array | null
  /** A file of an icon; null when it does not exist. */
  asset(id: string, ext: IconExtension): Promise<Answer<IconAsset | null>>
  /** The whole of `catalog.json`, with the facts needed to send it. */
  catalog(): Promise<Answer<IconAsset>>
  /** Bodies of `/api/v1/sets` and `/api/v1/categories`. */
  readonly setsJson: Uint8Array
  readonly categoriesJson: Uint8Array
  /** Guides without `markdown`, in the order of their front matter `order`, then of their slugs. */
  readonly guides: readonly Omit<Guide, 'markdown'>[]
  guide(slug: string): Guide | null
  /** Answers matching guides, best first: `{query, total, results: [{slug, title, description, url, score}]}`. */
  searchGuides(query: string, limit: number, aborted: () => boolean): Promise<Answer<Uint8Array>>
}
