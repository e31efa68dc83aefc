/** Input of the engine: a page reduced to text. The engine knows nothing of Markdown, files or HTTP. */
export interface SearchDocument {
  /** Site path without locale and without leading or trailing slash: `guides/start`; `''` is the locale's home page. */
  readonly path: string
  readonly title: string
  /** Description of the page; `''` when it has none. */
  readonly description: string
  /** First segment of `path`; `''` for the home page. */
  readonly section: string
  /** Full address of the page for people, percent-encoded, where it is on another site; null or absent: nowhere else. */
  readonly siteAddress?: string | null
  /** Version that results name; absent: the page belongs to every version. */
  readonly version?: { readonly name: string }
  /** Sections of the page. Text before the first heading has the heading `''`. */
  readonly sections: readonly DocumentSection[]
  /** Texts of links that lead to the page from other pages; absent without any. */
  readonly links?: readonly LinkLabel[]
  /** Texts of links that lead to a section, by its fragment; absent without any. */
  readonly sectionTexts?: ReadonlyMap<string, readonly string[]>
  /** Titles of the same page in other locales; absent without any. */
  readonly otherTitles?: readonly string[]
  /** How much links lead to the page, from 0 to 1 (`page-rank.ts`); absent: 0. */
  readonly prominence?: number
}

export interface LinkLabel {
  readonly text: string
  /** Number of pages with such a link. */
  readonly pages: number
}

export interface DocumentSection {
  readonly heading: string
  /** Fragment of this heading in the served HTML; `''` for text before the first heading. */
  readonly anchor: string
  /** Level of the heading, 1 to 6; 0 or absent for text before the first heading. */
  readonly level?: number
  /** Plain text, without markup. Lines are joined by `\n`. */
  readonly text: string
}

/**
 * Groups of words with the same meaning to readers of one locale: the members of a group stand for one another. A member may have
 * several words. Source: `content/docs/<locale>/synonyms.json`.
 */
export type SynonymTable = readonly (readonly string[])[]
