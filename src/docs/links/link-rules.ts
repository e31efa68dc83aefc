import type { Locale } from '../../shared/locale.ts'

/** How addresses in links of a source are meant. */
export interface LinkRules {
  /** Beginning of the site's addresses, with `/` at both ends. */
  readonly basePath: string
  /** Address of the site itself, whose own whole addresses count from its root; null or absent: it is not known. */
  readonly siteUrl?: string | null
  /** First segment of the addresses of a locale, where it has one. */
  readonly localeFolders: ReadonlyMap<string, Locale>
  /** Locale of an address without such a segment; null: that of the page with the link. */
  readonly rootLocale: Locale | null
  /** What stands before addresses that the generator shows as they are, and does not check: `pathname://`. */
  readonly unchecked?: string
  /** Beginnings of links that stand for a folder of the content directory: `@site/`. */
  readonly aliases: ReadonlyMap<string, string>
  /** How the generator writes a fragment of a link into its pages; as the author wrote it where this is missing. */
  readonly fragment?: (written: string) => string
  /**
   * Folders from which paths in links of a file count too, where they lead nowhere from the file itself. A path with a
   * slash before it counts from these only with the extension of a page. That of a Markdown file counts from these first
   * where the file is in the language of the link, and others where the site has no such address.
   */
  readonly roots?: (file: string) => readonly string[]
  /** Whether relative links count from the file first, or from the address of the page, which ends with `/`. */
  readonly relativeTo: 'file' | 'address'
  /** Whether relative links without the extension of a file count from the address of the page, as browsers read it. */
  readonly bareTo?: 'address'
}
