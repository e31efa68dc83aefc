import type { Locale } from '../shared/locale.ts'
import type { PageVersion } from './versions/doc-version.ts'

/** One page as the service keeps and serves it. */
export interface Page {
  readonly locale: Locale
  /** Address of the page on the site beside which Signpost works; null: Signpost serves the page for people itself. */
  readonly siteAddress: string | null
  /** Site path without locale and without leading or trailing slashes; `''` is the locale's home page. */
  readonly path: string
  readonly title: string
  readonly description: string | null
  /** Name of its section in the navigation, else the first segment of `path`; `''` for the home page. */
  readonly section: string
  /** Time in the form of RFC 3339, or null when neither front matter nor anything else states it. */
  readonly updatedAt: string | null
  /** Absent where the page belongs to every version, or the content has none. */
  readonly version?: PageVersion
  /** Address at which the file of the page is edited; absent: it is not known. */
  readonly editUrl?: string
  /** Whether the page is served alone: it stands in no navigation, search and index for language models. */
  readonly unlisted?: boolean
  /** Whether it is a front page: it has the whole width, without the navigation and the contents beside it. */
  readonly splash?: boolean
  /** The page's content without its front matter, lines ended by `\n`; JSX tags stay. */
  readonly markdown: string
}

/** A section of a locale in reading order: by `meta.json`, then by title. */
export interface NavSection {
  /**
   * First segment of the places of its pages in the navigation. They differ from paths where a sidebar groups pages across
   * folders. Search knows sections by paths. `''` is the last section, of the pages that the navigation does not show.
   */
  readonly name: string
  /** Its title for readers; `''` for that section. */
  readonly title: string
  readonly pages: readonly NavPage[]
  /** Folders within the section, each before those within it; absent without any. */
  readonly groups?: readonly NavGroup[]
}

export interface NavPage {
  readonly path: string
  readonly title: string
  readonly description: string
}

/** A folder of a section: consecutive pages, the first of which is often its own. */
export interface NavGroup {
  /** Place of the folder in the navigation, which is the path of its own page if it has one: `guides/chat`. */
  readonly path: string
  readonly title: string
  /** Position of its first page in those of the section. */
  readonly at: number
  /** Number of its pages, with those of the groups within it. */
  readonly count: number
}
