import { allocateArrays, unpackArrays, type ArrayLengths, type ArraysOf, type ArrayTypes } from './packed-arrays.ts'
import type { Locale } from '../../shared/locale.ts'

/** One index is one SharedArrayBuffer (`packed-arrays.ts`), and the file of a generation is its bytes. The magic number reads "SGPX". */
const MAGIC = 0x58504753
export const FORMAT_VERSION = 5

/** A page number within its partition fits 16 bits, and the accumulators of a query stay in cache. An index may have smaller ones. */
export const PARTITION_PAGES = 16_384
/** A partition number fits 8 bits. */
export const MAX_PARTITIONS = 256

/** In an index of several partitions, terms on at least so many pages have a row of postings for each (`rows.ts`). */
export const DENSE_TERM_PAGES = 64

/** Terms on at least this part of the pages that the partitions have room for have `pageBits`, which are smaller than their postings then. */
export const BIT_TERM_PART = 1 / 15

/** Words of `pageBits` that share one of `bitRanks`. */
export const RANK_WORDS = 16

/** Postings that share one offset into `positionBytes`. */
export const POSITION_BLOCK = 16

export interface IndexHeader {
  readonly locale: Locale
  readonly siteUrl: string
  readonly pageCount: number
  /** Page p is page p mod partitionPages of partition ⌊p / partitionPages⌋. At most PARTITION_PAGES. */
  readonly partitionPages: number
  /** At least 1, also without any page; at most MAX_PARTITIONS. */
  readonly partitionCount: number
  readonly termCount: number
  /** Terms below this number are dense; in an index of one partition all are. */
  readonly denseTermCount: number
  /** Terms below this number have `pageBits`. */
  readonly bitTermCount: number
  readonly synonyms: readonly (readonly string[])[]
}

/** Every array of an index. "starts" arrays have one element more than there are rows: row i is [starts[i], starts[i + 1]). */
const INDEX_ARRAYS = {
  /** Open-addressed hash of term texts: an independent hash as fingerprint (0: empty), and the term's number. */
  termFingerprints: 'u32',
  termNumbers: 'u32',
  /** Per term. Terms are numbered by falling count of pages, among equals those of titles first. */
  termPages: 'u32',
  /** What one step of impact is worth. */
  termScale: 'f32',
  /**
   * Postings, pages ascending within a row. Row t · partitionCount + p is of the dense term t and partition p. Behind all of
   * these, row partitionCount · denseTermCount + t − denseTermCount is of the rare term t in all partitions, one after another.
   * So all that a query reads of a term lies together.
   */
  postingStarts: 'u32',
  /** Number within the partition. */
  postingPages: 'u16',
  /** 1 to 255: share of the term's largest impact in the whole index. */
  postingImpacts: 'u8',
  /** Of every row of a dense term: the largest impact in it, 0 where it is empty. What a partition can give at most. */
  denseRowImpacts: 'u8',
  /** Partition of every posting of a rare term, ascending within a row; the first is of the first posting behind the dense rows. */
  rarePartitions: 'u8',
  /**
   * A bit for each page that the most frequent terms are on, for kernels that count without scoring. Those of term t in partition p
   * are the ⌈partitionPages / 32⌉ words from (t · partitionCount + p) · ⌈partitionPages / 32⌉ on; page i is bit i mod 32 of word ⌊i / 32⌋.
   */
  pageBits: 'u32',
  /** How many bits of the row stand before each RANK_WORDS-th word of it, and so where in its row of postings a page is. */
  bitRanks: 'u16',
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
  /**
   * Where a term stands in the page, for every posting: varints (7 bits a byte, low bits first, the high bit says that more follow)
   * of distance · 2, + 1 for the posting's last. The first distance is from 0, where nothing stands: a posting without
   * positions is the single byte 1. `positionBlocks` has the offset of every POSITION_BLOCK-th posting, and the end.
   */
  positionBlocks: 'u32',
  positionBytes: 'u8',
  /** Where each section of a page ends. */
  sectionStarts: 'u32',
  sectionPositions: 'u16',
  /** Title, description and section of a page, as they stand in JSON strings, with a line end between (`display.ts`). */
  displayStarts: 'u32',
  display: 'u8',
  /** Percent-encoded paths with a leading slash; empty for the home page. */
  pathStarts: 'u32',
  paths: 'u8',
} as const satisfies ArrayTypes

export type IndexArrays = ArraysOf<typeof INDEX_ARRAYS>

const FORMAT = { name: 'search index', magic: MAGIC, version: FORMAT_VERSION, arrays: INDEX_ARRAYS }

/**
 * A new index whose arrays have the given lengths, zero, to be filled in place: a large one exists only once.
 *
 * @throws {RangeError} where it would be larger than 4 GiB.
 */
export function allocateIndex(
  header: IndexHeader,
  lengths: ArrayLengths<typeof INDEX_ARRAYS>,
): { buffer: SharedArrayBuffer; arrays: IndexArrays } {
  return allocateArrays(FORMAT, header, lengths)
}

/** Views over a packed index, without a copy. Throws where the buffer is not an index of this format. */
export function unpackIndex(buffer: SharedArrayBuffer): { header: IndexHeader; arrays: IndexArrays } {
  const { header, arrays } = unpackArrays(FORMAT, buffer)
  return { header: header as IndexHeader, arrays }
}
