import type { DocumentSection, SynonymTable } from '../engine/index/document.ts'
import type { Locale } from '../shared/locale.ts'
import type { NavSection, Page } from './page.ts'

/** Everything read from `CONTENT_DIR/docs`. */
export interface Content {
  /** Only locales with at least one page. */
  readonly locales: ReadonlyMap<Locale, LocaleContent>
  /** In the order of files, then lines. None of them stops the service. */
  readonly faults: readonly ContentFault[]
  /** What `fingerprintContent` gave before the first file was read. */
  readonly fingerprint: string
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

export interface ContentFault {
  /** Relative to the content directory, with `/`: `docs/en/guides/start.mdx`. */
  readonly file: string
  /** From 1; 1 also where the whole file is meant. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column?: number
  readonly code: FaultCode
  readonly message: string
}

export type FaultCode =
  | 'bad_yaml'
  | 'bad_date'
  | 'no_title'
  | 'stray_brace'
  | 'unclosed_tag'
  | 'invalid_utf8'
  | 'duplicate_path'
  | 'bad_name'
  | 'symlink_outside'
  | 'symlink_loop'
  | 'bad_meta'
  | 'bad_synonyms'
  | 'unreadable'
  | 'too_large'
  | 'too_many'
  | 'unknown_locale'
