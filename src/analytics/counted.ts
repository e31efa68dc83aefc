import type { Locale } from '../shared/locale.ts'

/**
 * Where a search comes from: the search box, the results page and widgets; `/api/search` and tools of agents; or the search
 * of the icons host. Each has a table of its own, so that a flood in one pushes nothing out of another.
 */
export const SOURCES = ['readers', 'programs', 'icons'] as const
export type Source = (typeof SOURCES)[number]

/** One thing that is counted, `times` over. It names no person, no address and no time. */
export type Counted = { readonly times: number } & (
  | {
      readonly kind: 'search'
      readonly source: Source
      readonly locale: Locale
      /** Text as `countedQuery` writes it. */
      readonly query: string
      /** Whether there were results in the locale. */
      readonly found: boolean
    }
  /** A search whose text is not kept, since it may tell about a person or hold a secret. */
  | { readonly kind: 'left-out'; readonly source: Source; readonly found: boolean }
  | {
      readonly kind: 'click'
      readonly locale: Locale
      /** Null: the text is not kept. */
      readonly query: string | null
      /** Place of the result, from 1. */
      readonly position: number
      /** Path of the page: `/en/guides/start`. */
      readonly page: string
    }
  | { readonly kind: 'feedback'; readonly page: string; readonly helpful: boolean }
)
