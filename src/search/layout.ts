import { packArrays, unpackArrays, type ArraysOf, type ArrayTypes } from './packed-arrays.ts'
import type { Locale } from '../shared/locale.ts'

/** One index is one SharedArrayBuffer (`packed-arrays.ts`), and the file of a generation is its bytes. The magic number reads "SGPX". */
const MAGIC = 0x58504753
export const FORMAT_VERSION = 2

/** A page number within its partition fits 16 bits, and the accumulators of a query stay in cache. */
export const PARTITION_PAGES = 16_384

export interface IndexHeader {
  readonly locale: Locale
  readonly siteUrl: string
  readonly pageCount: number
  readonly partitionCount: number
  readonly termCount: number
  readonly synonyms: readonly (readonly string[])[]
}

/** Every array of an index. "starts" arrays have one element more than there are rows: row i is [starts[i], starts[i + 1]). */
const INDEX_ARRAYS = {
  /** Open-addressed hash of term texts: an independent hash as fingerprint (0: empty), and the term's number. */
  termFingerprints: 'u32',
  termNumbers: 'u32',
  /** Per term. Terms are numbered by falling importance: first those of titles, then by pages that hold them. */
  termPages: 'u32',
  termScale: 'f32',
  /** Postings of partition p and term t: row p · termCount + t. */
  postingStarts: 'u32',
  postingPages: 'u16',
  postingImpacts: 'u8',
  /** Surface forms sorted by code unit, for prefixes and typos. */
  surfaceStarts: 'u32',
  surfaceUnits: 'u16',
  surfaceTerms: 'u32',
  surfacePages: 'u32',
  /** Surface forms by the hash of what is left of them after deletions. */
  nearStarts: 'u32',
  nearSurfaces: 'u16',
  farStarts: 'u32',
  farSurfaces: 'u16',
  /** CJK signs, sorted, and for each the terms of the most frequent pairs that begin with it. */
  signCodes: 'u32',
  signStarts: 'u32',
  signTerms: 'u32',
  /** Pages whose title has a given hash (hash modulo the number of rows). */
  titleHashStarts: 'u32',
  titleHashPages: 'u32',
  titleHashes: 'u32',
  /** Normalised titles in UTF-8, their terms in order, and the sorted hashes of their trigrams and pairs. */
  titleStarts: 'u32',
  titleBytes: 'u8',
  titleTermStarts: 'u32',
  titleTerms: 'u32',
  gramStarts: 'u32',
  grams: 'u16',
  /** Positions of every posting as varint distances; `positionBlocks` has the offset of every POSITION_BLOCK-th posting. */
  positionBlocks: 'u32',
  positionSizes: 'u8',
  positionBytes: 'u8',
  /** Where each section of a page ends. */
  sectionStarts: 'u32',
  sectionPositions: 'u16',
  /** What a page puts into an answer, as JSON bytes, up to its URLs. */
  displayStarts: 'u32',
  display: 'u8',
  /** Percent-encoded paths with a leading slash; empty for the home page. */
  pathStarts: 'u32',
  paths: 'u8',
} as const satisfies ArrayTypes

export type IndexArrays = ArraysOf<typeof INDEX_ARRAYS>

const FORMAT = { name: 'search index', magic: MAGIC, version: FORMAT_VERSION, arrays: INDEX_ARRAYS }

/** Packs the arrays into one new SharedArrayBuffer. */
export function packIndex(header: IndexHeader, arrays: IndexArrays): SharedArrayBuffer {
  return packArrays(FORMAT, header, arrays)
}

/** Views over a packed index, without a copy. Throws where the buffer is not an index of this format. */
export function unpackIndex(buffer: SharedArrayBuffer): { header: IndexHeader; arrays: IndexArrays } {
  const { header, arrays } = unpackArrays(FORMAT, buffer)
  return { header: header as IndexHeader, arrays }
}
