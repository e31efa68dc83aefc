import type { ContentPage } from '../content.ts'
import type { ContentFault } from '../model/content-fault.ts'
import type { ServedFile } from '../files/serve-file.ts'

/** What is known of a page once its links are resolved, for the check of all links when all pages are read. */
export interface LinkNotes {
  readonly file: string
  /** The page, and those to which its links lead, by their locales and paths. */
  readonly page: string
  readonly address: string
  readonly ids: readonly string[]
  /** Links to each page and to each heading: the page, the fragment, the target, and what its author wrote for it. */
  readonly checks: readonly (readonly [page: string, fragment: string, target: string, written: string])[]
  /** Targets that lead to no page. */
  readonly unknown: readonly string[]
}

/** What the reading of a page did to its source beside giving a page and faults. */
export type Deed =
  | { readonly kind: 'left out'; readonly file: string; readonly why: string }
  /** The text of a file that was read for the page; '': there is none. */
  | { readonly kind: 'uses'; readonly file: string; readonly hash: string }
  /** What else of the source was asked for, and the hash of what it told. */
  | { readonly kind: 'asks'; readonly what: string; readonly hash: string }
  /** What the page adds to the counts of its source. */
  | { readonly kind: 'counts'; readonly what: string; readonly number: number }
  | { readonly kind: 'changes'; readonly timeMs: number }
  | { readonly kind: 'links'; readonly notes: LinkNotes }
  /** A file of the content to which the page leads, in its state then, and what is served of it; null: it is refused. */
  | { readonly kind: 'placed'; readonly file: string; readonly state: string; readonly served: ServedFile | null }

/** All that came of reading one page, as data: it can be kept, sent to another thread, and done again. */
export interface PageReading {
  /** Null: the file is left out. */
  readonly page: ContentPage | null
  readonly deeds: readonly Deed[]
  readonly faults: readonly ContentFault[]
  /** Faults of the folder of the source. */
  readonly moreFaults: readonly ContentFault[]
}
