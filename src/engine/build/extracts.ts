import type { SearchDocument } from '../index/document.ts'
import {
  ALIGNMENT,
  EXTRACTS_MAGIC,
  EXTRACTS_VERSION,
  HEADING_WEIGHT_STEPS,
  HIDDEN,
  NO_PARENT,
  NO_TERM,
  PAGE_NUMBERS,
  TRAILER_BYTES,
} from '../index/extracts.ts'
import { idfOf, openIndex, type SearchIndex } from '../index/open.ts'
import { inOrder } from './build.ts'
import { createTokenScanner, TOKEN_NUMBERS } from './extract-text.ts'
import { ensure, growableInt32, growableUint8, push, type Growable } from './growable.ts'

/** Text of a page of which extracts are made. What stands behind it is found, and shown by none. */
const PAGE_UNITS = 256 * 1024
/** Sections of a page, whose numbers have 16 bits. */
const PAGE_SECTIONS = HIDDEN
/** Gaps between entries end here, so that they fit a byte, and each cut finds an entry nearby. */
const GAP_UNITS = 100
const GAP_BYTES = 200
/** Pages are written together, since each step of a writer costs. */
const CHUNK_BYTES = 1 << 20

/** Where a sentence ends, in a text whose lines are separated by single line ends and words by single spaces. */
const SENTENCE_END = /[.!?…][)\]"'”’]*[ \n]|[。！？；][」』”’）]*[ \n]?|\n/g

/**
 * Writes the extracts of the pages of an index (`src/engine/index/extracts.ts`), given in any order, in chunks that are valid until the next
 * one.
 *
 * @throws {RangeError} when these are not all pages of the index.
 */
export function* writeExtracts(
  buffer: SharedArrayBuffer,
  documents: readonly SearchDocument[],
  onStep: () => void = () => {},
): Generator<Uint8Array> {
  const index = openIndex(buffer)
  const write = createPageWriter(index)
  const starts = new Uint32Array(index.pageCount + 1)
  const chunk = growableUint8(CHUNK_BYTES)
  let written = 0
  let page = 0
  for (const document of inOrder(documents)) {
    write(document, chunk)
    starts[++page] = (written + chunk.length) / ALIGNMENT
    if (chunk.length < CHUNK_BYTES) continue
    onStep()
    yield chunk.data.subarray(0, chunk.length)
    written += chunk.length
    chunk.length = 0
  }
  if (page !== index.pageCount) throw new RangeError(`${page} pages for an index of ${index.pageCount}`)
  yield chunk.data.subarray(0, chunk.length)
  yield new Uint8Array(starts.buffer)
  const trailer = Uint32Array.of(EXTRACTS_MAGIC, EXTRACTS_VERSION, index.pageCount, 0)
  yield new Uint8Array(trailer.buffer, 0, TRAILER_BYTES)
}

/** Makes what appends the extract of one page. */
function createPageWriter(index: SearchIndex): (document: SearchDocument, out: Growable<Uint8Array>) => void {
  const scan = createTokenScanner(index)
  const sections = growableInt32()
  const entries = growableInt32()
  const gapBytes = growableUint8()
  const gapUnits = growableUint8()
  const text = growableUint8()
  const names = growableUint8()
  const positioned = growableInt32()
  let positions = 0

  return ({ sections: all, title }, out) => {
    for (const list of [sections, entries, positioned]) list.length = 0
    for (const list of [gapBytes, gapUnits, text, names]) list.length = 0
    positions = 0
    const titleWeight = addText(title, null, false)
    const titleEntries = entries.length
    const titleBytes = text.length
    const shown = all.slice(0, PAGE_SECTIONS)
    const parents = parentsOf(shown)
    let unitsLeft = PAGE_UNITS
    let sectionCount = 0
    for (const { anchor, heading, text: whole } of shown) {
      if (unitsLeft <= 0) break
      const before = positions
      const numbers = [entries.length, 0, text.length, 0, names.length, before, 0, 0]
      numbers[7] = heading === '' ? 0 : addText(heading, null, true)
      const isHidden = heading !== '' && anchor === '' && whole === ''
      numbers[6] = Math.min(0xffff, positions - before) | ((isHidden ? HIDDEN : parents[sectionCount]!) << 16)
      sectionCount++
      numbers[1] = entries.length
      numbers[3] = text.length
      const lines = linesOf(whole.length > unitsLeft ? whole.slice(0, unitsLeft) : whole)
      addText(lines.replaceAll('\n', ' '), sentenceStarts(lines), true)
      unitsLeft -= heading.length + whole.length
      for (const number of numbers) push(sections, number)
      addName(JSON.stringify(anchor).slice(1, -1))
      addName(encodeURIComponent(anchor.toWellFormed()))
    }
    for (const number of [entries.length, entries.length, text.length, text.length, names.length, positions, 0, 0])
      push(sections, number)
    ensure(positioned, Math.ceil(entries.length / 32))
    positioned.length = Math.ceil(entries.length / 32)
    const head = [sectionCount, entries.length, text.length, names.length, titleEntries, titleBytes, titleWeight, 0]
    append(out, bytesOf(Int32Array.from(head), PAGE_NUMBERS))
    for (const list of [sections, entries, positioned]) append(out, bytesOf(list.data, list.length))
    for (const list of [gapBytes, gapUnits, text, names]) append(out, list.data.subarray(0, list.length))
    const end = Math.ceil(out.length / ALIGNMENT) * ALIGNMENT
    ensure(out, end)
    out.data.fill(0, out.length, end)
    out.length = end
    // Bits of the next page are set where there are none.
    positioned.data.fill(0, 0, positioned.length)
  }

  /**
   * Appends a text with its entries.
   *
   * @param sentences Where sentences begin, which are entries as well; null: nowhere.
   * @returns Σ idf of the words with positions, in HEADING_WEIGHT_STEPS
   */
  function addText(raw: string, sentences: readonly number[] | null, isCounted: boolean): number {
    const shown = raw.toWellFormed()
    ensure(text, text.length + shown.length * UNIT_BYTES)
    // Only titles and headings are weighed; they have no sentences.
    const isWeighed = sentences === null
    let weight = 0
    let unit = 0
    let byte = text.length
    let entryUnit = 0
    let next = 0
    const copyTo = (end: number): void => {
      for (; unit < end; unit++) {
        const code = shown.charCodeAt(unit)
        const isLong = unit - entryUnit >= GAP_UNITS || text.length - byte >= GAP_BYTES
        if (isLong && !isLowSurrogate(code)) addEntry(NO_TERM, 1, false)
        if (code >= 0x20 && code < 0x80 && code !== 0x22 && code !== 0x5c) text.data[text.length++] = code
        else writeUnit(text, shown, unit)
      }
    }
    const addEntry = (term: number, length: number, hasPosition: boolean): void => {
      if (hasPosition) {
        ensure(positioned, entries.length >> 5)
        positioned.data[entries.length >> 5]! |= 1 << (entries.length & 31)
        positions++
      }
      push(entries, (term << 8) | length)
      pushByte(gapBytes, text.length - byte)
      pushByte(gapUnits, unit - entryUnit)
      byte = text.length
      entryUnit = unit
    }
    const addSentences = (end: number): void => {
      while (sentences !== null && next < sentences.length && sentences[next]! <= end) {
        copyTo(sentences[next++]!)
        addEntry(NO_TERM, 0, false)
      }
    }
    const tokens = scan(shown)
    for (let at = 0; at < tokens.length; at += TOKEN_NUMBERS) {
      const term = tokens[at]!
      const start = tokens[at + 1]!
      const length = tokens[at + 2]! - start
      const hasPosition = tokens[at + 3] === 1
      addSentences(start)
      copyTo(start)
      const known = term >= 0 && term < NO_TERM
      if (known && isWeighed && hasPosition) weight += idfOf(index, term)
      addEntry(known ? term : NO_TERM, Math.min(255, Math.max(1, length)), isCounted && hasPosition)
    }
    addSentences(shown.length)
    copyTo(shown.length)
    return Math.round(weight * HEADING_WEIGHT_STEPS)
  }

  function addName(name: string): void {
    append(names, Buffer.from(`${name}\n`))
  }
}

/** Text of a section with single spaces and single line ends. */
function linesOf(text: string): string {
  if (hasSingleSpaces(text)) return text
  return text
    .replace(/\s*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

const LAST_NARROW = 0x9f

/** Whether a text has no white space but single spaces and line ends within it. Some texts without are said to have others. */
function hasSingleSpaces(text: string): boolean {
  let isAfterSpace = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isSpace = code === 0x20 || code === 0x0a
    if (isSpace ? isAfterSpace : code < 0x20 || (code > LAST_NARROW && OTHER_SPACE.test(text[i]!))) return false
    isAfterSpace = isSpace
  }
  return !isAfterSpace
}

const OTHER_SPACE = /\s/

/** Places at which sentences begin, and the end of the text. */
function sentenceStarts(lines: string): number[] {
  const starts: number[] = []
  for (const { 0: end, index } of lines.matchAll(SENTENCE_END)) starts.push(index + end.length)
  if (starts.at(-1) !== lines.length) starts.push(lines.length)
  return starts
}

/** Number of the section under which each section stands. */
function parentsOf(sections: SearchDocument['sections']): number[] {
  const open: number[] = []
  return sections.map(({ level = 0 }, number) => {
    while (open.length > 0 && (sections[open.at(-1)!]!.level ?? 0) >= level) open.pop()
    const parent = open.at(-1) ?? NO_PARENT
    if (level > 0) open.push(number)
    return parent
  })
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

const HEX = '0123456789abcdef'

/** Most bytes of a code unit in a JSON string. */
const UNIT_BYTES = 6

/** Appends a code unit of a well-formed text as in a JSON string, for which there is room; a high surrogate is written with the low one. */
function writeUnit(out: Growable<Uint8Array>, text: string, at: number): void {
  const { data } = out
  const code = text.charCodeAt(at)
  if (code < 0x20) {
    for (const sign of `\\u00${code >> 4}${HEX[code & 15]}`) data[out.length++] = sign.charCodeAt(0)
  } else if (code < 0x80) {
    if (code === 0x22 || code === 0x5c) data[out.length++] = 0x5c
    data[out.length++] = code
  } else if (code < 0x800) {
    data[out.length++] = 0xc0 | (code >> 6)
    data[out.length++] = 0x80 | (code & 0x3f)
  } else if (code >= 0xd800 && code <= 0xdbff) {
    const point = text.codePointAt(at)!
    data[out.length++] = 0xf0 | (point >> 18)
    data[out.length++] = 0x80 | ((point >> 12) & 0x3f)
    data[out.length++] = 0x80 | ((point >> 6) & 0x3f)
    data[out.length++] = 0x80 | (point & 0x3f)
  } else if (!isLowSurrogate(code)) {
    data[out.length++] = 0xe0 | (code >> 12)
    data[out.length++] = 0x80 | ((code >> 6) & 0x3f)
    data[out.length++] = 0x80 | (code & 0x3f)
  }
}

function pushByte(out: Growable<Uint8Array>, byte: number): void {
  ensure(out, out.length)
  out.data[out.length++] = byte
}

function bytesOf(numbers: Int32Array, length: number): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, length * 4)
}

function append(out: Growable<Uint8Array>, bytes: Uint8Array): void {
  ensure(out, out.length + bytes.length)
  out.data.set(bytes, out.length)
  out.length += bytes.length
}
