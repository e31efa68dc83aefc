import type { Locale } from '../shared/locale.ts'
import type { SourceDraft } from './content-draft.ts'
import type { ReadReport } from './content.ts'
import type { FileKeeper } from './files/file-keeper.ts'
import type { PlacedFile } from './files/serve-file.ts'
import type { PageReader } from './kept/read-pages.ts'
import type { LocaleNames } from './locales/locale-names.ts'
import type { ReadingWatch } from './readers/reading-watch.ts'
import type { SiteLook, SourceLook } from './site/site-look.ts'

/** What the reader of one source is given. */
export interface SourceReading {
  /** Path of the folder of the source. */
  readonly folder: string
  readonly draft: SourceDraft
  /** How `site.yaml` names the locales. */
  readonly names: LocaleNames
  /** Locale of what names none; null: the source tells. */
  readonly locale: Locale | null
  /** Version of all pages; null: the source tells. */
  readonly version: string | null
  /** Whether pages of a version are shown. */
  readonly showsVersion: (name: string) => boolean
  /** Whether a file is read, by its path below the folder. */
  readonly isRead: (file: string) => boolean
  /** CSS selector of the content of pages of a built site, where the reader's choice is wrong. */
  readonly selector: string | null
  /** Whether headings may have only the ids that the site gives them, since links lead to the site. */
  readonly ownIdsOnly: boolean
  readonly keeper: FileKeeper
  /** What the configuration of the source tells of the look of pages, since `site.yaml` does not. */
  readonly look: ReadonlySet<SourceLook>
  /**
   * Called when all pages of the source are in `draft.space`, and before a link is resolved. It resolves when those of all
   * other sources are there.
   */
  readonly opened: () => Promise<void>
  readonly watch: ReadingWatch
  readonly pages: PageReader
}

export interface SourceResult {
  readonly report: ReadReport
  /** Look of the site, where its configuration has one. */
  readonly header?: Pick<SiteLook, SourceLook> | undefined
  /** Files to which pages lead, by their addresses. */
  readonly files: ReadonlyMap<string, PlacedFile>
}
