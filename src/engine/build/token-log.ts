import { ensure, growableUint8, take, type Growable } from './growable.ts'
import { placesIn } from './places.ts'

/**
 * The tokens of the texts of pages that answers show, in order: title, then heading and text of each section. The collector finds them,
 * and extracts are made of them. A text is a run of tokens and a 0:
 *
 * ```
 * varint  1 + 2 · term of the vocabulary + (1 where the index counts a position)
 * varint  code units from the beginning of the token before, or from that of the text
 * u8      length in code units, from 1 to 255
 * ```
 */
export interface TokenLog {
  /** Begins a text of the current page. @param normal the same text as it is searched */
  beginText(text: string, normal: string): void
  /** Adds the token `normal[start, end)`. */
  add(term: number, start: number, end: number, hasPosition: boolean): void
  endText(): void
  /** Tokens of the page, which are valid until the next one. */
  takePage(): Uint8Array
}

const MOST_UNITS = 255
/** Most bytes of a token: two numbers of 32 bits and the length. */
const TOKEN_BYTES = 11

export function createTokenLog(): TokenLog {
  const bytes = growableUint8(1 << 16)
  let places: Int32Array | null = null
  let before = 0

  return {
    beginText(text, normal) {
      places = text === normal ? null : placesIn(text, normal.length)
      before = 0
    },
    add(term, from, to, hasPosition) {
      const start = places === null ? from : places[from]!
      const end = places === null ? to : places[to]!
      ensure(bytes, bytes.length + TOKEN_BYTES)
      pushVarint(bytes, 1 + term * 2 + (hasPosition ? 1 : 0))
      pushVarint(bytes, start - before)
      bytes.data[bytes.length++] = Math.min(MOST_UNITS, Math.max(1, end - start))
      before = start
    },
    endText() {
      ensure(bytes, bytes.length)
      bytes.data[bytes.length++] = 0
    },
    takePage: () => take(bytes),
  }
}

function pushVarint(out: Growable<Uint8Array>, value: number): void {
  const { data } = out
  let rest = value
  for (; rest > 127; rest >>>= 7) data[out.length++] = (rest & 127) | 128
  data[out.length++] = rest
}

/** The token at which a reader stands. */
export interface TokenReader {
  term: number
  start: number
  length: number
  hasPosition: boolean
  /** Goes to the next token of the text. @returns false at the end of the text, behind which the next one begins */
  next(): boolean
}

/** Reads the tokens of a page. */
export function readTokens(bytes: Uint8Array): TokenReader {
  let at = 0
  const readVarint = (): number => {
    let byte = bytes[at++]!
    if (byte < 128) return byte
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!
      value |= (byte & 127) << shift
    }
    return value
  }
  const reader: TokenReader = {
    term: 0,
    start: 0,
    length: 0,
    hasPosition: false,
    next() {
      const value = readVarint() - 1
      if (value === -1) {
        reader.start = 0
        return false
      }
      reader.term = value >> 1
      reader.hasPosition = (value & 1) === 1
      reader.start += readVarint()
      reader.length = bytes[at++]!
      return true
    },
  }
  return reader
}
