/** What the engine indexes: a page reduced to text. It knows nothing of Markdown, files or HTTP. */
export interface SearchDocument {
  /** Site path without locale and without slashes at its ends: `guides/start`; `''` is the locale's home page. */
  readonly path: string
  readonly title: string
  /** `''` when the page has none. */
  readonly description: string
  /** First segment of `path`; `''` for the home page. */
  readonly section: string
  /** Text before the first heading has the heading `''`. */
  readonly sections: readonly DocumentSection[]
}

export interface DocumentSection {
  readonly heading: string
  /** The fragment that the served HTML gives this heading; `''` for text before the first heading. */
  readonly anchor: string
  /** Plain text, without markup. Lines are joined by `\n`. */
  readonly text: string
}

/**
 * Words that mean the same to a reader of one locale: each group's members stand for one another.
 * A member may have several words. Source: `content/docs/<locale>/synonyms.json`.
 */
export type SynonymTable = readonly (readonly string[])[]
