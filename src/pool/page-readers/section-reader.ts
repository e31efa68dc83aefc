import { LRUCache } from 'lru-cache'
import { sectionsOf } from '../../docs/model/sections.ts'
import { blocksOfRecord, fromPageRecord } from '../../generation/records/page-record.ts'
import type { RecordStore } from '../../generation/records/record-store.ts'
import type { DocumentSection } from '../../engine/index/document.ts'
import type { ReadSections } from '../../engine/query/found.ts'
import type { Locale } from '../../shared/locale.ts'

/** Kept sections of one generation in one worker, in UTF-16 code units of text. */
const CACHE_LIMIT_UNITS = 8 * 1024 * 1024
/** Extracts of a longer page come from its beginning: a page of megabytes must not hold up everyone's searches. */
const TEXT_LIMIT_UNITS = 64 * 1024
/** What a page without text counts in the cache. */
const SECTION_UNITS = 64

/**
 * Derives the sections of pages from their blocks again, for extracts. Keeping them all would take as much memory as the
 * pages; deriving them for every query would take many times what its search takes.
 */
export function createSectionReader(pages: ReadonlyMap<Locale, RecordStore>): ReadSections {
  const cache = new LRUCache<string, readonly DocumentSection[]>({
    maxSize: CACHE_LIMIT_UNITS,
    sizeCalculation: (sections) =>
      sections.reduce((sum, { heading, text }) => sum + heading.length + text.length + SECTION_UNITS, SECTION_UNITS),
  })
  return (locale, path) => {
    const key = `${locale}/${path}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const store = pages.get(locale)
    const index = store?.find(path) ?? -1
    if (store === undefined || index === -1) return null
    const record = store.readSync(index)
    const sections = sectionsOf(blocksOfRecord(record, TEXT_LIMIT_UNITS), fromPageRecord(record).title)
    cache.set(key, sections)
    return sections
  }
}
