import type { Locale } from '../shared/locale.ts'
import type { Page } from './page.ts'
import type { Answer } from '../shared/result.ts'
import type { SearchWaiter } from '../shared/search-waiter.ts'

export interface SearchQuery {
  /** Already normalised: NFKC, trimmed, white space collapsed, 2 to 200 code points. */
  readonly query: string
  readonly locale: Locale
  /** 1 to 50. */
  readonly limit: number
  /** Adds `highlights` and `anchor` to every result. */
  readonly highlights: boolean
}

/** The plain-text indexes for language models, each written whole when a generation is built. */
export type TextName = 'llms.txt' | 'llms-full.txt' | `${Locale}/llms.txt`

/**
 * What the docs host needs from the rest of the process. One instance serves one listener thread.
 * Every answer is wholly of one generation of the content.
 */
export interface DocsService {
  /** Number of the generation that the next call answers from; it grows with every swap. 0: none loaded yet. */
  readonly generation: number
  /** When the content of the current generation last changed (milliseconds since the epoch). */
  readonly builtAt: number
  /** The JSON bytes of a SearchResponse (interface §2.1). `aborted` tells whether anyone still waits. */
  search(query: SearchQuery, aborted: () => boolean): Promise<Answer<Uint8Array>>
  /** Everything of a query but its text, packed into one number above 0: it names the answer together with the text. */
  shapeOf(query: Omit<SearchQuery, 'query'>): number
  /** Does what `search` does without a promise and without a copy. `waiter` may be called before this returns. */
  ask(query: string, shape: number, waiter: SearchWaiter): void
  /** The page in the locale, or in English when the locale lacks it; null when neither has it. */
  page(locale: Locale, path: string): Promise<Answer<Page | null>>
  /** The page as a whole HTML document for people; null when there is no such page. */
  html(locale: Locale, path: string): Promise<Answer<{ locale: Locale; bytes: Uint8Array } | null>>
  /** One of the text indexes, whole, as UTF-8. */
  text(name: TextName): Promise<Answer<Uint8Array>>
}
