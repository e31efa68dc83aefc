import { readSync } from 'node:fs'

/**
 * What answers show of the texts of pages: snippets and the words in them. It is a file beside an index, since it is larger than
 * that and a query reads a few hundred bytes of it. Pages have the numbers of the index, and words the terms of the index.
 *
 * ```
 * page 0 │ page 1 │ … │ u32 start of each page and of the end, in units of 8 bytes │ u32 magic, version, number of pages, 0
 * ```
 *
 * A page is a run of 32-bit numbers, then of bytes. All of it begins at a multiple of 8:
 *
 * ```
 * u32 PAGE_NUMBERS     numbers of sections, entries, bytes of text, bytes of names; entries, bytes and weight of the title; numbers of
 *                      labels
 * u32 SECTION_NUMBERS  for each section, and for the end of the last one (`SECTION`)
 * u32 labels           for each section that has some: 16 bits section, 16 bits number of terms, and behind it the terms
 * u32 entries          24 bits term (NO_TERM: none), 8 bits length in UTF-16 code units
 * u32 positioned       a bit for each entry: whether positions of the index count it
 * u8  gap in bytes     from the entry before, or from the beginning of its text, for each entry
 * u8  gap in units     the same in UTF-16 code units
 * u8  text             UTF-8 as in JSON strings: title, then heading and text of each section. A text is one line
 * u8  names            fragments of headings as in JSON strings and as in addresses, each ended by a line end
 * ```
 *
 * Labels of a section are the words of its fragment, and those of the texts of links that lead to it, without words of its heading.
 *
 * Entries are the words and pairs of characters of a text in order. An entry of length 0 is where a sentence begins; one stands at
 * the end of each text of a section. Other entries without a term keep gaps small.
 */
export const EXTRACTS_VERSION = 2
export const EXTRACTS_MAGIC = 0x45504753
export const PAGE_NUMBERS = 8
export const SECTION_NUMBERS = 8
export const NO_TERM = 0xffffff
/** Bytes of the numbers at the end of the file. */
export const TRAILER_BYTES = 16
export const ALIGNMENT = 8
/** Steps of the weight of a title or heading in one unit of idf. */
export const HEADING_WEIGHT_STEPS = 16
/** Parent of a section that stands below no heading. */
export const NO_PARENT = 0xffff

/** Parent of a section that is shown to nobody: it has neither a fragment nor a text. */
export const HIDDEN = 0xfffe

/** Numbers of a section. */
export const SECTION = {
  headingEntry: 0,
  textEntry: 1,
  /** Where heading and text begin among the bytes of text. */
  headingStart: 2,
  textStart: 3,
  nameStart: 4,
  /** Number of entries with a position in the sections before. */
  positionsBefore: 5,
  /** 16 bits number of entries of the heading with a position, 16 bits number of the section above, NO_PARENT or HIDDEN. */
  headingPositions: 6,
  /** Σ idf of the words of the heading that have positions, in HEADING_WEIGHT_STEPS. */
  headingWeight: 7,
} as const

/** Data with which a thread opens extracts: a descriptor that the process keeps open, or the bytes themselves. */
export interface ExtractParts {
  readonly data: { readonly fd: number; readonly buffer?: undefined } | { readonly buffer: SharedArrayBuffer }
  readonly byteLength: number
}

/** The extract of one page. */
export interface PageExtract {
  readonly sectionCount: number
  readonly titleEntries: number
  readonly titleWeight: number
  readonly sections: Uint32Array
  readonly labels: Uint32Array
  readonly entries: Uint32Array
  readonly positioned: Uint32Array
  readonly gapBytes: Uint8Array
  readonly gapUnits: Uint8Array
  readonly text: Uint8Array
  readonly names: Uint8Array
}

export interface Extracts {
  readonly parts: ExtractParts
  /** Throws when the file cannot be read. */
  page(page: number): PageExtract
}

/** Opens the extracts of an index. Throws when they are of another format or of other pages. */
export function openExtracts(parts: ExtractParts, pageCount: number): Extracts {
  const { byteLength } = parts
  const tableBytes = (pageCount + 1) * 4
  const tableStart = byteLength - TRAILER_BYTES - tableBytes
  const [magic, version, pages] = numbers(read(parts, Math.max(0, byteLength - TRAILER_BYTES), TRAILER_BYTES))
  if (magic !== EXTRACTS_MAGIC || version !== EXTRACTS_VERSION || pages !== pageCount || tableStart < 0) {
    throw new Error('not the extracts of this index')
  }
  const starts = numbers(read(parts, tableStart, tableBytes))
  return {
    parts,
    page(page) {
      const start = starts[page]! * ALIGNMENT
      return viewPage(read(parts, start, starts[page + 1]! * ALIGNMENT - start))
    },
  }
}

function numbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
}

function read({ data }: ExtractParts, start: number, length: number): Uint8Array {
  if (data.buffer !== undefined) return new Uint8Array(data.buffer, start, length)
  const bytes = new Uint8Array(length)
  for (let done = 0; done < length;) {
    const bytesRead = readSync(data.fd, bytes, done, length - done, start + done)
    if (bytesRead === 0) throw new Error('the extracts are shorter than their table says')
    done += bytesRead
  }
  return bytes
}

function viewPage(bytes: Uint8Array): PageExtract {
  const all = numbers(bytes)
  const [
    sectionCount = 0,
    entryCount = 0,
    textBytes = 0,
    nameBytes = 0,
    titleEntries = 0,
    ,
    titleWeight = 0,
    labelCount = 0,
  ] = all
  const labelsAt = PAGE_NUMBERS + (sectionCount + 1) * SECTION_NUMBERS
  const entriesAt = labelsAt + labelCount
  const positionedAt = entriesAt + entryCount
  const bytesAt = positionedAt + Math.ceil(entryCount / 32)
  const gapsAt = bytesAt * 4
  const textAt = gapsAt + 2 * entryCount
  return {
    sectionCount,
    titleEntries,
    titleWeight,
    sections: all.subarray(PAGE_NUMBERS, labelsAt),
    labels: all.subarray(labelsAt, entriesAt),
    entries: all.subarray(entriesAt, positionedAt),
    positioned: all.subarray(positionedAt, bytesAt),
    gapBytes: bytes.subarray(gapsAt, gapsAt + entryCount),
    gapUnits: bytes.subarray(gapsAt + entryCount, textAt),
    text: bytes.subarray(textAt, textAt + textBytes),
    names: bytes.subarray(textAt + textBytes, textAt + textBytes + nameBytes),
  }
}
