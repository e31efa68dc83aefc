import { pairTerm, scanPairs, scanRuns, splitIdentifier, toSurface, toTerm } from '../text/analyse.ts'
import { WORD } from '../text/characters.ts'
import { isStopWord } from '../text/stop-words.ts'
import { createWordTable } from '../text/word-table.ts'
import { ensure, growableInt32, take } from './growable.ts'
import { findTerm } from '../index/dictionary.ts'
import type { SearchIndex } from '../index/open.ts'

/** Numbers of a token: its term (-1: none), where it begins and ends in UTF-16 code units, and 1 if it has a position, else 0. */
export const TOKEN_NUMBERS = 4

/** Finds the tokens of a text as the collector does, since a position is the number of a token. The next call overwrites them. */
export type TokenScanner = (text: string) => Int32Array

const DROPPED = -2

export function createTokenScanner(index: SearchIndex): TokenScanner {
  /** Twice the term, and 1 more for a stop word. */
  const wordAt = createWordTable((run) => {
    const surface = toSurface(run)
    const whole =
      surface === ''
        ? splitIdentifier(run)
            .map(toSurface)
            .find((part) => part !== '')
        : surface
    return whole === undefined ? DROPPED * 2 : findTerm(index, toTerm(whole)) * 2 + (isStopWord(whole) ? 1 : 0)
  })
  const pairs = new Map<number, number>()
  const termOfPair = (first: number, second: number): number => {
    const key = first * 0x110000 + second
    let term = pairs.get(key)
    if (term === undefined) {
      term = findTerm(index, pairTerm(first, second))
      pairs.set(key, term)
    }
    return term
  }
  const tokens = growableInt32()
  let normal = ''
  const addRun = (kind: number, start: number, end: number): void => {
    if (kind === WORD) {
      const word = wordAt(normal, start, end)
      if (word >> 1 !== DROPPED) addToken(word >> 1, start, end, (word & 1) === 0 ? 1 : 0)
      return
    }
    let at = start
    scanPairs(normal, start, end, (first, second) => {
      const units = first > 0xffff ? 2 : 1
      addToken(termOfPair(first, second), at, at + units + (second === -1 ? 0 : second > 0xffff ? 2 : 1), 1)
      at += units
    })
  }
  const addToken = (term: number, start: number, end: number, positions: number): void => {
    const { length } = tokens
    ensure(tokens, length + TOKEN_NUMBERS)
    const { data } = tokens
    data[length] = term
    data[length + 1] = start
    data[length + 2] = end
    data[length + 3] = positions
    tokens.length = length + TOKEN_NUMBERS
  }
  return (text) => {
    normal = text.normalize('NFKC')
    scanRuns(normal, addRun)
    const found = take(tokens)
    if (normal === text) return found
    const places = placesIn(text, normal)
    for (let at = 0; at < found.length; at += TOKEN_NUMBERS) {
      found[at + 1] = places[found[at + 1]!]!
      found[at + 2] = places[found[at + 2]!]!
    }
    return found
  }
}

/** Characters below the first stay as they are, and no mark is below the second. */
const FIRST_CHANGED = 0xa0
const FIRST_MARK = 0x300
/** A character and the marks behind it, which are composed together, and the parts of a Hangul syllable. */
const COMPOSED = /[\uac00-\ud7a3]?[\u1100-\u11ff]+|[\s\S][\p{M}\uff9e\uff9f]*/uy

/** For each code unit of a normalised text, the place in the text of what it was made of. */
function placesIn(text: string, normal: string): Int32Array {
  const places = new Int32Array(normal.length + 1)
  let at = 0
  for (let from = 0; from < text.length && at < normal.length;) {
    const isPlain = text.charCodeAt(from) < FIRST_CHANGED && !(text.charCodeAt(from + 1) >= FIRST_MARK)
    if (isPlain) {
      places[at++] = from++
      continue
    }
    COMPOSED.lastIndex = from
    const piece = COMPOSED.exec(text)![0]
    const { length } = piece.normalize('NFKC')
    for (let i = 0; i < length && at < normal.length; i++) places[at++] = from
    from += piece.length
  }
  places.fill(text.length, at)
  return places
}
