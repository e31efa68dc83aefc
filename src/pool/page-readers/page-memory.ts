import { LRUCache } from 'lru-cache'
import type { RecordStore, StoredRecord } from '../../generation/records/record-store.ts'
import type { Locale } from '../../shared/locale.ts'

/** Blocks of a longer page are read from its beginning: a page of megabytes must not hold up everyone's searches. */
export const TEXT_LIMIT_UNITS = 512 * 1024

interface PageMemory<Part extends object> {
  readonly pages: ReadonlyMap<Locale, RecordStore>
  /** Most units, as `sizeOf` counts them, that are kept of one generation in one worker. */
  readonly limitUnits: number
  sizeOf(part: Part): number
  read(record: StoredRecord): Part
}

/**
 * Makes what reads a part of pages from their records and keeps what was read last. Keeping everything would take as much
 * memory as the pages, and reading it for every query many times what a search takes. Null: there is no such page.
 */
export function rememberPages<Part extends object>(
  memory: PageMemory<Part>,
): (locale: Locale, path: string) => Part | null {
  const { limitUnits, pages } = memory
  const cache = new LRUCache<string, Part>({ maxSize: limitUnits, sizeCalculation: (part) => memory.sizeOf(part) })
  return (locale, path) => {
    const key = `${locale}/${path}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const store = pages.get(locale)
    const index = store?.find(path) ?? -1
    if (store === undefined || index === -1) return null
    const part = memory.read(store.readSync(index))
    cache.set(key, part)
    return part
  }
}
