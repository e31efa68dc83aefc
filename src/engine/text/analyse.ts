import { stemmer } from 'stemmer'
import { CHARACTER_CLASS, OTHER, UNDERSCORE, WORD, type RunKind } from './characters.ts'

/** Limit of a word's length. Longer words (hashes, minified code) are noise and are dropped. */
const MAX_WORD_LENGTH = 48

/** Units of 0 behind a text, which end a scan. */
const ROOM = 3
/** Length from which on a call of Node.js copies a text in less time than a loop. */
const LONG_TEXT = 128
let scratch = new Uint16Array(1024)

/** Copies a text into an array that is valid until the next call. Its units are read in a quarter of the time that those of a string take. */
export function unitsOf(text: string): Uint16Array {
  const { length } = text
  if (length + ROOM > scratch.length) scratch = new Uint16Array(2 * length + ROOM)
  if (length < LONG_TEXT) for (let i = 0; i < length; i++) scratch[i] = text.charCodeAt(i)
  else Buffer.from(scratch.buffer).write(text, 'utf16le')
  scratch.fill(0, length, length + ROOM)
  return scratch
}

/**
 * Splits NFKC text into runs of one kind: words, Han and Kana, or Hangul. The possessive `'s` is left out. Other apostrophes inside
 * a word stay in its run and are removed by `toWord`. No scan may begin before another has ended.
 */
export function scanRuns(text: string, visit: (kind: RunKind, start: number, end: number) => void): void {
  scanUnits(unitsOf(text), text.length, visit)
}

/**
 * Splits `unitsOf` a text of `length` units like `scanRuns`.
 *
 * @param visit also takes a hash of the units of a word
 */
export function scanUnits(
  units: Uint16Array,
  length: number,
  visit: (kind: RunKind, start: number, end: number, hash: number) => void,
): void {
  let i = 0
  while (i < length) {
    const kind = CHARACTER_CLASS[units[i]!]!
    if (kind === OTHER) {
      i++
      continue
    }
    const start = i
    if (kind === WORD) {
      let hash = 0x811c9dc5 | 0
      for (;;) {
        for (; CHARACTER_CLASS[units[i]!] === WORD; i++) hash = Math.imul(hash ^ units[i]!, 0x01000193)
        if (!isApostrophe(units[i]!) || CHARACTER_CLASS[units[i + 1]!] !== WORD || isPossessive(units, i)) break
        hash = Math.imul(hash ^ units[i++]!, 0x01000193)
      }
      visit(WORD, start, i, hash)
      if (isPossessive(units, i)) i += 2
    } else {
      // A low surrogate belongs to its preceding high surrogate.
      for (i++; i < length && (CHARACTER_CLASS[units[i]!] === kind || isLowSurrogate(units[i]!));) i++
      visit(kind as RunKind, start, i, 0)
    }
  }
}

/** Whether `'s` at `at` ends a word. */
function isPossessive(units: Uint16Array, at: number): boolean {
  const isS = (units[at + 1]! | 0x20) === 0x73
  return isApostrophe(units[at]!) && isS && CHARACTER_CLASS[units[at + 2]!] !== WORD
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** Surface form of a word run: lower case, without apostrophes and outer underscores; `''` for a dropped word. */
export function toSurface(run: string): string {
  if (run.length > MAX_WORD_LENGTH * 2) return ''
  let word = run.toLowerCase()
  if (word.includes("'") || word.includes('’')) word = word.replace(/['’]/g, '')
  if (word.charCodeAt(0) === UNDERSCORE || word.charCodeAt(word.length - 1) === UNDERSCORE) {
    word = word.replace(/^_+|_+$/g, '')
  }
  return word.length > MAX_WORD_LENGTH ? '' : word
}

/** Index term of a surface form: the English stem of plain ASCII letters, otherwise the form itself. */
export function toTerm(surface: string): string {
  return surface.length > 2 && /^[a-z]+$/.test(surface) ? stemmer(surface) : surface
}

/** `getElementById` → get, Element, By, Id; `snake_case` → snake, case; a word of one part → none. */
export function splitIdentifier(run: string): string[] {
  const parts = run.match(/\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?[\p{Ll}\p{M}]+\d*|\d+|[^\p{Lu}\p{Ll}\p{M}\d_]+/gu)
  if (parts === null || parts.length < 2) return []
  return parts.filter((part) => part.length > 1)
}

/** Calls `visit` with the code points of every overlapping pair of a CJK run. The second code point is -1 for a run of one character. */
export function scanPairs(
  text: string,
  start: number,
  end: number,
  visit: (first: number, second: number) => void,
): void {
  let previous = -1
  let count = 0
  for (let i = start; i < end; i++) {
    const code = text.codePointAt(i)!
    if (code > 0xffff) i++
    if (count > 0) visit(previous, code)
    previous = code
    count++
  }
  if (count === 1) visit(previous, -1)
}

/** Index term of a pair or of one character of a CJK run. */
export function pairTerm(first: number, second: number): string {
  return second === -1 ? String.fromCodePoint(first) : String.fromCodePoint(first, second)
}
