import { FALLBACK_LOCALE } from '../../shared/locale.ts'
import type { Locale } from '../../shared/locale.ts'
import { createRedirects } from './redirects.ts'
import type { Redirects } from './redirects.ts'

/** What the docs host knows of `site.yaml`, for one generation. */
export interface ServedSite {
  /** Address of the site beside which Signpost works, without a slash at its end; null: Signpost is the site. */
  readonly url: string | null
  readonly redirects: Redirects
}

/** A `ServedSite` as a generation stores it. */
export interface SiteRecord {
  readonly url: string | null
  readonly root: Locale
  readonly redirects: Readonly<Record<string, string>>
}

/** A generation without `site.yaml`. */
export const NO_SITE: ServedSite = { url: null, redirects: createRedirects({}, FALLBACK_LOCALE) }

export function fromSiteRecord({ url, root, redirects }: SiteRecord): ServedSite {
  return { url, redirects: createRedirects(redirects, root) }
}
