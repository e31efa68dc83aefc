import { allocateArrays, unpackArrays, type ArrayLengths, type ArraysOf, type ArrayTypes } from './packed-arrays.ts'
import type { Locale } from '../../shared/locale.ts'

/**
 * An index is one SharedArrayBuffer (`packed-arrays.ts`), and its file in a generation has the same bytes. The magic number reads
 * "SGPX".
 */
const MAGIC = 0x58504753
export const FORMAT_VERSION = 7

/** Largest number of pages in a partition: page numbers fit 16 bits, and the accumulators of a query stay in cache. */
export const PARTITION_PAGES = 16_384
/** Largest number of partitions: partition numbers fit 8 bits. */
export const MAX_PARTITIONS = 256

/** In an index of several partitions, terms on at least this many pages have a row of postings for each partition (`rows.ts`). */
export const DENSE_TERM_PAGES = 64

/** Terms on at least this share of the page capacity of the partitions have `pageBits`, which are then smaller than their postings. */
export const BIT_TERM_PART = 1 / 15

/** Number of words of `pageBits` that share one element of `bitRanks`. */
export const RANK_WORDS = 16

/** Number of postings that share one offset into `positionBytes`. */
export const POSITION_BLOCK = 16

export interface IndexHeader {
  readonly locale: Locale
  readonly pageCount: number
  /** Pages of a partition, at most PARTITION_PAGES. Page p is page p mod partitionPages of partition ⌊p / partitionPages⌋. */
  readonly partitionPages: number
  /** Number of partitions, from 1 (also without any page) to MAX_PARTITIONS. */
  readonly partitionCount: number
  readonly termCount: number
  /** Terms below this number are dense; in an index of one partition all terms are. */
  readonly denseTermCount: number
  /** Terms below this number have `pageBits`. */
  readonly bitTermCount: number
  readonly synonyms: readonly (readonly string[])[]
}

/** Every array of an index. "starts" arrays have one element more than there are rows: row i is [starts[i], starts[i + 1]). */
const INDEX_ARRAYS = {
  /** Open-addressed hash table of term texts: an independent hash as fingerprint (0: empty), and the term's number. */
  termFingerprints: 'u32',
  termNumbers: 'u32',
  /** Page count of each term. Terms are numbered by falling page count; among equals, terms in titles come first. */
  termPages: 'u32',
  /** Score of one step of impact, by term. */
  termScale: 'f32',
  /**
   * Postings, pages ascending within a row. Row t · partitionCount + p holds dense term t in partition p. Rows of rare terms
   * follow: row partitionCount · denseTermCount + t − denseTermCount holds rare term t in all partitions, one after another. All
   * data that a query reads of a term is therefore contiguous.
   */
  postingStarts: 'u32',
  /** Number of the page within its partition. */
  postingPages: 'u16',
  /** Impact from 1 to 255: share of the term's largest impact in the whole index. */
  postingImpacts: 'u8',
  /** Largest impact in each row of a dense term, 0 for an empty row. It bounds what a partition can contribute. */
  denseRowImpacts: 'u8',
  /**
   * Partition of every posting of a rare term, ascending within a row. The first element belongs to the first posting behind the
   * dense rows.
   */
  rarePartitions: 'u8',
  /**
   * Bits of the pages with each of the most frequent terms, for kernels that count without scoring. Term t in partition p has the
   * ⌈partitionPages / 32⌉ words from (t · partitionCount + p) · ⌈partitionPages / 32⌉. Page i is bit i mod 32 of word ⌊i / 32⌋.
   */
  pageBits: 'u32',
  /** Number of bits set before each RANK_WORDS-th word of a row, which gives the position of a page in its row of postings. */
  bitRanks: 'u16',
  /** Surface forms sorted by code unit, for prefixes and typos. */
  surfaceStarts: 'u32',
  surfaceUnits: 'u16',
  surfaceTerms: 'u32',
  surfacePages: 'u32',
  /** Surface forms by the hashes of their letters after deletions. */
  nearStarts: 'u32',
  nearSurfaces: 'u16',
  farStarts: 'u32',
  farSurfaces: 'u16',
  /** CJK characters, sorted, and for each the terms of the most frequent pairs that begin with it. */
  signCodes: 'u32',
  signStarts: 'u32',
  signTerms: 'u32',
  /** Pages by the hash of their title, modulo the number of rows. */
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
  /** Labels of pages, as `labels.ts` packs them; each row is that of a page, and empty where pages are not reranked. */
  labelStarts: 'u32',
  labels: 'u32',
  /** How much links lead to each page, up to 255. */
  prominences: 'u8',
  /**
   * Positions of each posting's term in the page, as varints (7 bits a byte, low bits first, high bit set when more bytes follow).
   * Each varint is distance · 2, plus 1 for the last one of the posting. The first distance is from position 0, which is never
   * used, so a posting without positions is the single byte 1. `positionBlocks` has the offset of every POSITION_BLOCK-th posting,
   * and the end.
   */
  positionBlocks: 'u32',
  positionBytes: 'u8',
  /** End position of each section of a page. */
  sectionStarts: 'u32',
  sectionPositions: 'u16',
  /** Title, description and section of a page as in JSON strings, separated by a line end (`display.ts`). */
  displayStarts: 'u32',
  display: 'u8',
  /** Percent-encoded paths with a leading slash; empty for the home page. */
  pathStarts: 'u32',
  paths: 'u8',
  /** Full addresses of the pages on another site, as in JSON strings; both arrays are empty where the pages are on no other site. */
  siteAddressStarts: 'u32',
  siteAddresses: 'u8',
} as const satisfies ArrayTypes

export type IndexArrays = ArraysOf<typeof INDEX_ARRAYS>

const FORMAT = { name: 'search index', magic: MAGIC, version: FORMAT_VERSION, arrays: INDEX_ARRAYS }

/**
 * Allocates a new index whose arrays have the given lengths and are zeroed. The arrays are filled in place, so a large index exists
 * only once.
 *
 * @throws {RangeError} when the index would be larger than 4 GiB.
 */
export function allocateIndex(
  header: IndexHeader,
  lengths: ArrayLengths<typeof INDEX_ARRAYS>,
): { buffer: SharedArrayBuffer; arrays: IndexArrays } {
  return allocateArrays(FORMAT, header, lengths)
}

/** Returns views over a packed index without a copy. Throws when the buffer is not an index of this format. */
export function unpackIndex(buffer: SharedArrayBuffer): { header: IndexHeader; arrays: IndexArrays } {
  const { header, arrays } = unpackArrays(FORMAT, buffer)
  return { header: header as IndexHeader, arrays }
}
