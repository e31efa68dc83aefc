import type { Checksum } from '../shared/checksum.ts'
import type { Locale } from '../shared/locale.ts'
import type { Page } from './page.ts'
import type { Answer, Refusal } from '../shared/result.ts'

export interface SearchQuery {
  /** Already normalised: NFKC, trimmed, white space collapsed, 2 to 200 code points. */
  readonly query: string
  readonly locale: Locale
  /** 1 to 50. */
  readonly limit: number
  /** Adds `highlights` and `anchor` to every result. */
  readonly highlights: boolean
}

/** Someone who waits for the answer to a query. */
export interface SearchWaiter {
  /**
   * The JSON bytes of a SearchResponse and their checksum, both overwritten once this has returned. The bytes' offset is a
   * multiple of eight.
   */
  answered(bytes: Uint8Array, checksum: Checksum): void
  refused(refusal: Refusal): void
  /** Whether it waits no longer. */
  aborted(): boolean
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
  /** As `search`, without the cost of a promise and of a copy. `waiter` may be called before this returns. */
  ask(query: SearchQuery, waiter: SearchWaiter): void
  /** The page in the locale, or in English when the locale lacks it; null when neither has it. */
  page(locale: Locale, path: string): Promise<Answer<Page | null>>
  /** The page as a whole HTML document for people; null when there is no such page. */
  html(locale: Locale, path: string): Promise<Answer<{ locale: Locale; bytes: Uint8Array } | null>>
  /** One of the text indexes, whole, as UTF-8. */
  text(name: TextName): Promise<Answer<Uint8Array>>
}
