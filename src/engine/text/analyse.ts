import { stemmer } from 'stemmer'
import { CHARACTER_CLASS, OTHER, UNDERSCORE, WORD, type RunKind } from './characters.ts'

/** Limit of a word's length. Longer words (hashes, minified code) are noise and are dropped. */
const MAX_WORD_LENGTH = 48

/**
 * Splits NFKC text into runs of one kind: words, Han and Kana, or Hangul. The possessive `'s` is left out. Other apostrophes inside
 * a word stay in its run and are removed by `toWord`.
 */
export function scanRuns(text: string, visit: (kind: RunKind, start: number, end: number) => void): void {
  const length = text.length
  let i = 0
  while (i < length) {
    const kind = CHARACTER_CLASS[text.charCodeAt(i)]!
    if (kind === OTHER) {
      i++
      continue
    }
    const start = i++
    if (kind === WORD) {
      i = endOfWord(text, i)
      visit(WORD, start, i)
      if (isPossessive(text, i)) i += 2
    } else {
      // A low surrogate belongs to its preceding high surrogate.
      while (i < length && (CHARACTER_CLASS[text.charCodeAt(i)] === kind || isLowSurrogate(text.charCodeAt(i)))) i++
      visit(kind as RunKind, start, i)
    }
  }
}

function endOfWord(text: string, from: number): number {
  let i = from
  for (;;) {
    while (CHARACTER_CLASS[text.charCodeAt(i)] === WORD) i++
    if (!isApostrophe(text.charCodeAt(i)) || CHARACTER_CLASS[text.charCodeAt(i + 1)] !== WORD) return i
    if (isPossessive(text, i)) return i
    i++
  }
}

/** Whether `'s` at `at` ends a word. */
function isPossessive(text: string, at: number): boolean {
  const isS = (text.charCodeAt(at + 1) | 0x20) === 0x73
  return isApostrophe(text.charCodeAt(at)) && isS && CHARACTER_CLASS[text.charCodeAt(at + 2)] !== WORD
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
