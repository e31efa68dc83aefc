import type { NavSection } from '../docs/page.ts'
import { fromSiteRecord, NO_SITE, type ServedSite, type SiteRecord } from '../docs/site/served-site.ts'
import { versionNumber } from '../docs/versions/served-versions.ts'
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
  const navs = new Map<string, readonly NavSection[]>()
  return {
    ...site,
    nav(locale, version) {
      const key = navKey(locale, version === null ? 0 : (versionNumber(site.versions, version) ?? 0))
      const known = navs.get(key)
      if (known !== undefined || !isOpen()) return known ?? []
      const nav = (readText(texts, key) ?? []) as readonly NavSection[]
      navs.set(key, nav)
      return nav
    },
  }
}

/** Parses a text of a generation; null: there is none under that key. */
function readText(texts: RecordStore, key: string): unknown {
  const index = texts.find(key)
  return index === -1 ? null : JSON.parse(Buffer.from(texts.readSync(index).body).toString('utf8'))
}
