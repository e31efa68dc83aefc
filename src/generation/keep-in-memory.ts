import type { BuiltContent } from './built-content.ts'
import type { OpenedDocs } from './disk/generation-folder.ts'
import { inMemory } from './records/in-memory.ts'

/** Returns the generation without any file, for when `DATA_DIR` cannot be written. The pages then use memory. */
export function keepInMemory(number: number, built: BuiltContent): OpenedDocs {
  const { builtAt, siteUrl, fingerprint } = built
  const locales = new Map(
    [...built.locales].map(([locale, { index, versions, pages, pageCount }]) => [
      locale,
      { index, versions, pages: inMemory(pages), pageCount },
    ]),
  )
  return {
    docs: {
      number,
      builtAt,
      siteUrl,
      locales,
      texts: inMemory(built.texts),
      files: { folder: built.files.folder, records: inMemory(built.files.records) },
    },
    fingerprint,
    descriptors: [],
  }
}
