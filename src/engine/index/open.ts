import type { Locale } from '../../shared/locale.ts'
import { checkIndex } from './check-index.ts'
import { decodePath } from './display.ts'
import { unpackIndex, type IndexArrays } from './layout.ts'
import { inverseDocumentFrequency } from './scoring.ts'

/** An index for queries: views over the shared buffer, without copies. */
export interface SearchIndex extends IndexArrays {
  readonly locale: Locale
  /** Prefix of the URLs of this locale's pages, as JSON bytes. */
  readonly urlPrefix: Uint8Array
  readonly pageCount: number
  readonly partitionPages: number
  readonly partitionCount: number
  readonly termCount: number
  readonly denseTermCount: number
  readonly bitTermCount: number
  readonly synonyms: readonly (readonly string[])[]
  readonly byteLength: number
}

/** Opens an index. Throws when the buffer is not an index of this format, or is damaged. */
export function openIndex(buffer: SharedArrayBuffer): SearchIndex {
  const { header, arrays } = unpackIndex(buffer)
  checkIndex(header, arrays)
  const { locale, siteUrl, synonyms } = header
  const { pageCount, partitionPages, partitionCount, termCount, denseTermCount, bitTermCount } = header
  const urlPrefix = Buffer.from(JSON.stringify(`${siteUrl}/${locale}`).slice(1, -1))
  const counts = { pageCount, partitionPages, partitionCount, termCount, denseTermCount, bitTermCount }
  return { ...arrays, ...counts, locale, urlPrefix, synonyms, byteLength: buffer.byteLength }
}

export function idfOf(index: SearchIndex, term: number): number {
  return inverseDocumentFrequency(index.pageCount, index.termPages[term]!)
}

// Node's Buffer decodes and compares shared memory, which TextDecoder refuses.
export function pathOf(index: SearchIndex, page: number): string {
  const { paths } = index
  const start = index.pathStarts[page]!
  const encoded = Buffer.from(paths.buffer, paths.byteOffset + start, index.pathStarts[page + 1]! - start)
  return decodePath(encoded.toString('latin1'))
}
