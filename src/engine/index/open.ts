import type { Locale } from '../../shared/locale.ts'
import { checkIndex } from './check-index.ts'
import { decodePath } from './display.ts'
import { openExtracts, type ExtractParts, type Extracts } from './extracts.ts'
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
  /** What answers show of the texts of pages; null where none was made. */
  readonly extracts: Extracts | null
}

/**
 * Opens an index with the extracts beside it. Throws when the buffer is not an index of this format, or is damaged, and when the
 * extracts are those of another.
 *
 * @param siteUrl Origin with which the addresses of answers begin. An index holds no origin.
 */
export function openIndex(buffer: SharedArrayBuffer, extracts: ExtractParts | null = null, siteUrl = ''): SearchIndex {
  const { header, arrays } = unpackIndex(buffer)
  checkIndex(header, arrays)
  const { locale, synonyms } = header
  const { pageCount, partitionPages, partitionCount, termCount, denseTermCount, bitTermCount } = header
  const urlPrefix = Buffer.from(JSON.stringify(`${siteUrl}/${locale}`).slice(1, -1))
  const counts = { pageCount, partitionPages, partitionCount, termCount, denseTermCount, bitTermCount }
  const opened = extracts === null ? null : openExtracts(extracts, pageCount)
  return { ...arrays, ...counts, locale, urlPrefix, synonyms, byteLength: buffer.byteLength, extracts: opened }
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
