import { NO_TERM } from '../index/extracts.ts'
import { unitsOf } from '../text/analyse.ts'
import { ensure, growableInt32, growableUint8, push, type Growable } from './growable.ts'
import type { TokenReader } from './token-log.ts'

/** Gaps between entries end here, so that they fit a byte, and each cut finds an entry nearby. */
const GAP_UNITS = 100
const GAP_BYTES = 200

/** Kind of a code unit: what is written as it is, and what needs more. */
const PLAIN = 0
const CODED = 1
const SPACE = 2
/** It ends a sentence where white space follows, perhaps behind signs of CLOSING. */
const STOP = 3
/** It ends a sentence wherever it stands, together with signs of WIDE_CLOSING. */
const WIDE_STOP = 4

const KINDS = createKinds()
const CLOSING = `)]"'”’`
const WIDE_CLOSING = '」』”’）'

function createKinds(): Uint8Array {
  const kinds = new Uint8Array(65_536).fill(CODED).fill(PLAIN, 0x20, 0x80)
  const space = /\s/
  for (let code = 0; code < kinds.length; code++) if (space.test(String.fromCharCode(code))) kinds[code] = SPACE
  for (const sign of '"\\') kinds[sign.charCodeAt(0)] = CODED
  for (const sign of '.!?…') kinds[sign.charCodeAt(0)] = STOP
  for (const sign of '。！？；') kinds[sign.charCodeAt(0)] = WIDE_STOP
  return kinds
}

/** Texts of a page and their entries, as extracts hold them (`src/engine/index/extracts.ts`). */
export interface ExtractTexts {
  readonly entries: Growable<Int32Array>
  readonly positioned: Growable<Int32Array>
  readonly gapBytes: Growable<Uint8Array>
  readonly gapUnits: Growable<Uint8Array>
  readonly text: Growable<Uint8Array>
  /** Number of entries with a position. */
  readonly positions: number
  /** Removes all, for the next page. */
  clear(): void
  /** Appends a title, whose words are marked as positioned and have no number among the positions. */
  addTitle(title: string, tokens: TokenReader): void
  /** Appends a heading, whose entries have positions. */
  addHeading(heading: string, tokens: TokenReader): void
  /**
   * Appends the text of a section in one line with single spaces. Its entries have positions. Others are where its sentences begin.
   *
   * @param length Units of the text to append.
   */
  addSection(text: string, length: number, tokens: TokenReader): void
}

export function createExtractTexts(): ExtractTexts {
  const entries = growableInt32()
  const positioned = growableInt32()
  const gapBytes = growableUint8()
  const gapUnits = growableUint8()
  const text = growableUint8()
  let positions = 0
  /** Units of the text that are written, and where its last entry is. */
  let unit = 0
  let entryUnit = 0
  let entryByte = 0

  return {
    entries,
    positioned,
    gapBytes,
    gapUnits,
    text,
    get positions() {
      return positions
    },
    clear() {
      // Bits of the next page are set where there are none.
      positioned.data.fill(0, 0, (entries.length >> 5) + 1)
      for (const list of [entries, positioned]) list.length = 0
      for (const list of [gapBytes, gapUnits, text]) list.length = 0
      positions = 0
    },
    addTitle: (title, tokens) => addName(title, tokens, false),
    addHeading: (heading, tokens) => addName(heading, tokens, true),
    addSection(whole, length, tokens) {
      const units = begin(whole)
      let next = startOf(tokens)
      /** STOP or WIDE_STOP behind which a sentence may begin, else PLAIN. */
      let stop = PLAIN
      for (let i = 0; i < length; i++) {
        const code = units[i]!
        const kind = KINDS[code]!
        if (kind === SPACE) {
          let isLineEnd = code === LINE_END
          while (i + 1 < length && KINDS[units[i + 1]!] === SPACE) if (units[++i] === LINE_END) isLineEnd = true
          if (unit === 0 || i + 1 === length) continue
          // A token begins here where a mark stands on the space.
          while (next <= i) next = addToken(tokens, true)
          write(SPACE_CODE, units, i)
          if (isLineEnd || stop !== PLAIN) addEntry(NO_TERM, 0)
          stop = PLAIN
          continue
        }
        if (kind > SPACE || stop !== PLAIN) {
          const isClosing =
            stop !== PLAIN && (stop === STOP ? CLOSING : WIDE_CLOSING).includes(String.fromCharCode(code))
          if (stop === WIDE_STOP && !isClosing) addEntry(NO_TERM, 0)
          if (!isClosing) stop = kind > SPACE ? kind : PLAIN
        }
        while (next <= i) next = addToken(tokens, true)
        write(code, units, i)
      }
      while (next < length) next = addToken(tokens, true)
      addEntry(NO_TERM, 0)
    },
  }

  function addName(name: string, tokens: TokenReader, isCounted: boolean): void {
    const units = begin(name)
    let next = startOf(tokens)
    for (let i = 0; i < name.length; i++) {
      while (next <= i) next = addToken(tokens, isCounted)
      write(units[i]!, units, i)
    }
  }

  /** Begins a text, for which there is room then. @returns its units, well formed */
  function begin(raw: string): Uint16Array {
    ensure(text, text.length + raw.length * UNIT_BYTES)
    unit = 0
    entryUnit = 0
    entryByte = text.length
    return unitsOf(raw.toWellFormed())
  }

  /** Writes a unit of a text; a high surrogate is written with the low one. */
  function write(code: number, units: Uint16Array, at: number): void {
    const isLow = code >= 0xdc00 && code <= 0xdfff
    if ((unit - entryUnit >= GAP_UNITS || text.length - entryByte >= GAP_BYTES) && !isLow) addEntry(NO_TERM, 1)
    unit++
    if (KINDS[code] === PLAIN) text.data[text.length++] = code
    else if (!isLow) writeCoded(text, code, units[at + 1]!)
  }

  /** Adds the token at which a reader stands. @returns where the next one begins, or Infinity */
  function addToken(tokens: TokenReader, isCounted: boolean): number {
    if (tokens.hasPosition) {
      ensure(positioned, entries.length >> 5)
      positioned.data[entries.length >> 5]! |= 1 << (entries.length & 31)
      if (isCounted) positions++
    }
    addEntry(Math.min(NO_TERM, tokens.term), tokens.length)
    return startOf(tokens)
  }

  function addEntry(term: number, length: number): void {
    push(entries, (term << 8) | length)
    pushByte(gapBytes, text.length - entryByte)
    pushByte(gapUnits, unit - entryUnit)
    entryByte = text.length
    entryUnit = unit
  }
}

/** Where the next token begins, or Infinity. */
function startOf(tokens: TokenReader): number {
  return tokens.next() ? tokens.start : Infinity
}

const LINE_END = 0x0a
const SPACE_CODE = 0x20
const HEX = '0123456789abcdef'

/** Most bytes of a code unit in a JSON string. */
const UNIT_BYTES = 6

/** Appends a code unit as in a JSON string, a high surrogate with the `low` one behind it. */
function writeCoded(out: Growable<Uint8Array>, code: number, low: number): void {
  const { data } = out
  if (code < 0x20) {
    for (const sign of `\\u00${code >> 4}${HEX[code & 15]}`) data[out.length++] = sign.charCodeAt(0)
  } else if (code < 0x80) {
    if (code === 0x22 || code === 0x5c) data[out.length++] = 0x5c
    data[out.length++] = code
  } else if (code < 0x800) {
    data[out.length++] = 0xc0 | (code >> 6)
    data[out.length++] = 0x80 | (code & 0x3f)
  } else if (code >= 0xd800 && code <= 0xdbff) {
    const point = ((code - 0xd800) << 10) + (low - 0xdc00) + 0x10000
    data[out.length++] = 0xf0 | (point >> 18)
    data[out.length++] = 0x80 | ((point >> 12) & 0x3f)
    data[out.length++] = 0x80 | ((point >> 6) & 0x3f)
    data[out.length++] = 0x80 | (point & 0x3f)
  } else {
    data[out.length++] = 0xe0 | (code >> 12)
    data[out.length++] = 0x80 | ((code >> 6) & 0x3f)
    data[out.length++] = 0x80 | (code & 0x3f)
  }
}

function pushByte(out: Growable<Uint8Array>, byte: number): void {
  ensure(out, out.length)
  out.data[out.length++] = byte
}
