import { sectionsOf } from '../../docs/model/sections.ts'
import { blocksOfRecord, fromPageRecord } from '../../generation/records/page-record.ts'
import type { RecordStore } from '../../generation/records/record-store.ts'
import type { DocumentSection } from '../../engine/index/document.ts'
import type { ReadSections } from '../../engine/query/found.ts'
import type { Locale } from '../../shared/locale.ts'
import { rememberPages, TEXT_LIMIT_UNITS } from './page-memory.ts'

/** Kept sections of one generation in one worker, in UTF-16 code units of text. */
const CACHE_LIMIT_UNITS = 8 * 1024 * 1024
/** What a page without text counts in the cache. */
const SECTION_UNITS = 64

/** Makes the reader of the sections of pages, which are derived from their blocks, for extracts. */
export function createSectionReader(pages: ReadonlyMap<Locale, RecordStore>): ReadSections {
  return rememberPages<readonly DocumentSection[]>({
    pages,
    limitUnits: CACHE_LIMIT_UNITS,
    sizeOf: (sections) =>
      sections.reduce((sum, { heading, text }) => sum + heading.length + text.length + SECTION_UNITS, SECTION_UNITS),
    read: (record) => sectionsOf(blocksOfRecord(record, TEXT_LIMIT_UNITS), fromPageRecord(record).title),
  })
}
