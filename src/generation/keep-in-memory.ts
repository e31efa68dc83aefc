import type { BuiltContent, BuiltLocale } from './built-content.ts'
import { hashBuffer } from './disk/checked-files.ts'
import { hashContent } from './disk/content-hash.ts'
import { extractsName, indexFiles, type OpenedDocs } from './disk/generation-folder.ts'
import type { LocaleParts } from './generation.ts'
import type { ExtractParts } from '../engine/index/extracts.ts'
import type { Locale } from '../shared/locale.ts'
import { inMemory } from './records/in-memory.ts'

/** Returns the generation without any file, for when `DATA_DIR` cannot be written. The pages then use memory. */
export function keepInMemory(number: number, built: BuiltContent): OpenedDocs {
  const { degraded, siteUrl, fingerprint } = built
  /** Hashes of the files that it would have on disk. */
  const hashes: Record<string, { readonly sha256: string }> = {}
  const hashed = <Parts extends { readonly data: { readonly buffer: SharedArrayBuffer } }>(
    name: string,
    parts: Parts,
  ): Parts => {
    hashes[name] = hashBuffer(parts.data.buffer)
    return parts
  }
  const stored = (name: string, records: BuiltContent['texts']): LocaleParts['pages'] => {
    hashes[`${name}.table`] = hashBuffer(records.table)
    return hashed(`${name}.data`, inMemory(records))
  }
  const keepLocale = (locale: Locale, { index, versions, extracts, pages, pageCount }: BuiltLocale): LocaleParts => {
    for (const [name, buffer] of indexFiles(locale, index, versions)) hashes[name] = hashBuffer(buffer)
    return {
      index,
      versions,
      extracts: new Map(
        [...extracts].map(([version, write]) => [version, hashed(extractsName(locale, version), inOneBuffer(write()))]),
      ),
      pages: stored(`pages.${locale}`, pages),
      pageCount,
    }
  }
  const locales = new Map([...built.locales].map(([locale, parts]) => [locale, keepLocale(locale, parts)]))
  const texts = stored('texts', built.texts)
  return {
    docs: {
      number,
      content: hashContent(hashes, built.files.records.table),
      degraded,
      siteUrl,
      locales,
      texts,
      files: { folder: built.files.folder, records: inMemory(built.files.records) },
    },
    fingerprint,
    descriptors: [],
  }
}

/** Keeps extracts in one buffer. A chunk is valid until the next one. */
export function inOneBuffer(
  chunks: Iterable<Uint8Array>,
): ExtractParts & { readonly data: { readonly buffer: SharedArrayBuffer } } {
  const bytes = Buffer.concat(Array.from(chunks, (chunk) => chunk.slice()))
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return { data: { buffer }, byteLength: bytes.length }
}
