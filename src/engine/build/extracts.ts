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
import { addAll, createIndexBuilder, inOrder, type BuildOptions } from './build.ts'
import { ensure, growableInt32, growableUint8, push, type Growable } from './growable.ts'
import { shownText } from './shown-text.ts'
import { createTokenLog, type TokenLog, type TokenReader } from './token-log.ts'

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
 * Builds the index of pages, given in any order, and what writes their extracts (`src/engine/index/extracts.ts`): once, in chunks that are
 * valid until the next one. Throws the same errors as `IndexBuilder`.
 */
export function buildWithExtracts(
  documents: readonly SearchDocument[],
  options: BuildOptions,
): { readonly index: SharedArrayBuffer; readonly extracts: (onStep?: () => void) => Iterable<Uint8Array> } {
  const pages = inOrder(documents)
  const log = createTokenLog()
  const index = addAll(pages, createIndexBuilder(options, log), options)
  return { index, extracts: (onStep = () => {}) => writeExtracts(openIndex(index), pages, log, onStep) }
}

function* writeExtracts(
  index: SearchIndex,
  pages: readonly SearchDocument[],
  log: TokenLog,
  onStep: () => void,
): Generator<Uint8Array> {
  const write = createPageWriter(index)
  const starts = new Uint32Array(index.pageCount + 1)
  const chunk = growableUint8(CHUNK_BYTES)
  let written = 0
  for (const [page, document] of pages.entries()) {
    write(document, log.read(page), chunk)
    starts[page + 1] = (written + chunk.length) / ALIGNMENT
    if (chunk.length < CHUNK_BYTES) continue
    onStep()
    yield chunk.data.subarray(0, chunk.length)
    written += chunk.length
    chunk.length = 0
  }
  yield chunk.data.subarray(0, chunk.length)
  yield new Uint8Array(starts.buffer)
  const trailer = Uint32Array.of(EXTRACTS_MAGIC, EXTRACTS_VERSION, index.pageCount, 0)
  yield new Uint8Array(trailer.buffer, 0, TRAILER_BYTES)
}

/** Makes what appends the extract of one page. */
function createPageWriter(
  index: SearchIndex,
): (document: SearchDocument, tokens: TokenReader, out: Growable<Uint8Array>) => void {
  const sections = growableInt32()
  const entries = growableInt32()
  const gapBytes = growableUint8()
  const gapUnits = growableUint8()
  const text = growableUint8()
  const names = growableUint8()
  const positioned = growableInt32()
  let positions = 0

  return ({ sections: all, title }, tokens, out) => {
    for (const list of [sections, entries, positioned]) list.length = 0
    for (const list of [gapBytes, gapUnits, text, names]) list.length = 0
    positions = 0
    const titleWeight = addText(title.toWellFormed(), tokens, false, false)
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
      numbers[7] = addText(heading.toWellFormed(), tokens, false, true)
      const isHidden = heading !== '' && anchor === '' && whole === ''
      numbers[6] = Math.min(0xffff, positions - before) | ((isHidden ? HIDDEN : parents[sectionCount]!) << 16)
      sectionCount++
      numbers[1] = entries.length
      numbers[3] = text.length
      addText(shownText(whole.length > unitsLeft ? whole.slice(0, unitsLeft) : whole), tokens, true, true)
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
   * @param isSection Whether sentences begin in it, which are entries as well, and its line ends are shown as spaces.
   * @returns Σ idf of the words with positions, in HEADING_WEIGHT_STEPS, of a title or heading
   */
  function addText(shown: string, tokens: TokenReader, isSection: boolean, isCounted: boolean): number {
    const { length } = shown
    ensure(text, text.length + length * UNIT_BYTES)
    const bytes = text.data
    const first = text.length
    let weight = 0
    let unit = 0
    let byte = first
    let entryUnit = 0
    let entryByte = byte
    let sentence = isSection ? nextSentence(shown, 0) : Infinity
    // Tokens behind the end are of a text that is not shown to its end, which is the last one of its page.
    let isToken = tokens.next() && tokens.start < length
    for (;;) {
      const tokenStart = isToken ? tokens.start : length
      const isSentence = sentence <= tokenStart
      const end = isSentence ? sentence : tokenStart
      for (; unit < end; unit++) {
        const code = shown.charCodeAt(unit)
        if ((unit - entryUnit >= GAP_UNITS || byte - entryByte >= GAP_BYTES) && !isLowSurrogate(code)) {
          addEntry(NO_TERM, 1, byte - entryByte, unit - entryUnit)
          entryByte = byte
          entryUnit = unit
        }
        if (code >= 0x20 && code < 0x80 && code !== 0x22 && code !== 0x5c) bytes[byte++] = code
        else if (code === 0x0a && isSection) bytes[byte++] = 0x20
        else byte = writeUnit(bytes, byte, shown, unit)
      }
      if (isSentence) {
        addEntry(NO_TERM, 0, byte - entryByte, unit - entryUnit)
        sentence = sentence === length ? Infinity : nextSentence(shown, sentence)
      } else if (!isToken) {
        break
      } else {
        const { hasPosition, term } = tokens
        const isKnown = term < NO_TERM
        if (hasPosition) {
          if (isKnown && !isSection) weight += idfOf(index, term)
          if (isCounted) addPosition()
        }
        addEntry(
          isKnown ? term : NO_TERM,
          Math.min(tokens.length, length - tokens.start),
          byte - entryByte,
          unit - entryUnit,
        )
        isToken = tokens.next() && tokens.start < length
      }
      entryByte = byte
      entryUnit = unit
    }
    text.length = byte
    return Math.round(weight * HEADING_WEIGHT_STEPS)
  }

  /** Gives the next entry a position. */
  function addPosition(): void {
    ensure(positioned, entries.length >> 5)
    positioned.data[entries.length >> 5]! |= 1 << (entries.length & 31)
    positions++
  }

  function addEntry(term: number, length: number, bytesBefore: number, unitsBefore: number): void {
    push(entries, (term << 8) | length)
    pushByte(gapBytes, bytesBefore)
    pushByte(gapUnits, unitsBefore)
  }

  function addName(name: string): void {
    append(names, Buffer.from(`${name}\n`))
  }
}

/** Where the next sentence begins behind `from`, or the end of the text. */
function nextSentence(lines: string, from: number): number {
  SENTENCE_END.lastIndex = from
  return SENTENCE_END.test(lines) ? SENTENCE_END.lastIndex : lines.length
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

/**
 * Writes a code unit of a well-formed text as in a JSON string, for which there is room; a high surrogate is written with the low one.
 * @returns the end of the written bytes
 */
function writeUnit(data: Uint8Array, start: number, text: string, unit: number): number {
  const code = text.charCodeAt(unit)
  let at = start
  if (code < 0x20) {
    for (const sign of `\\u00${code >> 4}${HEX[code & 15]}`) data[at++] = sign.charCodeAt(0)
  } else if (code < 0x80) {
    if (code === 0x22 || code === 0x5c) data[at++] = 0x5c
    data[at++] = code
  } else if (code < 0x800) {
    data[at++] = 0xc0 | (code >> 6)
    data[at++] = 0x80 | (code & 0x3f)
  } else if (code >= 0xd800 && code <= 0xdbff) {
    const point = text.codePointAt(unit)!
    data[at++] = 0xf0 | (point >> 18)
    data[at++] = 0x80 | ((point >> 12) & 0x3f)
    data[at++] = 0x80 | ((point >> 6) & 0x3f)
    data[at++] = 0x80 | (point & 0x3f)
  } else if (!isLowSurrogate(code)) {
    data[at++] = 0xe0 | (code >> 12)
    data[at++] = 0x80 | ((code >> 6) & 0x3f)
    data[at++] = 0x80 | (code & 0x3f)
  }
  return at
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
