/** Versions of a site; of those that a source names beyond, the last ones are left out. */
export const VERSION_LIMIT = 50
/** Longest name of a version, in UTF-16 code units. */
export const VERSION_LIMIT_CHARS = 64

/** A version of the documentation. */
export interface DocVersion {
  /** Name by which requests and results know it: `2.x`. */
  readonly name: string
  /** Name for readers. */
  readonly label: string
}

/** The version of a page. Pages without one belong to every version. */
export interface PageVersion {
  readonly name: string
  /** Path that the page has in each of its versions, without what names the version: `docs/intro`. */
  readonly path: string
  /** Path of the same page in the default version; null if it has none, or is of that version itself. */
  readonly newest: string | null
}

/** Versions that a source has. */
export interface FoundVersions {
  /** In the order in which the source shows them. */
  readonly versions: readonly DocVersion[]
  /** Name of the version that the source shows first. */
  readonly default: string
  /** Those that are shown although each of their pages may belong to every version; absent without any. */
  readonly kept?: readonly string[]
}

/** The versions of the whole content. */
export interface VersionList {
  /** In the order in which readers see them; empty: the content has no versions. */
  readonly versions: readonly DocVersion[]
  /** Name of the version that is searched, and listed, unless a request names another, or null. */
  readonly default: string | null
}

export const NO_VERSIONS: VersionList = { versions: [], default: null }
