import type { BuiltContent } from './built-content.ts'
import type { OpenedDocs } from './disk/generation-folder.ts'
import type { PackedRecords } from './records/pack-records.ts'
import type { RecordStoreParts } from './records/record-store.ts'

/** Returns the generation without any file, for when `DATA_DIR` cannot be written. The pages then use memory. */
export function keepInMemory(number: number, built: BuiltContent): OpenedDocs {
  const { builtAt, siteUrl, fingerprint } = built
  const locales = new Map(
    [...built.locales].map(([locale, { index, pages, pageCount }]) => [
      locale,
      { index, pages: inMemory(pages), pageCount },
    ]),
  )
  return {
    docs: { number, builtAt, siteUrl, locales, texts: inMemory(built.texts) },
    fingerprint,
    descriptors: [],
  }
}

/** Stores the records in one shared buffer. */
export function inMemory(records: PackedRecords): RecordStoreParts {
  const buffer = new SharedArrayBuffer(records.byteLength)
  const bytes = new Uint8Array(buffer)
  let length = 0
  for (const chunk of records.chunks()) {
    bytes.set(chunk, length)
    length += chunk.length
  }
  return { table: records.table, data: { buffer } }
}
