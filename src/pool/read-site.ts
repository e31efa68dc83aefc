import { shownSections } from '../docs/nav.ts'
import type { NavSection } from '../docs/page.ts'
import { fromSiteRecord, NO_SITE, type ServedSite, type SiteRecord } from '../docs/served/served-site.ts'
import { versionNumber } from '../docs/served/served-versions.ts'
import type { Locale } from '../shared/locale.ts'
import { navKey, SITE_KEY } from '../generation/generation.ts'
import type { RecordStore } from '../generation/records/record-store.ts'

/**
 * Reads what a generation knows of its site, once: its size is bounded by that of `site.yaml` and of old addresses. Each
 * navigation is read when it is first asked for.
 *
 * @param isOpen Whether the files of the generation are certainly open. Later, a navigation that was not read is empty.
 */
export function readSite(texts: RecordStore, isOpen: () => boolean = () => true): ServedSite {
  const record = readText(texts, SITE_KEY) as SiteRecord | null
  const site = record === null ? NO_SITE : fromSiteRecord(record)
  const navs = new Map<string, Nav>()
  const read = (locale: Locale, version: string | null): Nav => {
    const key = navKey(locale, version === null ? 0 : (versionNumber(site.versions, version) ?? 0))
    const known = navs.get(key)
    if (known !== undefined || !isOpen()) return known ?? NO_NAV
    const whole = (readText(texts, key) ?? []) as readonly NavSection[]
    const nav = { whole, shown: shownSections(whole) }
    navs.set(key, nav)
    return nav
  }
  return {
    ...site,
    nav: (locale, version) => read(locale, version).shown,
    wholeNav: (locale, version) => read(locale, version).whole,
  }
}

interface Nav {
  readonly whole: readonly NavSection[]
  readonly shown: readonly NavSection[]
}

const NO_NAV: Nav = { whole: [], shown: [] }

/** Parses a text of a generation; null if there is none under that key. */
function readText(texts: RecordStore, key: string): unknown {
  const index = texts.find(key)
  return index === -1 ? null : JSON.parse(Buffer.from(texts.readSync(index).body).toString('utf8'))
}
