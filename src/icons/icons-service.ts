import type { IconExtension } from './icon-record.ts'
import type { Answer } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'

/** Filters are ids that exist in the catalogue; null: any. */
export interface IconFilters {
  readonly category: string | null
  readonly style: string | null
  readonly set: string | null
  readonly format: IconExtension | null
}

export interface IconQuery extends IconFilters {
  /** Normalised (`normaliseQuery`); `''` browses in a stable order. */
  readonly query: string
  /** 1 to 100. */
  readonly limit: number
  /** 0 to 10,000. */
  readonly offset: number
}

export interface IconAsset {
  readonly mediaType: string
  /** Of the uncompressed file, hex. */
  readonly sha256: string
  readonly bytes: Uint8Array
  readonly br?: Uint8Array
  readonly gzip?: Uint8Array
}

export interface Guide {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly markdown: string
}

/** What filters may be, for validation and for people. */
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
 * What the icons host needs from the rest of the process. One instance serves one listener thread. Every answer is wholly of
 * one generation of the content. JSON comes as bytes, ready to be sent.
 */
export interface IconsService {
  readonly generation: number
  /** Milliseconds since the epoch. */
  readonly builtAt: number
  readonly facets: IconFacets
  /** `{query, total, limit, offset, results: [IconRecord + score]}` (choices §3). `aborted` tells whether anyone still waits. */
  search(query: IconQuery, aborted: () => boolean): Promise<Answer<Uint8Array>>
  /** Everything of a query but its text, packed into one number above 0: it names the answer together with the text. */
  shapeOf(query: Omit<IconQuery, 'query'>): number
  /** Does what `search` does without a promise and without a copy. `waiter` may be called before this returns. */
  ask(query: string, shape: number, waiter: SearchWaiter): void
  /** Up to `limit` names and words that begin with the prefix: `{prefix, suggestions: [{text, icons}]}`. */
  suggest(prefix: string, limit: number): Promise<Answer<Uint8Array>>
  /** One IconRecord; null when no record has the id. Read from memory, hence at once. */
  icon(id: string): Uint8Array | null
  /** Null when there is no such file. */
  asset(id: string, ext: IconExtension): Promise<Answer<IconAsset | null>>
  /** `catalog.json`, whole, with what it takes to send it. */
  catalog(): Promise<Answer<IconAsset>>
  /** Bodies of `/api/v1/sets` and `/api/v1/categories`. */
  readonly setsJson: Uint8Array
  readonly categoriesJson: Uint8Array
  /** In the order of their front matter `order`, then of their slugs. Without `markdown`. */
  readonly guides: readonly Omit<Guide, 'markdown'>[]
  guide(slug: string): Guide | null
  /** Guides that match, best first: `{query, total, results: [{slug, title, description, url, score}]}`. */
  searchGuides(query: string, limit: number, aborted: () => boolean): Promise<Answer<Uint8Array>>
}
