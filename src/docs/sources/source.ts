import type { Locale } from '../../shared/locale.ts'
import type { FaultCode } from '../model/content-fault.ts'
import type { Fields } from '../front-matter.ts'
import type { LinkRules } from '../links/link-rules.ts'
import type { Construct, MdxFile } from '../readers/markdown/constructs.ts'
import type { MarkdownOptions } from '../readers/markdown/read-markdown.ts'
import type { Tag } from '../readers/markdown/tag.ts'
import type { Service } from '../site/services.ts'
import type { FoundVersions } from '../versions/doc-version.ts'
import type { WalkedFile } from '../tree/walk-folder.ts'

/** A kind of folder that holds the sources of a site, such as those of one generator. */
export interface SourceKind {
  readonly name: string
  /** Whether a site of this kind has its configuration in a folder, whose names these are, hidden ones too. */
  recognises(names: readonly string[], folder: LookedAt): boolean
  /** Reads the configuration of the site. Nothing of it is run. */
  open(folder: SourceFolder): Source
}

export type LocaleOf = (language: string | null | undefined) => Locale | null

/** A folder that may be of a kind. Paths are relative to it. */
export interface LookedAt {
  /** Names in a folder; empty without any. */
  readonly names: (path: string) => readonly string[]
  /** Text of a file; null if there is none that may be read. */
  readonly readText: (path: string) => string | null
}

/** The content directory, as a kind sees it. Paths have `/` and are relative to the directory. */
export interface SourceFolder {
  /** Path of the folder with the configuration of the site; `''`: the content directory itself. */
  readonly base: string
  /** All files, hidden ones left out, in the order of their names. */
  readonly files: ReadonlyMap<string, WalkedFile>
  /** Text of a file, or of the configuration in a hidden folder; null if there is none, it is too large or lies outside. */
  readonly readText: (path: string) => string | null
  /**
   * What the text of a file tells, where nothing else of it counts: pages are read again where this changes, and not where
   * the text does.
   */
  readonly tell: <T extends string | boolean | null>(what: string, file: string, of: (text: string) => T) => T
  /** Names in a folder; empty without any. */
  readonly names: (path: string) => readonly string[]
  /** Configuration of Git, which names the host of the repository, or null. It may hold passwords. */
  readonly gitConfig: () => string | null
  /** The locale that a language stands for, by the aliases of `site.yaml` or as in BCP 47; null: it is not served. */
  readonly localeOf: LocaleOf
  /** Locale that `site.yaml` gives to all that names none, or null. */
  readonly namedLocale: Locale | null
  /** Locale of pages for which neither the configuration nor their paths name one: that of `site.yaml`, else by script. */
  readonly defaultLocale: Locale
  /** Locale of a page in Chinese or Korean, by its script; null: it is in another script. */
  readonly scriptOf: (file: string) => Locale | null
  fault(file: string, code: FaultCode, message: string, line?: number): void
}

/** What the configuration of a site says of its pages. */
export interface Source {
  /** Name of the documentation, or null. */
  readonly title: string | null
  /** Summary of the documentation that the configuration has, for a locale. */
  readonly describe?: (locale: Locale) => string | null
  /** Tells where the page of a Markdown file stands. It sees all files, in the order of their names. */
  locate(file: string, fields: Fields): Place | LeftOut
  /** Address at which a file is edited, as the theme shows it, or null. */
  readonly editUrl?: (file: string) => string | null
  /** Whether a file that is not named as Markdown may be a page too; none is without it. */
  readonly isPage?: (file: string) => boolean
  /** Whether the theme shows the description of a page below its title. */
  readonly showsDescription?: boolean
  /** Whether the theme lists every page in its navigation, also those without a position. */
  readonly listsAllPages?: boolean
  /** Whether the generator itself has files named `meta.json`. */
  readonly readsMeta?: boolean
  /** How Markdown is written here. */
  readonly dialect: Dialect
  /** How addresses in links are meant. */
  readonly links: LinkRules
  /** Versions of the pages; absent without any. */
  readonly versions?: FoundVersions
  /** Redirects of the site, whose addresses are as in links. It is asked when all pages are placed. */
  readonly redirects?: readonly OldAddress[]
  /** Folders below the content directory whose files have addresses from the root of the site, where the configuration says. */
  readonly publicFolders?: readonly string[]
  /** Logo and links of the header, where the configuration has some. */
  readonly header?: SourceHeader
  /** Titles and positions of folders that have them; the key is that of `folderKey`. */
  readonly folders: ReadonlyMap<string, FolderInfo>
  /** What the reading of pages counts for \`finished\`. A page that is not read again counts as before. */
  readonly counts?: Record<string, number>
  /** Reports what only all pages tell, when they are read. */
  readonly finished?: () => void
}

/** What the configuration of a site says of its header and the look of its pages. Addresses are as in links of a page. */
export interface SourceHeader {
  /** Path of the configuration below the content directory, from where relative addresses count. */
  readonly file: string
  readonly logo: SourceLogo | null
  /** Links for readers of a locale. It is asked when all pages are placed. */
  readonly navigation: (locale: Locale) => readonly HeaderEntry[]
  /** Address of the icon of the site; null or absent without one. */
  readonly favicon?: string | null
  /** What stands below every page for readers of a locale. */
  readonly footer?: (locale: Locale) => SourceFooter
  /** Null if the style sheets have none that can be read. */
  readonly accent?: LinkColours | null
}

/** Colours of links for light and for dark pages; null: that of light ones makes it. */
export interface LinkColours {
  readonly light: string
  readonly dark: string | null
}

export interface SourceFooter {
  /** Null if there is none. */
  readonly text: string | null
  /** Menus, each with a label and links. */
  readonly groups: readonly HeaderEntry[]
}

export interface SourceLogo {
  readonly light: string
  readonly dark: string | null
  /** Whether the image shows the name of the site, so that no text does. */
  readonly replacesName: boolean
}

/** A link of the header, or a menu of links. */
export interface HeaderEntry {
  /** Null: the configuration makes it by a program. */
  readonly label: string | null
  readonly target: string | null
  /** Service whose icon the configuration wants for a link; absent: the label is shown. */
  readonly icon?: Service | undefined
  readonly links?: readonly HeaderEntry[]
  /** Where a configuration makes the label by a program; absent: it is not known. */
  readonly madeAt?: { readonly file: string; readonly line: number }
}

/** An address that leads to another one. */
export interface OldAddress {
  readonly from: string
  readonly to: string
  /** Path of the file that says so, below the content directory. */
  readonly file: string
  /** Its line; absent: the old address stands there where its member is named. */
  readonly line?: number
}

export interface Place {
  readonly locale: Locale
  /** Site path as in `Page`. */
  readonly path: string
  /** Where the site has the page, below its address: `zh-cn/guide/`. */
  readonly address: string
  /** Version of the page, and its path without what names that; absent: it belongs to every version. */
  readonly version?: { readonly name: string; readonly path: string }
  /** Position in the navigation of its folder; null: by title. */
  readonly order: number | null
  /** Place in the navigation, by which its folder is known, where the address is made of something else: of a date. */
  readonly navPath?: string | null
  /**
   * What becomes of the page if its file has no text: it lists the pages below it, as the theme does, or is left out. Absent:
   * it stays as it is.
   */
  readonly whenEmpty?: 'list' | 'leave out'
  /** Label in the navigation, by which the page is found too. It is the title of a page that has none itself. */
  readonly title?: string | null
  /** Title that the generator makes of the name of a page that has none; null or absent: it has no way of its own. */
  readonly nameTitle?: string | null
  /** The file that this one translates, from where relative links count too. */
  readonly translates?: string
  /** Text of front matter that stands for the page's time, if another than `updated` does. */
  readonly updated?: string | null
  /** Whether the page is served and stands in no navigation, search and index for language models. */
  readonly unlisted?: boolean
  /** Whether the configuration keeps the page out of search alone; absent: its front matter says. */
  readonly unsearched?: boolean
  /** Whether the theme shows the page nowhere in its sidebars, although it is found and opened. */
  readonly aside?: boolean
  /** Whether it is a front page, which the theme shows without its sidebars. */
  readonly splash?: boolean
  /** Addresses that the page had before, as its author wrote them. */
  readonly aliases?: readonly string[]
}

/** Why a file is no page of the documentation. */
export interface LeftOut {
  readonly leftOut: LeftOutReason
  /** Name of a language that is not served, as the site writes it; null or absent without one. */
  readonly language?: string | null
}

/** Why a file is no page that only tells tools how to work on the pages. */
export const CONFIGURATION = 'configuration'

export type LeftOutReason =
  | typeof CONFIGURATION
  | 'a draft'
  | 'dated in the future'
  | 'expired'
  | 'not for search engines'
  | 'a part of other pages'
  | 'outside of the documentation'
  | 'excluded by the configuration'
  | 'in a language that is not served'
  | 'of another version'
  | 'of a version that is not shown'
  | 'a template of pages'
  | 'a drawing'
  | 'a translation of no page'
  | 'a page for what is not found'
  | 'a page of search results'
  | 'without any text'
  | 'not in the navigation'
  | 'for readers who have signed in'

export interface FolderInfo {
  readonly title?: string | undefined
  readonly order?: number | undefined
}

export interface Dialect extends Omit<MarkdownOptions, 'constructs' | 'mdx' | 'mdxFile' | 'template'> {
  /** Whether a file is MDX. */
  readonly isMdx: (file: string) => boolean
  /** What front matter says in words above the text of a page, as Markdown; absent: nothing. */
  readonly above?: (page: ExpandedPage) => string
  /** Replaces what only this kind of source knows, by Markdown that the reader knows; absent: nothing. */
  readonly expand?: (text: string, page: ExpandedPage) => string
  /** Opens a page as a template of Vue, by the programs that stand in it; absent: a page is not one. */
  readonly template?: (page: ExpandedPage, program: string) => MdxFile
  /** How imports of MDX are found, and what elements stand for; absent: from beside their file. */
  readonly modules?: ModuleRules
  /** What the reader of Markdown finds itself in a page whose text has just been expanded. */
  readonly constructs?: (page: ExpandedPage, text: string) => readonly Construct[]
}

/** How pages of MDX name what they take from elsewhere. */
export interface ModuleRules {
  /** Path below the content directory of what a file imports; null: it names a package, or leads out. */
  readonly pathOf: (written: string, file: string) => string | null
  /** The file that an element of a file names, as an import would; null or absent: it is no such element. */
  readonly named?: (tag: Tag, file: string) => NamedFile | null
  /** What an element shows that only its kind of source knows, as Markdown; null or absent: it stands for itself. */
  readonly shown?: (tag: Tag, module: { readonly code: string; readonly page: string }) => string | null
}

/** A file that stands in the place of an element. */
export interface NamedFile {
  readonly written: string
  /** Its path below the content directory; null: it leads out. */
  readonly path: string | null
  /** The part of it that is shown; absent: all of it. */
  readonly section?: Section | undefined
  /** Language and options of the code as which it is shown; absent: as Markdown. */
  readonly info?: string | undefined
}

interface Section {
  readonly name: string
  /** Takes it out of the text; null if it is not there. */
  readonly of: (text: string) => string | null
}

/** A page whose text is expanded. */
export interface ExpandedPage {
  /** Path of the file below the content directory. */
  readonly file: string
  readonly locale: Locale
  readonly fields: Fields
  readonly folder: SourceFolder
  fault(code: FaultCode, message: string, line?: number): void
  /** Says that a program makes headings of the page, so that links to ids which are not here may be right. */
  hasFurtherIds?(): void
  /** Says what the author wrote for a target of a link, by which its faults are told and found. */
  writes?(target: string, written: string): void
}

/** Key of a folder in `Source.folders`. */
export function folderKey(locale: Locale, path: string): string {
  return `${locale}/${path}`
}
