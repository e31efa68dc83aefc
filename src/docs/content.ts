import type { DocumentSection, SynonymTable } from '../search/document.ts'
import type { Locale } from '../shared/locale.ts'
import type { ContentFault } from './content-fault.ts'
import type { NavSection, Page } from './page.ts'

/** Everything read from `CONTENT_DIR/docs`. */
export interface Content {
  /** Only locales with at least one page. */
  readonly locales: ReadonlyMap<Locale, LocaleContent>
  /** In the order of files, then lines. None of them stops the service. */
  readonly faults: readonly ContentFault[]
}

export interface LocaleContent {
  /** Name of the whole documentation: `title` of the locale's `meta.json`, else the home page's; null without either. */
  readonly title: string | null
  /** Ordered by path, by UTF-16 code unit. */
  readonly pages: readonly ContentPage[]
  readonly nav: readonly NavSection[]
  readonly synonyms: SynonymTable
  /** Markdown that opens the locale's llms.txt (`docs/<locale>/llms.md`), or null. */
  readonly intro: string | null
}

export interface ContentPage extends Page {
  readonly sections: readonly DocumentSection[]
}
