import type { Block } from '../../../docs/model/page-model.ts'
import type { NavSection, Page } from '../../../docs/page.ts'
import type { ServedSite } from '../../../docs/served/served-site.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { Site } from '../../../web/layout.ts'
import type { PageVersions } from './render-versions.ts'

export interface PageInput extends Site {
  readonly page: Page
  readonly blocks: readonly Block[]
  /**
   * Navigation of the requested locale. Callers pass the same array for every page of a generation, since its index is
   * cached.
   */
  readonly nav: readonly NavSection[]
  /** Versions, where the page is of one; null: it is of every version. */
  readonly versions: PageVersions | null
  /** Locale in the address. The page's own locale differs from it if a translation is missing. */
  readonly requestedLocale: Locale
  /** Origins of other sites whose images are shown, as the page's policy has them. */
  readonly imageOrigins: readonly string[]
  /** What the generation knows of the site. */
  readonly site: Pick<ServedSite, 'names' | 'locales' | 'look' | 'sections' | 'versions'>
  /** Locales that have this page. */
  readonly available: readonly Locale[]
}
