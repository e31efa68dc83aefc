import type { Locale } from '../shared/locale.ts'

/**
 * One index is one SharedArrayBuffer, and the file of a generation is its bytes:
 *
 *     ┌─────────┬─────────┬──────────────┬────────────┬─────────┬───────┬─────────┐
 *     │ "SGPX"  │ version │ header bytes │ JSON header │ array 0 │ array │ …       │   arrays begin at multiples of 8
 *     └─────────┴─────────┴──────────────┴────────────┴─────────┴───────┴─────────┘
 *       u32       u32       u32
 *
 * The header names every array with its type, offset and length, so that a reader in any language needs nothing else.
 */
const MAGIC = 0x58504753
export const FORMAT_VERSION = 2
const PREAMBLE_BYTES = 12

/** A page number within its partition fits 16 bits, and the accumulators of a query stay in cache. */
export const PARTITION_PAGES = 16_384

const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const

interface TypeOf {
  u8: Uint8Array
  u16: Uint16Array
  u32: Uint32Array
  f32: Float32Array
}

type TypeName = keyof typeof TYPES

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
} as const satisfies Record<string, TypeName>

export type ArrayName = keyof typeof INDEX_ARRAYS
export type IndexArrays = { readonly [N in ArrayName]: TypeOf[(typeof INDEX_ARRAYS)[N]] }

interface StoredHeader extends IndexHeader {
  readonly arrays: Record<string, { readonly offset: number; readonly length: number }>
}

/** Packs the arrays into one new SharedArrayBuffer. */
export function packIndex(header: IndexHeader, arrays: IndexArrays): SharedArrayBuffer {
  const names = Object.keys(INDEX_ARRAYS) as ArrayName[]
  const place = (first: number): { stored: StoredHeader; end: number } => {
    let offset = first
    const table: Record<string, { offset: number; length: number }> = {}
    for (const name of names) {
      offset = Math.ceil(offset / 8) * 8
      table[name] = { offset, length: arrays[name].length }
      offset += arrays[name].byteLength
    }
    return { stored: { ...header, arrays: table }, end: offset }
  }
  // The header's own length moves the offsets it holds, so room for it is set aside with a margin.
  const room = Buffer.byteLength(JSON.stringify(place(0).stored)) + names.length * 12
  const { stored, end } = place(PREAMBLE_BYTES + room)
  const json = Buffer.from(JSON.stringify(stored))
  const buffer = new SharedArrayBuffer(end)
  new Uint32Array(buffer, 0, 3).set([MAGIC, FORMAT_VERSION, json.length])
  new Uint8Array(buffer).set(json, PREAMBLE_BYTES)
  for (const name of names) {
    const { offset, length } = stored.arrays[name]!
    view(INDEX_ARRAYS[name], buffer, offset, length).set(arrays[name])
  }
  return buffer
}

/** Views over a packed index, without a copy. Throws where the buffer is not an index of this format. */
export function unpackIndex(buffer: SharedArrayBuffer): { header: IndexHeader; arrays: IndexArrays } {
  const preamble = buffer.byteLength >= PREAMBLE_BYTES ? new Uint32Array(buffer, 0, 3) : [0, 0, 0]
  if (preamble[0] !== MAGIC) throw new Error('not a search index: wrong magic number')
  if (preamble[1] !== FORMAT_VERSION) {
    throw new Error(`search index of format ${preamble[1]}, this version reads ${FORMAT_VERSION}`)
  }
  // A copy, because TextDecoder refuses shared memory.
  const json = Buffer.from(new Uint8Array(buffer, PREAMBLE_BYTES, preamble[2]).slice())
  const stored = JSON.parse(json.toString('utf8')) as StoredHeader
  const arrays: Record<string, unknown> = {}
  for (const name of Object.keys(INDEX_ARRAYS) as ArrayName[]) {
    const place = stored.arrays[name]
    if (place === undefined) throw new Error(`search index lacks the array ${name}`)
    arrays[name] = view(INDEX_ARRAYS[name], buffer, place.offset, place.length)
  }
  return { header: stored, arrays: arrays as IndexArrays }
}

function view(type: TypeName, buffer: SharedArrayBuffer, offset: number, length: number): TypeOf[TypeName] {
  const ArrayType: new (buffer: ArrayBufferLike, offset: number, length: number) => TypeOf[TypeName] = TYPES[type]
  return new ArrayType(buffer, offset, length)
}
