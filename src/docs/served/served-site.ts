import { FALLBACK_LOCALE, LOCALES, type Locale } from '../../shared/locale.ts'
import { createRedirects, type Redirects } from '../site/redirects.ts'
import type { NavSection } from '../page.ts'
import type { ServedSection } from './served-sections.ts'
import { NO_LOOK, type SiteLook } from '../site/site-look.ts'
import { NO_SERVED_VERSIONS, type ServedVersions } from './served-versions.ts'

/** What the docs host knows of `site.yaml`, for one generation. */
export interface ServedSite {
  /** Address of the site beside which Signpost works, without a slash at its end; null: Signpost is the site. */
  readonly url: string | null
  readonly redirects: Redirects
  /** Names of the documentation, which its pages carry. A locale without one has none. */
  readonly names: ReadonlyMap<Locale, string>
  /** Locales that have pages. */
  readonly locales: readonly Locale[]
  readonly versions: ServedVersions
  readonly look: SiteLook
  /** Sections of all locales and versions. */
  readonly sections: readonly ServedSection[]
  /**
   * Gives the navigation of a locale in a version, of which null is the default one, without the section of the pages that
   * stand aside. It is always the same array, since look-ups over it are kept.
   */
  nav(locale: Locale, version: string | null): readonly NavSection[]
  /** Gives the same navigation with that section at its end, if there is one. Its name is `''`. */
  wholeNav(locale: Locale, version: string | null): readonly NavSection[]
}

/** A `ServedSite` as a generation stores it. */
export interface SiteRecord {
  readonly url: string | null
  readonly root: Locale
  readonly redirects: Readonly<Record<string, string>>
  readonly names: readonly (readonly [Locale, string])[]
  readonly locales: readonly Locale[]
  /** Absent where the content has no versions. */
  readonly versions?: ServedVersions
  /** Absent where `site.yaml` says nothing of it. */
  readonly look?: SiteLook
  readonly sections: readonly ServedSection[]
}

/** A generation that says nothing of its site. */
export const NO_SITE: ServedSite = {
  url: null,
  redirects: createRedirects({}, FALLBACK_LOCALE),
  names: new Map(),
  locales: LOCALES,
  versions: NO_SERVED_VERSIONS,
  look: NO_LOOK,
  sections: [],
  nav: () => [],
  wholeNav: () => [],
}

export function fromSiteRecord(record: SiteRecord): Omit<ServedSite, 'nav' | 'wholeNav'> {
  const { locales, look, names, redirects, root, sections, url, versions } = record
  return {
    url,
    redirects: createRedirects(redirects, root),
    names: new Map(names),
    locales,
    versions: versions ?? NO_SERVED_VERSIONS,
    look: look ?? NO_LOOK,
    sections,
  }
}
