import type { Locale } from '../../shared/locale.ts'
import type { Block } from '../model/page-model.ts'
import type { Page } from '../page.ts'
import type { ServedSite } from './served-site.ts'
import type { Answer } from '../../shared/result.ts'
import type { SearchWaiter } from '../../shared/search-waiter.ts'

export type SectionDetail = 'none' | 'snippets' | 'passages' | 'code'

export interface SearchQuery {
  /** Normalised text: NFKC, trimmed, white space collapsed, 2 to 200 code points. */
  readonly query: string
  readonly locale: Locale
  /** Number from 1 to 50. */
  readonly limit: number
  /** Adds `highlights` and `anchor` to every result. */
  readonly highlights: boolean
  /** `versionNumber` of the version that is searched; 0: the default one, and content without versions. */
  readonly version: number
  /** Adds `sections` to every result, with snippets of text or passages of Markdown, or `code` with its blocks of code. */
  readonly sections: SectionDetail
  /** `sectionNumber` of the section of which the results are; 0: all. */
  readonly section: number
  /** Adds `facets`: the matches of each section, whichever the results are of. */
  readonly facets: boolean
}

/** Names of the indexes for language models and search engines. Each is written in full when a generation is built. */
export type TextName =
  | 'llms.txt'
  | 'llms-full.txt'
  | `${Locale}/llms.txt`
  | `${Locale}/llms.${number}.txt`
  | 'sitemap.xml'
  | `${Locale}/sitemap.xml`

/**
 * Name of the index of a locale.
 *
 * @param version `versionNumber` of the version whose pages it lists
 */
export function localeIndex(locale: Locale, version: number): TextName {
  return version === 0 ? `${locale}/llms.txt` : `${locale}/llms.${version}.txt`
}

/** A page as a whole HTML document. */
export interface PageDocument extends Pick<Page, 'locale' | 'updatedAt'> {
  readonly bytes: Uint8Array
  readonly isFinal: boolean
}

/** A file beside pages. */
export interface DocsFile {
  readonly hash: string
  readonly bytes: Uint8Array
}

/**
 * The services that the docs host needs from the rest of the process. One instance serves one listener thread. Every
 * answer comes from a single generation of the content.
 */
export interface DocsService {
  /** Number of the generation that the next call answers from; it grows with every swap. 0 means that none is loaded yet. */
  readonly generation: number
  /** Hash of the current generation's content. It is equal wherever the same is served. */
  readonly content: string
  /** What `site.yaml` of the current generation says to the host. */
  readonly site: ServedSite
  /** Answers the JSON bytes of a SearchResponse (interface §2.1). `aborted` tells whether anyone still waits. */
  search(query: SearchQuery, aborted: () => boolean): Promise<Answer<Uint8Array>>
  /** Packs everything of a query except its text into one number above 0. It identifies the answer together with the text. */
  shapeOf(query: Omit<SearchQuery, 'query'>): number
  /** Searches like `search`, without a promise and without a copy. `waiter` may be called before this returns. */
  ask(query: string, shape: number, waiter: SearchWaiter): void
  /** The page in the locale, or in English when the locale lacks it; null when neither has it. */
  page(locale: Locale, path: string): Promise<Answer<Page | null>>
  /** The page that is the same in another version of this generation, in the locale or in English, or null. */
  pageIn(version: string, page: Page, locale: Locale): Promise<Answer<Page | null>>
  /** The content of a page as `page` finds it; null when there is none. */
  blocks(locale: Locale, path: string): Promise<Answer<Block[] | null>>
  /** The page at an address of the site beside which Signpost works, by its `siteAddressKey`; null when there is none. */
  pageAt(key: string): Promise<Answer<Page | null>>
  /**
   * The page as a whole HTML document for people; null when there is no such page. `isFinal` is false while the colours of its
   * code and its formulas are still being made.
   */
  html(locale: Locale, path: string): Promise<Answer<PageDocument | null>>
  /** The file beside pages at a path such as `/files/<hash>/<name>`; null when there is none. */
  file(path: string): Promise<Answer<DocsFile | null>>
  /** One of the text indexes in full, as UTF-8. */
  text(name: TextName): Promise<Answer<Uint8Array>>
}
