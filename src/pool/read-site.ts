import { fromSiteRecord, NO_SITE, type ServedSite, type SiteRecord } from '../docs/site/served-site.ts'
import { SITE_KEY } from '../generation/generation.ts'
import type { RecordStore } from '../generation/records/record-store.ts'

/** Reads what a generation knows of its site, once: its size is bounded by that of `site.yaml` and of old addresses. */
export function readSite(texts: RecordStore): ServedSite {
  const index = texts.find(SITE_KEY)
  if (index === -1) return NO_SITE
  return fromSiteRecord(JSON.parse(Buffer.from(texts.readSync(index).body).toString('utf8')) as SiteRecord)
}
