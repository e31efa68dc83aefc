import type { DocumentSection, SynonymTable } from '../engine/index/document.ts'
import type { Locale } from '../shared/locale.ts'
import type { ContentFault } from './model/content-fault.ts'
import type { Census } from './model/file-row.ts'
import type { PlacedFile } from './files/serve-file.ts'
import type { NavSection, Page } from './page.ts'
import type { SiteLook } from './site/site-look.ts'
import type { VersionList } from './versions/doc-version.ts'

/** All content of `CONTENT_DIR`. */
export interface Content {
  /** Locales with at least one page. */
  readonly locales: ReadonlyMap<Locale, LocaleContent>
  /** Faults in the order of files, then lines. None of them stops the service. */
  readonly faults: readonly ContentFault[]
  readonly versions: VersionList
  /** When front matter lets a page appear or go next, in milliseconds since the epoch; Infinity: never. */
  readonly nextChange: number
  /** Files to which pages lead, by their addresses. */
  readonly files: ReadonlyMap<string, PlacedFile>
  /** Old addresses of pages, as their sources name them, with the new ones: `/en/old` and `/en/new`. */
  readonly redirects: ReadonlyMap<string, string>
  /** What `site.yaml` says of the look of pages; null: nothing. */
  readonly look: SiteLook | null
  /** What was read, for each source. */
  readonly reports: readonly SourceReport[]
}

/** What was read of one source, with the number of times. */
export interface SourceReport extends ReadReport, Census {
  /** Reasons for which its reader left files out. */
  readonly leftOut: ReadonlyMap<string, number>
}

/** What the reader of one source reports. */
export interface ReadReport {
  /** What it was read as: `markdown`, `html`, or a generator whose sources it has. */
  readonly kind: string
  /** Generator that most pages of a built site name, or null. */
  readonly generator: string | null
  /** Locales that pages got by their script, since nothing names their language; absent if none did. */
  readonly scripts?: ReadonlySet<Locale>
  /** Rules that chose the content of pages. */
  readonly rules: ReadonlyMap<string, number>
  /** Languages of the site that are not served, with the number of their files; absent without any. */
  readonly languages?: ReadonlyMap<string, number>
  /** Elements around the content of pages and within it that are no content. */
  readonly dropped: ReadonlyMap<string, number>
}

export interface LocaleContent {
  /** Name of the whole documentation: `title` of the locale's `meta.json`, `name` of `site.yaml`, or the home page's title. */
  readonly title: string | null
  /** Name that its pages carry: `name` of `site.yaml`, or what the configuration of a generator says; null without either. */
  readonly name: string | null
  /** Summary of the whole documentation: the home page's description, or that of `site.yaml`; null without either. */
  readonly description: string | null
  /** Pages ordered by path, by UTF-16 code unit. */
  readonly pages: readonly ContentPage[]
  /** Navigation of the default version, and of pages without versions. */
  readonly nav: readonly NavSection[]
  /** The same of each other version, by its name. */
  readonly versionNavs: ReadonlyMap<string, readonly NavSection[]>
  readonly synonyms: SynonymTable
  /** Markdown that opens the locale's llms.txt (`docs/<locale>/llms.md`), or null. */
  readonly intro: string | null
}

export interface ContentPage extends Omit<Page, 'siteAddress'> {
  /** Short title for the navigation, by which the page is found too, or null. */
  readonly label: string | null
  /** Place in the navigation; null: its path. */
  readonly navPath: string | null
  /** Whether the navigation of its theme lists it; absent: it is not known. */
  readonly isListed?: boolean
  /** Whether its theme shows it nowhere in the navigation. It is found, opened and listed for language models. */
  readonly aside?: boolean
  /** Whether no search finds it. It is opened, and listed as others are. */
  readonly unsearched?: boolean
  /** Path of its file below the content directory; `''` for a home page that has none. */
  readonly file: string
  /**
   * Where the site itself has the page, below its own address, not encoded: `guide/start.html`, `zh-cn/guide/`. Null where
   * the path and the folder of the locale make it.
   */
  readonly address: string | null
  /** Text of the page as the index holds it. */
  readonly sections: readonly DocumentSection[]
  /** Blocks of the page, as `writeBlockLines` writes them. */
  readonly blockLines: string
}
