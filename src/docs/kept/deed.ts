import type { ContentFault, ContentPage } from '../content.ts'
import type { ServedFile } from '../files/serve-file.ts'
import type { LinkNotes } from '../links/page-links.ts'

/** What the reading of a page did to its source beside giving a page and faults. */
export type Deed =
  | { readonly kind: 'left out'; readonly file: string; readonly why: string }
  /** The text of a file that was read for the page; '': there is none. */
  | { readonly kind: 'uses'; readonly file: string; readonly hash: string }
  | { readonly kind: 'changes'; readonly timeMs: number }
  | { readonly kind: 'links'; readonly notes: LinkNotes }
  /** A file of the content to which the page leads, and what is served of it. */
  | { readonly kind: 'placed'; readonly file: string; readonly served: ServedFile }

/** All that came of reading one page, as data: it can be kept, sent to another thread, and done again. */
export interface PageReading {
  /** Null: the file is left out. */
  readonly page: ContentPage | null
  readonly deeds: readonly Deed[]
  readonly faults: readonly ContentFault[]
  /** Faults of the folder of the source. */
  readonly moreFaults: readonly ContentFault[]
}
