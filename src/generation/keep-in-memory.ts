import type { BuiltContent } from './built-content.ts'
import type { OpenedDocs } from './disk/generation-folder.ts'
import type { ExtractParts } from '../engine/index/extracts.ts'
import { inMemory } from './records/in-memory.ts'

/** Returns the generation without any file, for when `DATA_DIR` cannot be written. The pages then use memory. */
export function keepInMemory(number: number, built: BuiltContent): OpenedDocs {
  const { builtAt, degraded, siteUrl, fingerprint } = built
  const locales = new Map(
    [...built.locales].map(([locale, { index, versions, extracts, pages, pageCount }]) => [
      locale,
      {
        index,
        versions,
        extracts: new Map([...extracts].map(([version, write]) => [version, inOneBuffer(write())])),
        pages: inMemory(pages),
        pageCount,
      },
    ]),
  )
  return {
    docs: {
      number,
      degraded,
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

/** Keeps extracts in one buffer. A chunk is valid until the next one. */
export function inOneBuffer(chunks: Iterable<Uint8Array>): ExtractParts {
  const bytes = Buffer.concat(Array.from(chunks, (chunk) => chunk.slice()))
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return { data: { buffer }, byteLength: bytes.length }
}
