import type { Locale } from '../shared/locale.ts'
import { unpackIndex, type IndexArrays } from './layout.ts'
import { inverseDocumentFrequency } from './scoring.ts'

/** An index as queries use it: views over the shared buffer, nothing copied. */
export interface SearchIndex extends IndexArrays {
  readonly locale: Locale
  readonly pageCount: number
  readonly partitionCount: number
  readonly termCount: number
  readonly synonyms: readonly (readonly string[])[]
  readonly byteLength: number
}

/** Throws where the buffer is not an index of this format. */
export function openIndex(buffer: SharedArrayBuffer): SearchIndex {
  const { header, arrays } = unpackIndex(buffer)
  const { locale, pageCount, partitionCount, termCount, synonyms } = header
  return { ...arrays, locale, pageCount, partitionCount, termCount, synonyms, byteLength: buffer.byteLength }
}

export function idfOf(index: SearchIndex, term: number): number {
  return inverseDocumentFrequency(index.pageCount, index.termPages[term]!)
}

// Node's Buffer decodes and compares shared memory, which TextDecoder refuses to do.
export function pathOf(index: SearchIndex, page: number): string {
  const { paths } = index
  const start = index.pathStarts[page]!
  return Buffer.from(paths.buffer, paths.byteOffset + start, index.pathStarts[page + 1]! - start).toString('utf8')
}
